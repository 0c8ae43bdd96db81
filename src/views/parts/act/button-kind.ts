import { classNames } from '../text/class-names.ts'
import classes from './Button.module.css'

/** Visual weight of a button or link; `plain` is unstyled, `text` is a link in running text. */
export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost' | 'plain' | 'text'

export type ButtonLooks = {
  readonly kind?: ButtonKind | undefined
  readonly size?: 'small' | undefined
  readonly iconOnly?: boolean | undefined
  /** Full width and taller, for the front pages. */
  readonly wide?: boolean | undefined
  readonly className?: string | undefined
}

/** Class names of a button or link. */
export const buttonClass = ({ kind = 'plain', size, iconOnly, wide, className }: ButtonLooks): string =>
  classNames(
    kind !== 'plain' && kind !== 'text' && classes.button,
    kind !== 'plain' && classes[kind],
    size === 'small' && classes.small,
    iconOnly && classes['icon-only'],
    wide && classes.wide,
    className,
  )
