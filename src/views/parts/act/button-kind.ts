import { classNames } from '../text/class-names.ts'
import classes from './Button.module.css'

/** How much a button or link asks for attention; `plain` has no looks of its own, `text` is a link in running text. */
export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost' | 'plain' | 'text'

export type ButtonLooks = {
  readonly kind?: ButtonKind | undefined
  readonly size?: 'small' | undefined
  readonly iconOnly?: boolean | undefined
  /** As wide as what holds it, and taller: on the front pages. */
  readonly wide?: boolean | undefined
  readonly className?: string | undefined
}

/** The classes of a button's or link's looks. */
export const buttonClass = ({ kind = 'plain', size, iconOnly, wide, className }: ButtonLooks): string =>
  classNames(
    kind !== 'plain' && kind !== 'text' && classes.button,
    kind !== 'plain' && classes[kind],
    size === 'small' && classes.small,
    iconOnly && classes['icon-only'],
    wide && classes.wide,
    className,
  )
