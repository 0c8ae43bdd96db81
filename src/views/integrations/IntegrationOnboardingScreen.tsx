import { useEffect } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import classes from './integrations.module.css'
import { useAuthorization } from './use-authorization.ts'

type Provider = AnswerOf<ProductContract['integration.providers']>['data'][number]
type Organization = { readonly id: string; readonly name: string }
type ConnectProps = { readonly provider: Provider; readonly organizations: readonly Organization[] }

/** Providers name the domain as such, or as the address of their site. */
const namedDomain = ({ domains }: Provider, { domain, site }: Readonly<Record<string, string | undefined>>) =>
  domains.find((each) => each === domain || site?.replace(/\/$/, '').endsWith(each)) ?? domains[0] ?? ''

const Connect = ({ provider, organizations }: ConnectProps) => {
  const { search } = useCurrentRoute()
  const world = useWorld()
  const { organization: named, integration = '' } = search
  const { snapshot, ref } = useAuthorization(provider.id, {
    organization: named ?? (organizations.length === 1 ? (organizations[0]?.id ?? '') : ''),
    domain: namedDomain(provider, search),
    name: '',
    integration: integration || null,
  })
  const { choice, problem } = snapshot.context
  const isDone = snapshot.matches('done')
  useEffect(() => {
    if (isDone)
      world.goTo(
        `/onboarding/integration/${provider.id}/complete?organization=${encodeURIComponent(choice.organization)}`,
        { replace: true },
      )
  }, [isDone, world, provider.id, choice.organization])
  const organization = organizations.find(({ id }) => id === choice.organization)
  if (snapshot.matches('failed'))
    return (
      <ErrorState
        page
        sentence={problem ?? ''}
        actions={
          <>
            <Act command="integration.finish" kind="primary" label="Start again" />
            {organization && (
              <Go to="organization-integrations" params={{ orgId: organization.id }} kind="secondary">
                Integrations of {organization.name}
              </Go>
            )}
          </>
        }
      />
    )
  if (!snapshot.matches('choosing') && !snapshot.hasTag('busy'))
    return <Loading label={`Connecting ${provider.name}`} />
  const isAgain = choice.integration !== null
  return (
    <>
      <PageHead
        title={isAgain ? `Reconnect ${provider.name}` : `Connect ${provider.name}`}
        lead={`You sign in at ${provider.name}, which sends you back here.`}
      />
      <div className={classes.narrow}>
        <Form command="integration.begin" label={`Connect ${provider.name}`}>
          <Card label={provider.name}>
            <div className="stack">
              {problem !== null && (
                <Notice kind="fail" urgent title={problem.replace(/^(?:domain|integration_id): /, '')} />
              )}
              <Field label="Organization" hint="Its ADMINs can use and disconnect the integration.">
                <Select
                  value={choice.organization}
                  disabled={isAgain}
                  onValue={(value) => ref.send({ type: 'CHANGE', field: 'organization', value })}
                  options={[
                    ...(choice.organization === '' ? [{ value: '', label: 'Choose an organization' }] : []),
                    ...organizations.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              </Field>
              {provider.domains.length > 1 && (
                <Field label="Domain" hint={`Where you sign in to ${provider.name}.`}>
                  <Select
                    value={choice.domain}
                    onValue={(value) => ref.send({ type: 'CHANGE', field: 'domain', value })}
                    options={provider.domains.map((domain) => ({ value: domain, label: domain }))}
                  />
                </Field>
              )}
              {!isAgain && (
                <Field label="Name" optional hint="Tells several accounts apart.">
                  <TextInput
                    value={choice.name}
                    placeholder={provider.name}
                    maxLength={400}
                    onValue={(value) => ref.send({ type: 'CHANGE', field: 'name', value })}
                  />
                </Field>
              )}
              {provider.scopes.length > 0 && (
                <p className="muted small">
                  Asks for: <span className="mono">{provider.scopes.join(', ')}</span>
                </p>
              )}
              <div className="row">
                <Act
                  command="integration.begin"
                  kind="primary"
                  submits
                  label={`Continue to ${provider.name}`}
                  pending={snapshot.hasTag('busy')}
                />
                {organization && (
                  <Go to="organization-integrations" params={{ orgId: organization.id }} kind="ghost">
                    Cancel
                  </Go>
                )}
              </div>
            </div>
          </Card>
        </Form>
      </div>
    </>
  )
}

const NoProvider = ({ id }: { id: string }) => (
  <>
    <PageHead title="Connect an integration" />
    <Card label="Provider">
      <EmptyState
        title="This provider is not configured"
        actions={
          <Go to="collections" kind="primary">
            Collections
          </Go>
        }
      >
        No integration provider “{id}” is configured on this server. Whoever runs it adds providers to
        SONDE_INTEGRATIONS.
      </EmptyState>
    </Card>
  </>
)

const NoOrganization = () => (
  <>
    <PageHead title="Connect an integration" />
    <Card label="Organizations">
      <EmptyState
        title="You administer no organization"
        actions={
          <Go to="collections" kind="primary">
            Collections
          </Go>
        }
      >
        An integration belongs to an organization, and only its ADMINs can connect one. Ask one of them.
      </EmptyState>
    </Card>
  </>
)

/** Connects a provider to an organization: the way to its page, and the way back from it. */
const IntegrationOnboardingScreen = () => {
  const { params, search } = useCurrentRoute()
  const { provider: id = '' } = params
  const providers = useResource('integration.providers', {})
  const roles = useMachine('project', (snapshot) => snapshot?.context.account?.roles)
  const organizations = useMachine('project', (snapshot) => snapshot?.context.organizations)
  const { site } = useWorld()
  const provider = providers.data?.data.find((each) => each.id === id)
  useTitle(provider && `Connect ${provider.name}`)
  return (
    <Loaded of={providers} label="Connect an integration">
      {({ data }) => {
        const found = data.find((each) => each.id === id)
        if (!found) return <NoProvider id={id} />
        if (!organizations) return <Loading label={`Connecting ${found.name}`} />
        const own = organizations.filter((each) => roles?.[each.id]?.includes('ADMIN') || site.admin)
        const isReturn = search.state !== undefined || search.code !== undefined || search.error !== undefined
        if (own.length === 0 && !isReturn && !site.admin) return <NoOrganization />
        return <Connect key={id} provider={found} organizations={own} />
      }}
    </Loaded>
  )
}

export default IntegrationOnboardingScreen
