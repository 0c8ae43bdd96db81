import type { ReactNode } from 'react'
import { Icon } from '../parts/text/Icon.tsx'
import classes from './wizard.module.css'

/** An object created by the wizard, or found to exist already. */
export const Made = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className={classes.made}>
    <Icon name="check" className="good" />
    <div>
      <strong>{title}</strong>
      {children && <p>{children}</p>}
    </div>
  </div>
)
