import type { integrations as endpoints } from '../../../contract/integrations/integrations.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { ProviderProblem } from '../../auth/provider-problem.ts'
import type { HandlersPart } from '../../http/context.ts'
import type { IntegrationProvider } from '../../integration-settings.ts'
import { Expired, freshToken } from '../../integrations/fresh-token.ts'
import { revokeAt, type Tested, testCall } from '../../integrations/provider-calls.ts'
import { invalid } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import {
  changeIntegration,
  type IntegrationStatus,
  integrationOf,
  integrationsOf,
  openTokens,
  recordOutcome,
  removeIntegration,
  type StoredIntegration,
} from '../../store/integrations/integrations.ts'
import { noIntegration, recordIntegration, rowOf } from './integration-row.ts'

const MOST_SETTINGS = 50
const LONGEST_NAME = 100
const LONGEST_VALUE = 1000

/** Handlers of an organization's integrations. */
export const integrationHandlers = (services: Services) => {
  const { configuration, sealing, allowed } = services
  const providers = configuration.integrations
  const providerOf = (id: string) => providers.find((provider) => provider.id === id)
  return {
    'integration.list': async ({ params }, { db, now }) => ({
      meta: { more: false, next_cursor: null },
      data: (await integrationsOf(db, params.org)).map((stored) => rowOf(stored, { providers, now })),
    }),

    'integration.read': async ({ params }, { db, now }) => {
      const stored = await integrationOf(db, params.org, params.id)
      return stored ? rowOf(stored, { providers, now }) : noIntegration
    },

    'integration.update': async ({ params: { org, id }, body }, context) => {
      const { db, now } = context
      const before = await integrationOf(db, org, id, { forChange: true })
      if (!before) return noIntegration
      const problems = [...nameProblems(body.name), ...settingProblems(body.settings)]
      if (problems.length > 0) return invalid(problems)
      const { name = before.name, settings = before.settings } = body
      await changeIntegration(db, before.key, { name: name.trim(), settings, now })
      const after = await reread(db, before)
      recordIntegration(context, { before, after })
      return rowOf(after, { providers, now })
    },

    'integration.test': async ({ params: { org, id } }, context) => {
      const { db, now } = context
      const before = await integrationOf(db, org, id)
      if (!before) return noIntegration
      const provider = providerOf(before.provider)
      // The row says so already.
      if (!provider) return rowOf(before, { providers, now })
      const outcome = await outcomeOf(before, provider, services, now)
      await recordOutcome(db, before.key, { ...outcome, now })
      const after = await reread(db, before)
      recordIntegration(context, { before, after })
      return rowOf(after, { providers, now })
    },

    'integration.remove': async ({ params: { org, id } }, context) => {
      const { db } = context
      const before = await integrationOf(db, org, id, { forChange: true })
      if (!before) return noIntegration
      const provider = providerOf(before.provider)
      const detail = provider ? await revoked(before, provider) : 'The provider is no longer configured on the server.'
      await removeIntegration(db, before.key)
      recordIntegration(context, { before })
      return { revoked: detail === null, detail }
    },
  } satisfies HandlersPart<typeof endpoints>

  /** Revokes the tokens of an integration; returns why it could not, and null if it did. */
  async function revoked(stored: StoredIntegration, provider: IntegrationProvider): Promise<string | null> {
    if (provider.revokeUrl === null)
      return `${provider.name} offers no way to revoke tokens from here: remove the connection there, too.`
    const { access, refresh } = openTokens(stored, sealing)
    try {
      await revokeAt({ provider, domain: stored.domain, allowed }, refresh === null ? [access] : [refresh, access])
      return null
    } catch (error) {
      if (error instanceof ProviderProblem) return error.message
      throw error
    }
  }
}

type Outcome = { readonly status: IntegrationStatus; readonly error: string | null; readonly account: string | null }

/** Tests an integration: with its token, and once more with a refreshed one if the provider refuses the first. */
const outcomeOf = async (
  stored: StoredIntegration,
  provider: IntegrationProvider,
  { database, sealing, allowed }: Services,
  now: number,
): Promise<Outcome> => {
  const freshening = { database, sealing, allowed, provider, now }
  const at = { provider, domain: stored.domain, allowed }
  const attempt = async (): Promise<Tested> => {
    const token = await freshToken(stored, freshening)
    const tested = await testCall(at, token)
    return tested.outcome === 'refused' ? testCall(at, await freshToken(stored, freshening, token)) : tested
  }
  try {
    const tested = await attempt()
    if (tested.outcome === 'passed') return { status: 'connected', error: null, account: tested.account }
    const status = tested.outcome === 'refused' ? 'expired' : 'error'
    return { status, error: tested.sentence, account: null }
  } catch (error) {
    if (error instanceof Expired) return { status: 'expired', error: error.message, account: null }
    if (error instanceof ProviderProblem) return { status: 'error', error: error.message, account: null }
    throw error
  }
}

const reread = async (db: Db, { org_id, id }: StoredIntegration): Promise<StoredIntegration> => {
  const stored = await integrationOf(db, org_id, id)
  if (!stored) throw new Error('The integration was deleted meanwhile.')
  return stored
}

const nameProblems = (name: string | undefined): Problem[] =>
  name?.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []

const settingProblems = (settings: Readonly<Record<string, string>> | undefined): Problem[] => {
  const all = Object.entries(settings ?? {})
  if (all.length > MOST_SETTINGS)
    return [problem('settings', 'length', `must have at most ${MOST_SETTINGS} values, but has ${all.length}.`)]
  return all.flatMap(([name, value]) => {
    if (name.length > LONGEST_NAME)
      return problem('settings', 'length', `must have names of at most ${LONGEST_NAME} characters.`)
    if (value.length > LONGEST_VALUE)
      return problem(`settings.${name}`, 'length', `must have at most ${LONGEST_VALUE} characters.`)
    return []
  })
}
