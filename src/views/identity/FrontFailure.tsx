import type { Failure } from '../../../machines/resource/failure.ts'
import { Notice } from '../parts/Notice.tsx'
import { useTicking } from '../parts/ticker.ts'

/** Why a form of the front pages was refused; after too many tries, how long it still takes. */
export const FrontFailure = ({ failure }: { failure: Failure | null }) => {
  const left = useSecondsLeft(failure)
  if (!failure || (failure.problems.length > 0 && failure.status !== 429)) return null
  if (failure.status !== 429) return <Notice kind="fail" urgent title={failure.message} />
  return (
    <Notice kind="warning" title="Too many tries" urgent>
      {left > 0 ? `Wait ${waitOf(left)}, then try again.` : 'You can try again now.'}
    </Notice>
  )
}

/** Seconds until another try is let through; 0 where nothing has to be waited for. */
export const useSecondsLeft = (failure: Failure | null): number => {
  const until =
    failure?.status === 429 && failure.at !== null ? failure.at + (failure.retryAfterSeconds ?? 0) * 1000 : 0
  return Number(useTicking((now) => String(Math.max(0, Math.ceil((until - now) / 1000)))))
}

const waitOf = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
