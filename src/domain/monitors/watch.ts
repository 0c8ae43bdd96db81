import type { condition } from '../../contract/conditions/conditions.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf, Shape } from '../../contract/core/endpoint.ts'
import type { HttpMethod } from './monitor-rules.ts'

/** An address to watch, as few words say it: what a line or a first form gives. */
export type Watch = {
  readonly url: string
  /** Absent or empty: made of the address. */
  readonly name?: string | undefined
  readonly method?: HttpMethod | undefined
  /** The only status that is right; absent: any that is no error. */
  readonly expect?: number | undefined
  readonly everySeconds?: number | undefined
  /** Ids of locations; absent or empty: from everywhere. */
  readonly locations?: readonly string[] | undefined
}

/** How often an address is called where nobody says. */
export const WATCH_EVERY_SECONDS = 300

/** What a monitor of an address is called where nobody says: host and path. */
export const nameOfAddress = (url: string): string =>
  url
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
    .slice(0, 400)

/** Any other status than this one is a failure. */
export const expectStatus = (code: number): Shape<typeof condition> => ({
  name: `Answers ${code}`,
  source: 'http_code',
  condition: 'eq',
  val: String(code),
  on_true: { outcome: 'pass' },
  on_false: { outcome: 'fail', message: `The status is not ${code}` },
})

/** What is asked of the server to call an address as a watch says. */
export const requestOfWatch = ({ url, method = 'GET', expect }: Watch) => ({
  request: { method, url: url.trim() },
  conditions: { meta: {}, conditions: expect === undefined ? [] : [expectStatus(expect)] },
})

/** What is asked of the server to watch an address. */
export const bodyOfWatch = (watch: Watch): BodyOf<ProductContract['watch.create']> => ({
  ...requestOfWatch(watch),
  meta: { name: watch.name?.trim() || nameOfAddress(watch.url) || watch.url },
  schedule: {
    frequency: watch.everySeconds ?? WATCH_EVERY_SECONDS,
    ...(watch.locations && watch.locations.length > 0 && { locations: [...watch.locations] }),
  },
})
