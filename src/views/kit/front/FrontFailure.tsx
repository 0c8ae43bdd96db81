import type { Failure } from '../../../../machines/resource/failure.ts'
import { Notice } from '../../parts/text/Notice.tsx'

/** Why a form of the front pages was refused. Said once: after too many tries, it is the button that counts down. */
export const FrontFailure = ({ failure }: { failure: Failure | null }) => {
  if (!failure || (failure.problems.length > 0 && failure.status !== 429)) return null
  return <Notice kind={failure.status === 429 ? 'warning' : 'fail'} urgent title={failure.message} />
}
