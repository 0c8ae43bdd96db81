import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { OrganizationTabs } from '../organizations/OrganizationTabs.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { IntegrationCard, type IntegrationRow } from './IntegrationCard.tsx'

type Provider = AnswerOf<ProductContract['integration.providers']>['data'][number]

const ProviderCard = ({ orgId, provider, count }: { orgId: string; provider: Provider; count: number }) => (
  <Card
    title={provider.name}
    sub={count === 0 ? 'not connected' : count === 1 ? '1 account connected' : `${count} accounts connected`}
    actions={
      <Act
        command="integration.connect"
        args={{ organization: orgId, provider: provider.id }}
        size="small"
        kind={count === 0 ? 'primary' : 'secondary'}
        label={`Connect ${provider.name}`}
      >
        {count === 0 ? 'Connect' : 'Connect another'}
      </Act>
    }
  >
    <p className="muted small">
      {provider.scopes.length === 0 ? (
        `${provider.name} decides which permissions it grants.`
      ) : (
        <>
          Asks for: <span className="mono">{provider.scopes.join(', ')}</span>
        </>
      )}
    </p>
  </Card>
)

type BodyProps = { orgId: string; providers: readonly Provider[]; rows: readonly IntegrationRow[] }

const Body = ({ orgId, providers, rows }: BodyProps) => {
  const countOf = (id: string) => rows.filter(({ provider }) => provider === id).length
  return (
    <>
      {providers.length === 0 && rows.length === 0 && (
        <EmptyState title="No providers configured">
          An integration connects an account at another service to the organization, without anyone entering its tokens
          here. Whoever runs this server names the services in SONDE_INTEGRATIONS.
        </EmptyState>
      )}
      {rows.map((row) => (
        <IntegrationCard
          key={`${row.id} ${row.name}`}
          orgId={orgId}
          row={row}
          isConfigured={providers.some(({ id }) => id === row.provider)}
        />
      ))}
      {providers.map((provider) => (
        <ProviderCard key={provider.id} orgId={orgId} provider={provider} count={countOf(provider.id)} />
      ))}
    </>
  )
}

/** The integrations of an organization, and the providers that it can connect to; for its ADMINs. */
const IntegrationsScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const name = useWorld()
    .entities('collection')
    .find((collection) => collection.id === orgId)?.name
  const list = useResource('integration.list', { params: { org: orgId } })
  const providers = useResource('integration.providers', {})
  useTitle(name && `Integrations of ${name}`)
  return (
    <Loaded of={list} label="Integrations">
      {({ data: rows }) => (
        <>
          <PageHead
            title={`Integrations of ${name ?? 'the organization'}`}
            lead="Accounts at other services. Their tokens stay on the server, encrypted."
          />
          <OrganizationTabs orgId={orgId} />
          <Loaded of={providers} page={false}>
            {({ data }) => <Body orgId={orgId} providers={data} rows={rows} />}
          </Loaded>
        </>
      )}
    </Loaded>
  )
}

export default IntegrationsScreen
