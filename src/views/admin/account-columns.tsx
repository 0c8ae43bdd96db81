import type { RowOf } from '../kit/list/list.ts'
import type { Column } from '../parts/table/table-column.ts'
import { MixedScripts } from '../parts/text/MixedScripts.tsx'
import { Named } from '../parts/text/Named.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './accounts.module.css'
import { permissionWords } from './permission-words.ts'

type SiteAccount = RowOf<'account.list'>

/** Whether an account may sign in. */
export const AccountState = ({
  account: { blocked, email_verified },
}: {
  account: Pick<SiteAccount, 'blocked' | 'email_verified'>
}) => (
  <span className={classes.state}>
    <StatusShape category={blocked !== null ? 'FAIL' : email_verified ? 'PASS' : 'SKIPPED'} />
    {blocked !== null ? (
      <span>
        Blocked <Time at={blocked} />
      </span>
    ) : email_verified ? (
      'Active'
    ) : (
      'Address not confirmed'
    )}
  </span>
)

/** Columns of the list of accounts. */
export const accountColumns: readonly Column<SiteAccount>[] = [
  {
    id: 'email',
    head: 'Account',
    names: true,
    grows: true,
    cell: ({ email, name }) => (
      <Named
        below={
          <>
            <span className="trunc">{name}</span>
            <MixedScripts name={name} />
          </>
        }
      >
        {email}
      </Named>
    ),
  },
  { id: 'state', head: 'State', cell: (account) => <AccountState account={account} /> },
  {
    id: 'permission',
    head: 'Site permission',
    hide: 't',
    cell: ({ site_permission }) =>
      site_permission === null ? <span className="muted">none</span> : permissionWords[site_permission].name,
  },
  {
    id: 'factor',
    head: 'Two-step',
    hide: 'm',
    cell: ({ has_second_factor }) => (has_second_factor ? 'On' : <span className="muted">off</span>),
  },
  { id: 'projects', head: 'Projects', align: 'end', hide: 't', cell: ({ project_count }) => project_count },
  {
    id: 'last-login',
    head: 'Last sign-in',
    align: 'end',
    hide: 's',
    cell: ({ last_login }) => (last_login ? <Time at={last_login} /> : <span className="muted">never</span>),
  },
  {
    id: 'created',
    head: 'Created',
    align: 'end',
    hide: 's',
    cell: ({ created }) => (
      <span className="sec">
        <Time at={created} />
      </span>
    ),
  },
]
