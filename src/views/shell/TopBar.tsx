import type { ReactNode } from 'react'
import { Act } from '../parts/act/Act.tsx'
import { ActKbd } from '../parts/act/ActKbd.tsx'
import { LinkTo } from '../parts/act/Go.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import type { ShellData } from './shell-data.ts'
import classes from './TopBar.module.css'

type TopBarProps = Pick<ShellData, 'crumbs' | 'user' | 'preferences' | 'account'> & {
  /** Button of the drawer, on phones. */
  before?: ReactNode
  /** Shown between the console button and the account menu. */
  tools?: ReactNode
}

/** Top bar: breadcrumbs, console button, account menu. */
export const TopBar = ({ crumbs, user, preferences, account, before, tools }: TopBarProps) => (
  <header className={classes.bar}>
    {before}
    <nav className={classes.where} aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        {crumbs.map(({ label, place }) => (
          <li key={label}>
            {place ? (
              <LinkTo {...place} className="trunc" current="never">
                {label}
              </LinkTo>
            ) : (
              <span aria-current="page" className="trunc">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
    <Act command="console.open" kind="plain" className={classes.console} aria={{ 'aria-haspopup': 'dialog' }}>
      <Icon name="search" />
      <span>Search or run a command</span>
      <ActKbd command="console.open" className={classes.keys} />
    </Act>
    {tools}
    {user && <AccountMenu user={user} preferences={preferences} account={account} />}
  </header>
)
