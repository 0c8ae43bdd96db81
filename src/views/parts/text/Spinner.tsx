import { classNames } from './class-names.ts'
import classes from './Spinner.module.css'

/** Spinner: 24 px, or 14 px next to text. With reduced motion it pulses. */
export const Spinner = ({ small }: { small?: boolean }) => (
  <span className={classNames(classes.spinner, small && classes.small)} aria-hidden="true" />
)
