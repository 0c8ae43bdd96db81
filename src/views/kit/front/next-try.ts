import type { Failure } from '../../../../machines/resource/failure.ts'
import { useTicking } from '../../parts/text/ticker.ts'

/** Time of the next permitted try, in Unix ms; 0 if there is no wait. */
const nextTryAt = (failure: Failure | null): number =>
  failure?.status === 429 && failure.at !== null ? failure.at + (failure.retryAfterSeconds ?? 0) * 1000 : 0

/** Countdown to the next permitted try, such as "42 s" or "3 min 5 s"; empty if there is no wait. */
export const useWait = (failure: Failure | null): string => {
  const until = nextTryAt(failure)
  return useTicking((now) => {
    const left = Math.max(0, Math.ceil((until - now) / 1000))
    if (left === 0) return ''
    return left < 60 ? `${left} s` : `${Math.floor(left / 60)} min ${left % 60} s`
  })
}
