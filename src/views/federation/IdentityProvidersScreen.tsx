import { useCallback, useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { sharingCallback } from '../../domain/federation/callback-path.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { ProviderCard } from './ProviderCard.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import type { ProviderRow } from './provider-form.ts'

export type Tested = AnswerOf<ProductContract['identity-provider.test']>

/** Warns of providers that answer at one address. */
const SharedCallback = ({ rows }: { rows: readonly ProviderRow[] }) => {
  const sharing = sharingCallback(rows)
  if (sharing.length === 0) return null
  return (
    <Notice
      kind="warning"
      title={`${new Intl.ListFormat('en').format(sharing.map(({ name }) => name))} share a callback URL`}
    >
      Whoever controls one of them can sign in as people of another; <em>Test</em> says which ones are at risk. Register
      each one’s own callback URL at the provider, then choose <em>Its own</em> here when you change the provider.
    </Notice>
  )
}

/** OpenID providers that sign people in to the installation, for its site admins. */
const IdentityProvidersScreen = () => {
  const { configuration } = useApp()
  const list = useResource('identity-provider.list', {})
  const [editing, setEditing] = useState<ProviderRow | 'new' | null>(null)
  const [tests, setTests] = useState<Readonly<Record<string, Tested>>>({})
  useTitle()
  useScreenEvents(
    'screen',
    useCallback((event) => {
      if (event.type === 'PROVIDER_TESTED') setTests((before) => ({ ...before, [event.id]: event.tested }))
    }, []),
  )
  if (configuration.identity.kind === 'auth0')
    return (
      <EmptyState title="A tenant signs people in">
        This installation uses an Auth0 tenant. Add identity providers there.
      </EmptyState>
    )
  const add = <FormButton label="Add identity provider" icon="plus" kind="primary" onPress={() => setEditing('new')} />
  return (
    <Loaded of={list} label="Identity providers">
      {({ results: rows }) => (
        <>
          <PageHead
            title="Identity providers"
            lead="People sign in with them beside their passwords. An address alone never links accounts."
            actions={editing === null && rows.length > 0 && add}
          />
          {editing !== null && (
            <ProviderForm
              key={editing === 'new' ? 'new' : editing.id}
              row={editing === 'new' ? null : editing}
              onDone={() => setEditing(null)}
            />
          )}
          {rows.length === 0 && editing === null && (
            <EmptyState title="No identity providers yet" actions={add}>
              An OpenID provider, such as that of your company, signs people in with their usual account. Its button
              appears on the sign-in page.
            </EmptyState>
          )}
          <SharedCallback rows={rows} />
          {rows.map((row) => (
            <ProviderCard key={row.id} row={row} tested={tests[row.id]} onChange={() => setEditing(row)} />
          ))}
        </>
      )}
    </Loaded>
  )
}
export default IdentityProvidersScreen
