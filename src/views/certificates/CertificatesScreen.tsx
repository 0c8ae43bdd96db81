import { useState } from 'react'
import { expiryState, expiryWords } from '../../domain/certificates/expiry.ts'
import { parseTime } from '../../domain/core/wire-time.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { OrganizationTabs } from '../organizations/OrganizationTabs.tsx'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { CertificateForm } from './CertificateForm.tsx'
import type { CertificateRow } from './certificate-form.ts'

const CATEGORIES = { fine: 'PASS', soon: 'SLOW', urgent: 'WARNING', expired: 'FAIL' } as const

/** When a certificate ends, in words and color. */
const Expiry = ({ row }: { row: CertificateRow }) => {
  const ends = parseTime(row.not_after) ?? 0
  const now = Date.now()
  return <Badge category={CATEGORIES[expiryState(ends, now)]} word={expiryWords(ends, now)} look="soft" />
}

/** Monitors that are named before the rest is counted. */
const NAMED = 5

const usersWords = ({ used_by: users, used_by_count: count }: CertificateRow): string => {
  const named = users.slice(0, NAMED).map(({ name, project }) => `${name} (${project})`)
  const more = count - named.length
  return count === 0
    ? 'No monitor calls these origins'
    : `${named.join(', ')}${more > 0 ? ` and ${formats.count(more)} more` : ''}`
}

type CertificateProps = { readonly orgId: string; readonly row: CertificateRow; readonly onChange: () => void }

const Certificate = ({ orgId, row, onChange }: CertificateProps) => (
  <Card
    title={row.name}
    sub={<Expiry row={row} />}
    actions={
      <span className="nowrap">
        <FormButton label={`Change ${row.name}`} icon="edit" kind="ghost" size="small" iconOnly onPress={onChange} />
        <Act
          command="certificate.remove"
          args={{ organization: orgId, certificate_id: row.id }}
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
        { name: 'Subject', value: row.subject },
        { name: 'Issuer', value: row.issuer },
        { name: 'Expires', value: <Time at={row.not_after} /> },
        { name: 'Presented to', value: row.origins.join(', '), mono: true },
        { name: 'Used by', value: usersWords(row) },
        { name: 'Serial', value: row.serial, mono: true },
        { name: 'SHA-256', value: row.fingerprint_sha256, mono: true },
        { name: 'Chain', value: row.chain === 1 ? '1 certificate' : `${row.chain} certificates` },
        { name: 'Id', value: row.id, mono: true },
      ]}
    />
  </Card>
)

/** The client certificates of an organization, for its ADMINs. */
const CertificatesScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const name = useWorld()
    .entities('collection')
    .find((collection) => collection.id === orgId)?.name
  const list = useResource('certificate.list', { params: { org: orgId } })
  const [editing, setEditing] = useState<CertificateRow | 'new' | null>(null)
  useTitle(name && `Certificates of ${name}`)
  return (
    <Loaded of={list} label="Certificates">
      {({ data: rows }) => (
        <>
          <PageHead
            title={`Certificates of ${name ?? 'the organization'}`}
            lead="Presented to the origins that you allow."
            actions={
              editing === null &&
              rows.length > 0 && (
                <FormButton label="Add certificate" icon="plus" kind="primary" onPress={() => setEditing('new')} />
              )
            }
          />
          <OrganizationTabs orgId={orgId} />
          {editing !== null && (
            <CertificateForm
              key={editing === 'new' ? 'new' : editing.id}
              orgId={orgId}
              row={editing === 'new' ? null : editing}
              onDone={() => setEditing(null)}
            />
          )}
          {rows.length === 0 && editing === null && (
            <EmptyState
              title="No certificates yet"
              actions={
                <FormButton label="Add certificate" icon="plus" kind="primary" onPress={() => setEditing('new')} />
              }
            >
              A client certificate with its private key identifies your calls to servers that demand one. Monitors of
              all projects of the organization present it to the origins that you allow. ADMINs are warned by mail, and
              the projects by a notification, 30, 14, 7 and 1 days before it expires.
            </EmptyState>
          )}
          {rows.map((row) => (
            <Certificate key={row.id} orgId={orgId} row={row} onChange={() => setEditing(row)} />
          ))}
        </>
      )}
    </Loaded>
  )
}

export default CertificatesScreen
