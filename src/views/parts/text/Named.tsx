import type { ReactNode } from 'react'
import classes from './Named.module.css'

/** Linked name of a row, above a second line such as method and address of a request. */
export const Named = ({ children, below }: { children: ReactNode; below?: ReactNode }) => (
  <span className={classes.named}>
    <span className={classes.name}>{children}</span>
    {below !== undefined && <span className={classes.below}>{below}</span>}
  </span>
)
