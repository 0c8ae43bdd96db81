import classes from './Avatar.module.css'
import { initials } from './avatar-letters.ts'
import { classNames } from './class-names.ts'

/** The letters of a project (square) or a person (round). They are drawn, not read. */
export const Avatar = ({ name, round, small }: { name: string; round?: boolean; small?: boolean }) => (
  <span
    className={classNames(classes.avatar, round && classes.round, small && classes.small)}
    data-letters={initials(name)}
    aria-hidden="true"
  />
)
