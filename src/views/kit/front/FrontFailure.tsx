import type { Failure } from '../../../../machines/resource/failure.ts'
import { Notice } from '../../parts/text/Notice.tsx'

/** Refusal of a front page's form. After too many tries, the button counts down. */
export const FrontFailure = ({ failure }: { failure: Failure | null }) => {
  if (!failure || (failure.problems.length > 0 && failure.status !== 429)) return null
  return <Notice kind={failure.status === 429 ? 'warning' : 'fail'} urgent title={failure.message} />
}
