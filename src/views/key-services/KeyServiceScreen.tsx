import { useState } from 'react'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { OrganizationTabs } from '../organizations/OrganizationTabs.tsx'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { type KeyServiceRow, keyServiceForm } from './key-service-form.ts'

type Own = { readonly orgId: string; readonly row: KeyServiceRow }

const KeyServiceForm = ({ orgId, row, onDone }: Own & { readonly onDone: () => void }) => {
  const world = useWorld()
  const [base] = useState(() => keyServiceForm.formOf(row))
  const form = useDialogForm({
    table: keyServiceForm,
    base,
    async send({ url, key, mount, namespace, token }) {
      const body = { url: url.trim(), key, mount, namespace: namespace || null, ...(token && { token }) }
      await world.call('key-service.update', { params: { org: orgId }, body })
      world.tell('The key service gave a key, and is set up')
      onDone()
    },
  })
  const title = row.url === null ? 'Set up key service' : 'Change key service'
  return (
    <Card title={title}>
      <ShortForm
        form={form}
        title={title}
        failed="Nothing was changed"
        sending="key-service.update"
        cancel={<FormButton label="Cancel" icon="close" kind="ghost" onPress={onDone} />}
      >
        <FormField form={form} name="url" />
        <FormField form={form} name="key" />
        <FormField form={form} name="mount" />
        <FormField form={form} name="namespace" />
        <FormField
          form={form}
          name="token"
          {...(row.has_token && { hint: 'Leave empty to keep the stored one, at the same address.' })}
        />
      </ShortForm>
    </Card>
  )
}

const State = ({ row }: { readonly row: KeyServiceRow }) => {
  if (!row.enabled) return <Badge category="SKIPPED" word="not in use" look="soft" />
  return row.available ? (
    <Badge category="PASS" word="key available" look="soft" />
  ) : (
    <Badge category="FAIL" word="key away" look="soft" />
  )
}

const KeyServiceCard = ({ orgId, row, onChange }: Own & { readonly onChange: () => void }) => {
  const args = { organization: orgId }
  return (
    <Card
      title={row.url ?? ''}
      sub={<State row={row} />}
      actions={
        <span className="nowrap">
          <Act command="key-service.test" args={args} size="small" />
          <FormButton label="Change" icon="edit" kind="ghost" size="small" onPress={onChange} />
          {!row.enabled && <Act command="key-service.remove" args={args} kind="ghost" size="small" />}
        </span>
      }
    >
      <KeyValues
        items={[
          { name: 'Key', value: `${row.mount}/${row.key}`, mono: true },
          ...(row.namespace ? [{ name: 'Namespace', value: row.namespace, mono: true }] : []),
          {
            name: 'Last answer',
            value: row.problem ?? (row.checked ? <Time at={row.checked} /> : 'not asked yet'),
          },
        ]}
      />
      <p className="sec">
        {row.enabled
          ? 'All secrets of the organization are encrypted with a data key that only this service can unwrap. While it is away, runs that need a secret are skipped, and secrets cannot be saved. A short outage, of up to five minutes, stops nothing.'
          : 'The secrets of the organization are encrypted with the key of the installation.'}
      </p>
      {row.enabled ? (
        <Act command="key-service.disable" args={args} />
      ) : (
        <Act command="key-service.enable" args={args} kind="primary" />
      )}
    </Card>
  )
}

/** The key service of an organization, for its ADMINs. */
const KeyServiceScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const name = useWorld()
    .entities('collection')
    .find((collection) => collection.id === orgId)?.name
  const service = useResource('key-service.read', { params: { org: orgId } })
  const [isEditing, setEditing] = useState(false)
  useTitle(name && `Key service of ${name}`)
  return (
    <Loaded of={service} label="Key service">
      {(row) => (
        <>
          <PageHead
            title={`Key service of ${name ?? 'the organization'}`}
            lead="Encrypts the secrets of the organization with a key outside of this installation."
          />
          <OrganizationTabs orgId={orgId} />
          {isEditing && <KeyServiceForm orgId={orgId} row={row} onDone={() => setEditing(false)} />}
          {!isEditing && row.url === null && (
            <EmptyState
              title="No key service"
              actions={
                <FormButton label="Set up key service" icon="lock" kind="primary" onPress={() => setEditing(true)} />
              }
            >
              With Vault or OpenBao, the secrets of the organization are encrypted with a data key that only its transit
              engine can unwrap. Whoever has a copy of the store, or operates this installation without your key, cannot
              read them.
            </EmptyState>
          )}
          {!isEditing && row.url !== null && (
            <KeyServiceCard orgId={orgId} row={row} onChange={() => setEditing(true)} />
          )}
        </>
      )}
    </Loaded>
  )
}

export default KeyServiceScreen
