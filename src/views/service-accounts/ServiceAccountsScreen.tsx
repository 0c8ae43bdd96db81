import { useState } from 'react'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { OrganizationTabs } from '../organizations/OrganizationTabs.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { ServiceAccountCard } from './ServiceAccountCard.tsx'
import { EditServiceAccount, NewServiceAccount } from './ServiceAccountForm.tsx'

/** The service accounts of an organization, for its ADMINs. */
const ServiceAccountsScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const name = useWorld()
    .entities('collection')
    .find((collection) => collection.id === orgId)?.name
  const list = useResource('service-account.list', { params: { org: orgId } })
  /** The id of the account whose form is open, or `new`. */
  const [editing, setEditing] = useState<string | null>(null)
  useTitle(name && `Service accounts of ${name}`)
  const close = () => setEditing(null)
  const add = <FormButton label="Add service account" icon="plus" kind="primary" onPress={() => setEditing('new')} />
  return (
    <Loaded of={list} label="Service accounts">
      {({ data: rows }) => (
        <>
          <PageHead
            title={`Service accounts of ${name ?? 'the organization'}`}
            lead="Accounts of programs that belong to the organization instead of a person."
            actions={editing === null && rows.length > 0 && add}
          />
          <OrganizationTabs orgId={orgId} />
          {editing === 'new' && <NewServiceAccount orgId={orgId} onDone={close} />}
          {rows.length === 0 && editing === null && (
            <EmptyState title="No service accounts yet" actions={add}>
              Pipelines and other programs of the organization call the API with the keys of a service account. It
              enters the projects in which its roles have a level, keeps working when people leave, and its keys can be
              replaced without an interruption.
            </EmptyState>
          )}
          {rows.map((row) =>
            editing === row.id ? (
              <EditServiceAccount key={row.id} orgId={orgId} row={row} onDone={close} />
            ) : (
              <ServiceAccountCard key={row.id} orgId={orgId} row={row} onChange={() => setEditing(row.id)} />
            ),
          )}
        </>
      )}
    </Loaded>
  )
}

export default ServiceAccountsScreen
