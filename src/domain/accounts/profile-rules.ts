import { MOST_KEYS } from '../../contract/accounts/appearance.ts'
import { type Problem, problem } from '../core/problem.ts'
import { isTimeZone } from '../core/zone-time.ts'

const PICTURE = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/

export type ProfileDraft = {
  readonly name?: string | undefined
  readonly nickname?: string | null | undefined
  readonly picture?: string | null | undefined
  readonly preferences?:
    | {
        readonly time_zone?: string | null | undefined
        readonly keys?: Readonly<Record<string, string | null>> | undefined
      }
    | undefined
}

/** Rule violations in a change to a person's account. */
export const profileProblems = ({ name, picture, preferences }: ProfileDraft): Problem[] => {
  const problems: Problem[] = []
  if (name !== undefined && name.trim() === '') problems.push(problem('name', 'required', 'must not be empty.'))
  if (picture && !PICTURE.test(picture))
    problems.push(
      problem('picture', 'invalid', 'must be a PNG, JPEG or WebP image as a base64 data URL of at most 64 kB.'),
    )
  if (preferences?.time_zone && !isTimeZone(preferences.time_zone))
    problems.push(
      problem('preferences.time_zone', 'unknown', 'must be the IANA name of a time zone, such as Europe/Vienna.'),
    )
  if (preferences?.keys && Object.keys(preferences.keys).length > MOST_KEYS)
    problems.push(problem('preferences.keys', 'length', `must name ${MOST_KEYS} commands at most.`))
  return problems
}
