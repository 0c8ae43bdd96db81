import type { Shape } from '../../contract/core/endpoint.ts'
import type { detail } from '../../contract/results/results.ts'
import type { Timing } from '../statistics/latency-metrics.ts'
import type { Outcome } from './outcome.ts'

type Detail = Shape<typeof detail>

/** The stored parts of a run that conditions read. */
export type StoredRun = {
  readonly detail: Pick<Detail, 'response' | 'redirects' | 'tls'>
  readonly timing: Timing
  readonly responseSize: number
  readonly startedMs: number
}

/**
 * The outcome of a run as conditions see it, made of its stored result. A body that the result keeps only in part is cut, and secrets
 * are masked.
 */
export const outcomeOfDetail = ({ detail, timing, responseSize, startedMs }: StoredRun): Outcome => {
  const { response, redirects, tls } = detail
  return {
    exceptionType: null,
    httpCode: response?.status_code ?? null,
    timing,
    responseSize,
    headers: response?.headers ?? [],
    body: response?.body_encoding === 'text' ? response.body : null,
    isCut: response?.truncated ?? false,
    ...(response && { url: response.url }),
    redirects: redirects.length,
    tls,
    startedMs,
  }
}
