import type { ReactNode } from 'react'
import { useMachine } from '../core/machines-of.ts'
import { LinkTo } from '../parts/act/Go.tsx'
import { Mark } from '../shell/Brand.tsx'
import classes from './StandalonePage.module.css'

/** Screen that works without sign-in: inside the shell when signed in, otherwise under the product name. */
export const StandalonePage = ({ children }: { children: ReactNode }) => {
  const isSignedIn = useMachine('sign-in', (snapshot) => snapshot?.matches('signedIn') ?? false)
  if (isSignedIn) return children
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <LinkTo to="sign-in" className={classes.brand} label="Sonde" current="never">
          <Mark />
          <span>Sonde</span>
        </LinkTo>
      </header>
      <div className={classes.main}>{children}</div>
    </div>
  )
}
