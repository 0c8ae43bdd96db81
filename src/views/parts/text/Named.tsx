import type { ReactNode } from 'react'
import classes from './Named.module.css'

/** The name of a row, which is its link, over a second line such as a request's method and address. */
export const Named = ({ children, below }: { children: ReactNode; below?: ReactNode }) => (
  <span className={classes.named}>
    <span className={classes.name}>{children}</span>
    {below !== undefined && <span className={classes.below}>{below}</span>}
  </span>
)
