import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './accounts.module.css'
import { OrganizationPeople } from './OrganizationPeople.tsx'
import { OrganizationProjects } from './OrganizationProjects.tsx'
import type { OrganizationPage } from './organization-page.ts'

const Rules = ({ organization }: { organization: OrganizationPage }) => (
  <Card title="Settings">
    <KeyValues
      items={[
        { name: 'Two-step verification', value: organization.enforce_2fa ? 'required' : 'optional' },
        {
          name: 'Passwords',
          value:
            organization.password_expiry_days === 0
              ? 'never expire'
              : `expire after ${formats.count(organization.password_expiry_days)} days`,
        },
        { name: 'Sign-ins', value: `end after ${formats.count(organization.session_hours)} h` },
        {
          name: 'Secrets',
          value: organization.kms_enabled ? 'encrypted with its own key' : 'encrypted by the installation',
        },
        { name: 'Tags', value: organization.tags.length > 0 ? <Tags names={organization.tags} /> : 'none' },
        { name: 'Service accounts', value: formats.count(organization.service_accounts) },
        { name: 'Runs this month', value: formats.count(organization.runs) },
        { name: 'Created', value: <Time at={organization.created} /> },
        { name: 'Changed', value: <Time at={organization.last_update} /> },
        { name: 'Id', value: organization.id, mono: true },
      ]}
    />
  </Card>
)

/** One organization, for site admins: its people with their roles, its projects, and its rules. */
const OrganizationScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const found = useResource('organization.look-up', { params: { id: orgId } })
  useTitle(found.data?.name)
  return (
    <Loaded of={found} label="Organization">
      {(organization) => (
        <>
          <PageHead
            title={organization.name}
            lead="What you do here as a site admin is marked in the organization’s audit log."
            actions={
              <>
                <Go to="audit-of-organization" params={{ orgId }} kind="secondary" icon="audit">
                  Audit
                </Go>
                <Go to="service-accounts" params={{ orgId }} kind="secondary" icon="key">
                  Service accounts
                </Go>
                <Go to="organization-settings" params={{ orgId }} kind="secondary" icon="settings">
                  Settings
                </Go>
              </>
            }
          />
          <div className={classes.columns}>
            <div className="stack">
              <OrganizationPeople organization={organization} />
              {organization.accounts_truncated && (
                <p className="muted">Only the first {organization.accounts.length} people are shown.</p>
              )}
              <OrganizationProjects organization={organization} />
            </div>
            <Rules organization={organization} />
          </div>
        </>
      )}
    </Loaded>
  )
}

export default OrganizationScreen
