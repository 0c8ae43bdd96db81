import { isOwner, LEVELS, type Level, levelsWithin } from '../core/access.ts'

/** Levels that an account of `level` may give to others, change and take: a MANAGER all but OWNER. */
export const levelsHandedOutBy = (level: Level): readonly Level[] =>
  isOwner(level) ? LEVELS : level === 'MANAGER' ? LEVELS.filter((each) => !isOwner(each)) : []

type AccessChange = {
  /** The level of whoever makes the change. */
  readonly by: Level
  readonly isOwn: boolean
  readonly before: Level | null
  readonly after: Level | null
}

/** Why a change of access is not allowed; null if it is. Nobody gives themselves a right that they do not have. */
export const accessChangeRefusal = ({ by, isOwn, before, after }: AccessChange): string | null => {
  const handedOut = levelsHandedOutBy(by)
  if (before !== null && !handedOut.includes(before))
    return `The level ${by} may not change the access of an ${before}.`
  if (after !== null && !handedOut.includes(after)) return `The level ${by} may not make anyone ${after}.`
  if (isOwn && after !== null && !levelsWithin(by).includes(after))
    return `You may not make yourself ${after}: ask an OWNER of the project.`
  return null
}
