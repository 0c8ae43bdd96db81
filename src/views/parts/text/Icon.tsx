import { classNames } from './class-names.ts'
import classes from './Icon.module.css'
import { type IconName, icons } from './icons.ts'

/** Icon of 16 px, hidden from screen readers; always place text or a label next to it. */
export const Icon = ({ name, className }: { name: IconName; className?: string | undefined }) => (
  <svg
    className={classNames(classes.icon, name === 'more' && classes.heavy, className)}
    viewBox="0 0 16 16"
    aria-hidden="true"
    data-icon={name}
  >
    <path d={icons[name]} />
  </svg>
)
