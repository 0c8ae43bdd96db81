import classes from './Avatar.module.css'
import { initials } from './avatar-letters.ts'
import { classNames } from './class-names.ts'

type AvatarProps = {
  name: string
  round?: boolean
  small?: boolean
  large?: boolean
  /** Data URL that replaces the initials. */
  picture?: string | null | undefined
}

/** Initials of a project (square) or a person (round), or a person's picture; hidden from screen readers. */
export const Avatar = ({ name, round, small, large, picture }: AvatarProps) => (
  <span
    className={classNames(classes.avatar, round && classes.round, small && classes.small, large && classes.large)}
    data-letters={picture ? undefined : initials(name)}
    aria-hidden="true"
  >
    {picture && <img src={picture} alt="" />}
  </span>
)
