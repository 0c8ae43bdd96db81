import type { Shape } from '../../contract/core/endpoint.ts'
import type { pair } from '../../contract/core/wire.ts'
import type { detail, exceptionType } from '../../contract/results/results.ts'
import type { Timing } from '../statistics/latency-metrics.ts'
import type { Vitals } from '../statistics/vitals.ts'

export type Pair = Shape<typeof pair>

/**
 * The observed outcome of a run. `timing` in milliseconds, `responseSize` in bytes; `body` is null if there was none, or none that could be read. The last
 * fields are absent where they are not known, as in results of an older form.
 */
export type Outcome = {
  readonly exceptionType: Shape<typeof exceptionType> | null
  /** Why a run was skipped, where it was not for its token. */
  readonly skippedFor?: 'KEY_AWAY' | undefined
  readonly httpCode: number | null
  readonly timing: Timing
  readonly responseSize: number
  readonly headers: readonly Pair[]
  readonly body: string | null
  /** Whether the body goes on after the part that conditions see. */
  readonly isCut?: boolean
  /** Why nothing of the body could be read, as a sentence; absent where it was read. */
  readonly unread?: string
  /** The address of the last response. */
  readonly url?: string
  readonly redirects?: number
  readonly tls?: Shape<typeof detail>['tls']
  /** When the run started, in milliseconds since 1970. */
  readonly startedMs?: number
  /** Web vitals; absent for calls, which have none. */
  readonly vitals?: Vitals
}

const byName = new WeakMap<readonly Pair[], ReadonlyMap<string, readonly string[]>>()

/** Indexes headers by name, once for all conditions on a response: a server may send thousands of headers. */
const valuesByName = (headers: readonly Pair[]): ReadonlyMap<string, readonly string[]> => {
  const known = byName.get(headers)
  if (known) return known
  const made = new Map<string, string[]>()
  for (const { key, value } of headers) {
    const name = key.toLowerCase()
    const values = made.get(name)
    if (values) values.push(value)
    else made.set(name, [value])
  }
  byName.set(headers, made)
  return made
}

const headersOf = ({ headers }: Outcome, name: string): readonly string[] | undefined =>
  valuesByName(headers).get(name.toLowerCase())

/** A header's value, case-insensitively. Several headers of one name form one list (RFC 9110 section 5.3). */
export const headerOf = (outcome: Outcome, name: string): string | undefined => headersOf(outcome, name)?.join(', ')

/** The value of a cookie that the response sets; of several with one name the last (RFC 6265 section 5.3). */
export const cookieOf = (outcome: Outcome, name: string): string | undefined =>
  headersOf(outcome, 'set-cookie')
    ?.map((header) => header.split(';', 1)[0] ?? '')
    .findLast((pair) => pair.slice(0, Math.max(0, pair.indexOf('='))).trim() === name)
    ?.replace(/^[^=]*=/, '')
    .trim()
