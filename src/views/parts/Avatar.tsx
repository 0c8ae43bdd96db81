import classes from './Avatar.module.css'
import { classNames } from './class-names.ts'

/** Two letters of a name: of its first and last words, or the first two of its only one. */
export const initials = (name: string): string => {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${[...first][0] ?? '?'}${[...last][0] ?? [...first][1] ?? ''}`.toUpperCase()
}

/** The letters of a project (square) or a person (round). They are drawn, not read. */
export const Avatar = ({ name, round, small }: { name: string; round?: boolean; small?: boolean }) => (
  <span
    className={classNames(classes.avatar, round && classes.round, small && classes.small)}
    data-letters={initials(name)}
    aria-hidden="true"
  />
)
