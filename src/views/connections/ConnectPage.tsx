import type { ReactNode } from 'react'
import { LinkTo } from '../parts/act/Go.tsx'
import { Mark } from '../shell/Brand.tsx'
import classes from './connections.module.css'

type ConnectPageProps = { title: string; lead?: string; children: ReactNode }

/** Layout of the page that an application opens: without the shell, so that nothing leads away from the decision. */
export const ConnectPage = ({ title, lead, children }: ConnectPageProps) => (
  <div className={classes.page}>
    <LinkTo to="collections" className={classes.brand} label="Sonde" current="never">
      <Mark />
      <span>Sonde</span>
    </LinkTo>
    <div className={classes.box}>
      <h1>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      <div className={classes.form}>{children}</div>
    </div>
  </div>
)
