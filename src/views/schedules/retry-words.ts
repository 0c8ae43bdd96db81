import { waitsOf } from '../../domain/schedules/retry.ts'
import { RETRY_METHODS, type RetryHome, retryOf } from '../../domain/schedules/retry-settings.ts'
import { formats } from '../parts/text/format.ts'

const seconds = (value: number): string => formats.span(value * 1000).replaceAll(' ', '\u00a0')

/** `3 × Fibonacci`; null where failed runs are not tried again. */
export const retryBadge = (home: RetryHome): string | null => {
  const retry = retryOf(home)
  if (!retry) return null
  const method = RETRY_METHODS.find(({ value }) => value === retry.method)?.label ?? retry.method
  return `${retry.maxRetries} × ${retry.method === 'constant' ? seconds(retry.intervalSeconds) : method}`
}

/** The retry settings as a sentence. */
export const retrySentence = (home: RetryHome): string => {
  const retry = retryOf(home)
  if (!retry) return 'A failed run is not tried again before the next one is due.'
  const waits = waitsOf(retry).map(seconds)
  const last = waits.pop()
  const list = waits.length === 0 ? last : `${waits.join(', ')} and ${last}`
  return `A failed run is tried again up to ${retry.maxRetries === 1 ? 'once' : `${retry.maxRetries} times`}, after ${list}.`
}
