import { randomBytes } from 'node:crypto'
import type { integrations as endpoints } from '../../../contract/integrations/integrations.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { decodeState } from '../../../domain/integrations/authorization-state.ts'
import { refuseOutsider } from '../../access/organizations.ts'
import { ProviderProblem } from '../../auth/provider-problem.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { type IntegrationProvider, urlFor } from '../../integration-settings.ts'
import { grantOf } from '../../integrations/fresh-token.ts'
import { exchangeCode, listedDomain, type Tested, testCall } from '../../integrations/provider-calls.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  beginFlow,
  endFlow,
  type IntegrationFlow,
  type IntegrationFlowOwner,
} from '../../store/integrations/integration-flows.ts'
import {
  addIntegration,
  integrationOf,
  integrationsOf,
  reconnectIntegration,
} from '../../store/integrations/integrations.ts'
import { noIntegration, recordIntegration, rowOf } from './integration-row.ts'

/** Time to sign in at the provider. */
const FLOW_MS = 15 * 60_000
/** Integrations of one organization. */
const MOST = 100

const noProvider = (id: string) =>
  new Refusal(404, 'not_found', `No integration provider “${id}” is configured on this server.`)

const unknownFlow = new Refusal(
  410,
  'gone',
  'This authorization is not known: it was finished already, it expired after 15 minutes, or it was begun in another browser or by another account. Start again.',
)

/** A refusal with one sentence as its `detail`, which the return page shows. */
const refused = (sentence: string): Refusal => new Refusal(422, 'invalid', sentence)

/** The person who begins or finishes; API keys cannot. */
const ownerOf = ({ caller }: Context): IntegrationFlowOwner | null =>
  caller.kind === 'account' ? { accountId: caller.accountId, session: caller.signIn?.session ?? null } : null

const onlyPersons = new Refusal(403, 'forbidden', 'Only a person who is signed in can connect an integration.')

const hostsOf = ({ domains }: IntegrationProvider): string => domains.map(({ domain }) => domain).join(', ')

/** Handlers that connect integrations. */
export const integrationAuthorizationHandlers = (services: Services) => {
  const { configuration, sealing, allowed, url, database } = services
  const providers = configuration.integrations
  const providerOf = (id: string) => providers.find((provider) => provider.id === id)
  const redirectUri = (provider: IntegrationProvider) => `${url}/onboarding/integration/${provider.id}`
  return {
    'integration.providers': async () => ({
      meta: { more: false, next_cursor: null },
      data: providers.map(({ id, name, domains, scopes, testUrl, revokeUrl }) => ({
        id,
        name,
        domains: domains.map(({ domain }) => domain),
        scopes: [...scopes],
        can_test: testUrl !== null,
        can_revoke: revokeUrl !== null,
      })),
    }),

    'integration.begin': async ({ params: { org }, body }, context) => {
      const { db, now } = context
      const owner = ownerOf(context)
      if (!owner) return onlyPersons
      const provider = providerOf(body.provider)
      if (!provider) return noProvider(body.provider)
      const domain = body.domain || (provider.domains[0]?.domain ?? '')
      const listed = listedDomain(provider, domain)
      if (!listed)
        return invalid([problem('domain', 'invalid', `must be a domain of ${provider.name}: ${hostsOf(provider)}.`)])
      const before = body.integration_id ? await integrationOf(db, org, body.integration_id) : null
      if (before === undefined) return noIntegration
      if (before && before.provider !== provider.id)
        return invalid([problem('integration_id', 'invalid', `must be an integration with ${provider.name}.`)])
      if (!before && (await integrationsOf(db, org)).length >= MOST)
        return new Refusal(403, 'quota', `This organization has ${MOST} integrations, and can have no more.`)
      const name = before?.name ?? (body.name?.trim() || provider.name)
      const id = randomBytes(24).toString('base64url')
      const expires = now + FLOW_MS
      const flow: IntegrationFlow = {
        org_id: org,
        provider: provider.id,
        domain,
        name,
        integration_id: before?.id ?? null,
      }
      await beginFlow(db, id, flow, { by: owner, now, expires })
      context.record({
        resource: { type: 'integration', id: before?.id ?? provider.id, name },
        organizationId: org,
        after: { provider: provider.id, domain },
      })
      return {
        flow: id,
        authorize_url: urlFor(provider.authorizeUrl, listed),
        client_id: provider.clientId,
        redirect_uri: redirectUri(provider),
        scope: provider.scopes.join(' '),
        domain,
        params: { ...provider.authorizeParams },
        expires: formatTime(expires),
      }
    },

    'integration.authenticate': async ({ params, query }, context) => {
      const { db, now, caller } = context
      const owner = ownerOf(context)
      if (!owner) return onlyPersons
      const provider = providerOf(params.provider)
      if (!provider) return noProvider(params.provider)
      if (query.redirect_uri !== redirectUri(provider))
        return refused(`redirect_uri must be ${redirectUri(provider)}, but is ${query.redirect_uri}.`)
      if (!listedDomain(provider, query.domain))
        return refused(`domain must be a domain of ${provider.name} (${hostsOf(provider)}), but is “${query.domain}”.`)
      const flowId = decodeState(query.state)?.flow
      if (!flowId) return refused('state must be the one that this authorization was begun with.')
      // In a transaction of its own: a flow is finished once, also where this request fails.
      const flow = await endFlow(database.db, flowId, { by: owner, provider: provider.id, now })
      if (!flow) return unknownFlow
      const outside = await refuseOutsider(db, caller, flow.org_id, 'write', now)
      if (outside) return outside
      const at = { provider, domain: query.domain, allowed }
      try {
        const granted = await exchangeCode(at, {
          code: query.code,
          state: query.state,
          redirectUri: query.redirect_uri,
          verifier: query.code_verifier,
        })
        const grant = grantOf(granted, { sealing, now, before: { refresh: null, scopes: provider.scopes } })
        const tested = await firstTest(at, granted.accessToken)
        const before = flow.integration_id
          ? await integrationOf(db, flow.org_id, flow.integration_id, { forChange: true })
          : null
        if (before === undefined) return noIntegration
        const made = {
          ...grant,
          account: tested.outcome === 'passed' ? tested.account : null,
          error: tested.outcome === 'passed' ? null : tested.sentence,
          domain: query.domain,
          accountId: owner.accountId,
          now,
        }
        if (before) await reconnectIntegration(db, before.key, made)
        const id =
          before?.id ?? (await addIntegration(db, flow.org_id, { ...made, provider: provider.id, name: flow.name }))
        const after = await integrationOf(db, flow.org_id, id)
        if (!after) throw new Error('The integration was not stored.')
        recordIntegration(context, { ...(before && { before }), after })
        return rowOf(after, { providers, now })
      } catch (error) {
        if (error instanceof ProviderProblem) return refused(error.message)
        throw error
      }
    },
  } satisfies HandlersPart<typeof endpoints>
}

/** Tests a new token, which also tells the account. That it fails undoes nothing: the integration says so. */
const firstTest = async (at: Parameters<typeof testCall>[0], token: string): Promise<Tested> => {
  try {
    return await testCall(at, token)
  } catch (error) {
    if (error instanceof ProviderProblem) return { outcome: 'failed', sentence: error.message }
    throw error
  }
}
