import classes from './Avatar.module.css'
import { initials } from './avatar-letters.ts'
import { classNames } from './class-names.ts'

type AvatarProps = {
  name: string
  round?: boolean
  small?: boolean
  large?: boolean
  /** A data URL, in place of the letters. */
  picture?: string | null | undefined
}

/** The letters of a project (square) or a person (round), or a person's picture. They are drawn, not read. */
export const Avatar = ({ name, round, small, large, picture }: AvatarProps) => (
  <span
    className={classNames(classes.avatar, round && classes.round, small && classes.small, large && classes.large)}
    data-letters={picture ? undefined : initials(name)}
    aria-hidden="true"
  >
    {picture && <img src={picture} alt="" />}
  </span>
)
