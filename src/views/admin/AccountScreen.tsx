import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AccountGrants } from './AccountGrants.tsx'
import { AccountState } from './account-columns.tsx'
import type { AccountPage } from './account-page.ts'
import classes from './accounts.module.css'
import { SitePermissions } from './SitePermissions.tsx'

const signInWords = ({ has_password, identities }: AccountPage): string =>
  [...(has_password ? ['Password'] : []), ...identities.map(({ issuer, subject }) => `${issuer} (${subject})`)].join(
    ', ',
  )

const Actions = ({ account }: { account: AccountPage }) => {
  const args = { account: account.id }
  return (
    <>
      {!account.email_verified && account.blocked === null && (
        <Act command="site-account.mail-verification" args={args} icon="mail" />
      )}
      {account.has_password && account.blocked === null && (
        <Act command="site-account.mail-reset" args={args} icon="mail" />
      )}
      {account.has_second_factor && <Act command="factor.reset" args={args} icon="lock" />}
      {account.blocked === null ? (
        <Act command="site-account.block" args={args} icon="lock" label="Block" />
      ) : (
        <Act command="site-account.unblock" args={args} icon="check" label="Unblock" />
      )}
    </>
  )
}

/** One account, for site admins: its profile, its rights, and what can be done for its owner. */
const AccountScreen = () => {
  const { accountId = '' } = useCurrentRoute().params
  const found = useResource('account.look-up', { params: { id: accountId } })
  useTitle(found.data?.email)
  return (
    <Loaded of={found} label="Account">
      {(account) => (
        <>
          <PageHead title={account.email} lead={account.name} actions={<Actions account={account} />} />
          <div className={classes.columns}>
            <div className="stack">
              <AccountGrants account={account} />
            </div>
            <div className="stack">
              <Card title="Profile">
                <KeyValues
                  items={[
                    { name: 'State', value: <AccountState account={account} /> },
                    { name: 'Nickname', value: account.nickname },
                    { name: 'Company', value: account.company },
                    { name: 'Position', value: account.role },
                    { name: 'Signs in with', value: signInWords(account) },
                    { name: 'Second factor', value: account.has_second_factor ? 'Set up' : 'None' },
                    { name: 'Sessions', value: account.session_count },
                    { name: 'Last sign-in', value: account.last_login ? <Time at={account.last_login} /> : 'never' },
                    { name: 'Created', value: <Time at={account.created} /> },
                    { name: 'Id', value: account.id, mono: true },
                  ]}
                />
              </Card>
              <SitePermissions account={account} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

export default AccountScreen
