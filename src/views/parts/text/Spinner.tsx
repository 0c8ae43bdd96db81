import { classNames } from './class-names.ts'
import classes from './Spinner.module.css'

/** Something is under way: 24 px, or 14 px beside a word. With reduced motion it pulses. */
export const Spinner = ({ small }: { small?: boolean }) => (
  <span className={classNames(classes.spinner, small && classes.small)} aria-hidden="true" />
)
