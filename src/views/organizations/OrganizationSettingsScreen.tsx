import type { ReactNode } from 'react'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { FormNotices, FormSaveBar } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Form } from '../parts/form/Form.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { GrantsCard } from './GrantsCard.tsx'
import { InvitationsCard } from './InvitationsCard.tsx'
import { MembersCard } from './MembersCard.tsx'
import { OrganizationProjectsCard } from './OrganizationProjectsCard.tsx'
import { OrganizationTabs } from './OrganizationTabs.tsx'
import { type OrganizationSettings, organizationForm } from './organization-form.ts'
import { RolesCard } from './RolesCard.tsx'

type Own = { readonly row: OrganizationSettings; readonly below: ReactNode }

const SettingsForm = ({ row, below }: Own) => {
  const form = useRecordForm({
    table: organizationForm,
    key: `organization:${row.id}`,
    base: organizationForm.formOf(row),
    async save(body, { world }) {
      const saved = await world.call('organization.update', {
        params: { org: row.id },
        body: { ...body, if_last_update: row.last_update },
      })
      world.send('project', { type: 'REFRESH' })
      world.tell('Organization saved')
      return saved
    },
  })
  return (
    <>
      <div className={classes.columns}>
        <div className="stack">
          <Card title="Organization">
            <Form command="form.save" label="Organization">
              <FormNotices form={form} noun="organization" />
              <FormField form={form} name="name" />
              <FormField form={form} name="tags" />
              <FormField form={form} name="enforce_2fa" />
              <div className="two">
                <FormField form={form} name="password_expiry_days" />
                <FormField form={form} name="session_hours" />
              </div>
            </Form>
          </Card>
          {below}
        </div>
        <Card title="About">
          <KeyValues
            items={[
              { name: 'Id', value: row.id, mono: true },
              { name: 'People', value: row.members },
              { name: 'Projects', value: row.projects },
              { name: 'Service accounts', value: row.service_accounts },
              {
                name: 'Secrets',
                value: row.kms_enabled ? 'encrypted with its own key' : 'encrypted by the installation',
              },
              { name: 'Created', value: <Time at={row.created} /> },
              { name: 'Changed', value: <Time at={row.last_update} /> },
            ]}
          />
        </Card>
      </div>
      <FormSaveBar form={form} noun="organization" />
    </>
  )
}

const Danger = ({ row }: { row: OrganizationSettings }) => (
  <Card title="Delete the organization" className={classes.danger}>
    <div className={classes.action}>
      <p>
        {row.projects > 0
          ? row.projects === 1
            ? 'It has a project: move it out or delete it first.'
            : `It has ${row.projects} projects: move them out or delete them first.`
          : 'Its roles, certificates, downtimes and service accounts are deleted. Its members keep their accounts. You type its name to confirm.'}
      </p>
      {row.projects === 0 && (
        <Act
          command="organization.remove"
          args={{ organization: row.id }}
          kind="danger-ghost"
          icon="trash"
          hint={false}
        />
      )}
    </div>
  </Card>
)

/** The settings of an organization, its members, roles and projects, for its ADMINs. */
const OrganizationSettingsScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const settings = useResource('organization.read', { params: { org: orgId } })
  useTitle(settings.data && `Settings of ${settings.data.name}`)
  return (
    <Loaded of={settings} label="Organization">
      {(row) => (
        <>
          <PageHead title={row.name} lead="Its people, roles and projects." />
          <OrganizationTabs orgId={orgId} />
          <SettingsForm
            key={row.id}
            row={row}
            below={
              <>
                <MembersCard orgId={orgId} />
                <InvitationsCard orgId={orgId} />
                <RolesCard orgId={orgId} />
                <OrganizationProjectsCard orgId={orgId} />
                <GrantsCard orgId={orgId} />
                <Danger row={row} />
              </>
            }
          />
        </>
      )}
    </Loaded>
  )
}

export default OrganizationSettingsScreen
