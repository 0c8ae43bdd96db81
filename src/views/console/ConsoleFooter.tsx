import type { ReactNode } from 'react'
import classes from './Console.module.css'

/** The equivalent line, and what the keys do now. */
export const ConsoleFooter = ({
  children,
  keys,
}: {
  children: ReactNode
  keys: readonly (readonly [string, string])[]
}) => (
  <footer className={classes.footer}>
    <span className={classes.same}>{children}</span>
    {keys.map(([caps, does]) => (
      <span key={does} className={classes.hint}>
        <span className={classes.caps} aria-hidden="true">
          {caps.split(' ').map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
        {does}
      </span>
    ))}
  </footer>
)
