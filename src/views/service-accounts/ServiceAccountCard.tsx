import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { ServiceAccountRow } from './service-account-form.ts'

type Key = ServiceAccountRow['keys'][number]

const columns: readonly Column<Key>[] = [
  {
    id: 'prefix',
    head: 'Key',
    names: true,
    grows: true,
    cell: ({ prefix, replaced }) => (
      <Named below={replaced ? 'replaced, works until it expires' : undefined}>
        <code>{prefix}…</code>
      </Named>
    ),
  },
  {
    id: 'created',
    head: 'Created',
    hide: 't',
    cell: ({ created, created_by }) => (
      <Named below={`by ${created_by ?? 'a deleted account'}`}>
        <Time at={created} />
      </Named>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    align: 'end',
    cell: ({ last_used }) => (last_used ? <Time at={last_used} /> : <span className="muted">never</span>),
  },
  {
    id: 'expires',
    head: 'Expires',
    align: 'end',
    cell: ({ expires }) => (expires ? <Time at={expires} /> : <span className="muted">never</span>),
  },
]

const projectWords = ({ projects, roles }: ServiceAccountRow): string => {
  if (projects.length > 0)
    return projects.map(({ name, access_level, role_id }) => `${name}: ${access_level}, through ${role_id}`).join(' · ')
  return roles.length === 0
    ? 'None: give it a role that has a level in a project.'
    : 'None: its roles have no level in any project.'
}

type CardProps = { readonly orgId: string; readonly row: ServiceAccountRow; readonly onChange: () => void }

/** A service account with its roles, its projects and its keys. */
export const ServiceAccountCard = ({ orgId, row, onChange }: CardProps) => {
  const args = { organization: orgId, service_account: row.id }
  return (
    <Card
      title={row.name}
      actions={
        <span className="nowrap">
          <Act command="service-account.rotate" args={args} size="small" icon="key" label="New key" />
          <FormButton label={`Change ${row.name}`} icon="edit" kind="ghost" size="small" iconOnly onPress={onChange} />
          <Act
            command="service-account.remove"
            args={args}
            kind="ghost"
            size="small"
            icon="trash"
            iconOnly
            label={`Delete ${row.name}`}
          />
        </span>
      }
    >
      <KeyValues
        items={[
          { name: 'Roles', value: row.roles.join(', ') || 'none', mono: row.roles.length > 0 },
          { name: 'Projects', value: projectWords(row) },
          { name: 'Id', value: row.id, mono: true },
        ]}
      />
      {row.keys.length === 0 ? (
        <p className="muted">It has no key that works.</p>
      ) : (
        <Table
          label={`Keys of ${row.name}`}
          columns={columns}
          rows={row.keys}
          rowId={({ id }) => id}
          rowName={({ prefix }) => `${prefix}…`}
          acts={({ id }) => [
            { command: 'service-account.revoke-key', args: { ...args, key: id }, icon: 'trash', label: 'Revoke' },
          ]}
        />
      )}
    </Card>
  )
}
