import type { condition } from '../../contract/conditions/conditions.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf, Shape } from '../../contract/core/endpoint.ts'
import { USUAL_CONDITIONS } from '../conditions/usual-conditions.ts'

/** The essentials of a monitor, as given in a command line or the first form. */
export type Watch = {
  readonly url: string
  /** If absent or empty, the name is derived from the URL. */
  readonly name?: string | undefined
  readonly method?: string | undefined
  /** The only accepted status; if absent, any success (2xx). */
  readonly expect?: number | undefined
  readonly everySeconds?: number | undefined
  /** Ids of locations; absent or empty means all. */
  readonly locations?: readonly string[] | undefined
}

/** Default frequency of a monitor. */
export const WATCH_EVERY_SECONDS = 300

/** Default name for a monitor of a URL: host and path. */
export const nameOfAddress = (url: string): string =>
  url
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
    .slice(0, 400)

/** A condition that fails on any other status. */
export const expectStatus = (code: number): Shape<typeof condition> => ({
  name: `Answers ${code}`,
  source: 'http_code',
  condition: 'eq',
  val: String(code),
  on_true: { outcome: 'pass' },
  on_false: { outcome: 'fail', message: `The status is not ${code}` },
})

/** The request and conditions that the server needs to run a watch. */
export const requestOfWatch = ({ url, method = 'GET', expect }: Watch) => ({
  request: { method, url: url.trim() },
  conditions: { meta: {}, conditions: expect === undefined ? [...USUAL_CONDITIONS] : [expectStatus(expect)] },
})

/** The request body that creates the monitor and schedule of a watch. */
export const bodyOfWatch = (watch: Watch): BodyOf<ProductContract['watch.create']> => ({
  ...requestOfWatch(watch),
  meta: { name: watch.name?.trim() || nameOfAddress(watch.url) || watch.url },
  schedule: {
    frequency: watch.everySeconds ?? WATCH_EVERY_SECONDS,
    ...(watch.locations && watch.locations.length > 0 && { locations: [...watch.locations] }),
  },
})
