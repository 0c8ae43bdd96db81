import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { identityProviders as endpoints } from '../../../contract/federation/identity-providers.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { sharersOf } from '../../../domain/federation/callback-path.ts'
import { identityProviderProblems } from '../../../domain/federation/identity-provider-rules.ts'
import { ProviderProblem } from '../../auth/provider-problem.ts'
import { outOfReach } from '../../delivery/out-of-reach.ts'
import { inspect } from '../../federation/openid.ts'
import type { HandlersOf } from '../../http/context.ts'
import { refuseStale } from '../../http/if-unchanged.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import {
  addProvider,
  type CountedProvider,
  changeProvider,
  type IdentityProvider,
  identityProviders,
  lockedProvider,
  removeProvider,
} from '../../store/federation/identity-providers.ts'
import { callbackAt, openedProvider } from './opened-provider.ts'

type Row = AnswerOf<(typeof endpoints)['identity-provider.read']>

const missing = new Refusal(404, 'not_found', 'There is no such identity provider in this installation.')
const elsewhere = new Refusal(
  404,
  'not_found',
  'An identity tenant signs people in here: add providers to that tenant.',
)

/** Scopes that tell name and email address. */
const USUAL_SCOPES = ['openid', 'email', 'profile']

/** Handlers of the OpenID providers that site admins configure. */
export const identityProviderHandlers = (services: Services): HandlersOf<typeof endpoints> => {
  const { sealing, allowed, provider: embedded } = services
  const rowOf = rowsAt(services.url)
  const readRow = async (db: Db, id: string): Promise<Row | Refusal> => {
    const [found] = await identityProviders(db, id)
    return found ? rowOf(found) : missing
  }
  return {
    'identity-provider.list': async (_, { db }) => ({
      meta: { more: false, next_cursor: null },
      results: (await identityProviders(db)).map(rowOf),
    }),

    'identity-provider.read': async ({ params }, { db }) => readRow(db, params.id),

    'identity-provider.create': async ({ body }, { db, now, record }) => {
      if (!embedded) return elsewhere
      const { name, issuer, client_id, client_secret, scopes = USUAL_SCOPES, button = '', domains = [] } = body
      const problems = [
        ...identityProviderProblems({ name, issuer, client_id, scopes, domains }),
        ...outOfReach(allowed, { issuer }),
      ]
      if (problems.length > 0) return invalid(problems)
      const written = {
        name: name.trim(),
        issuer: issuer.trim(),
        client_id: client_id.trim(),
        client_secret: client_secret ? sealing.seal(client_secret) : null,
        scopes: [...new Set(scopes)],
        button: button.trim() || `Continue with ${name.trim()}`,
        admits: body.admits ?? false,
        domains: normalized(domains),
        enabled: body.enabled ?? true,
        own_callback: body.own_callback ?? true,
      }
      const made = await addProvider(db, written, now)
      record({ resource: resourceOf(made), after: auditedOf(made) })
      return readRow(db, made.id)
    },

    'identity-provider.update': async ({ params, body }, { db, now, record }) => {
      const before = await lockedProvider(db, params.id)
      if (!before) return missing
      const stale = refuseStale('identity provider', body.if_last_update, before)
      if (stale) return stale
      const problems = [...identityProviderProblems(body), ...outOfReach(allowed, { issuer: body.issuer }, before)]
      if (problems.length > 0) return invalid(problems)
      const issuer = body.issuer?.trim() ?? before.issuer
      // Otherwise whoever may change it could have the secret sent to an address of their own.
      if (new URL(issuer).origin !== new URL(before.issuer).origin && before.client_secret && !body.client_secret)
        return invalid([
          {
            field: 'client_secret',
            code: 'required',
            message: `client_secret must be entered again to be sent to ${new URL(issuer).host}.`,
          },
        ])
      const written = {
        name: body.name?.trim() ?? before.name,
        issuer,
        client_id: body.client_id?.trim() ?? before.client_id,
        client_secret: secretOf(body.client_secret, before.client_secret, (secret) => sealing.seal(secret)),
        scopes: body.scopes ? [...new Set(body.scopes)] : before.scopes,
        button: body.button?.trim() || (body.button === undefined ? before.button : `Continue with ${before.name}`),
        admits: body.admits ?? before.admits,
        domains: body.domains ? normalized(body.domains) : before.domains,
        enabled: body.enabled ?? before.enabled,
        own_callback: body.own_callback ?? before.own_callback,
      }
      const after = await changeProvider(db, before.id, written, now)
      record({ resource: resourceOf(after), before: auditedOf(before), after: auditedOf(after) })
      return readRow(db, after.id)
    },

    'identity-provider.remove': async ({ params }, { db, record }) => {
      const before = await lockedProvider(db, params.id)
      if (!before) return missing
      await removeProvider(db, before.id)
      record({ resource: resourceOf(before), before: auditedOf(before) })
      return null
    },

    'identity-provider.test': async ({ params }, { db }) => {
      const [found] = await identityProviders(db, params.id)
      if (!found) return missing
      try {
        const findings = await inspect(openedProvider(found, sealing), {
          allowed,
          redirectUri: callbackAt(services.url, found),
          sharedWith: sharersOf(found, await identityProviders(db)).map(({ name }) => name),
        })
        return { ok: findings.every(({ ok }) => ok), findings: findings.map((finding) => ({ ...finding })) }
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error
        return { ok: false, findings: [{ ok: false, text: error.message }] }
      }
    },
  }
}

const normalized = (domains: readonly string[]): string[] => [...new Set(domains.map((each) => each.toLowerCase()))]

const secretOf = <Secret>(
  sent: string | null | undefined,
  before: Secret | null,
  seal: (secret: string) => Secret,
): Secret | null => {
  if (sent === undefined || sent === '') return before
  return sent === null ? null : seal(sent)
}

const resourceOf = ({ id, name }: IdentityProvider) => ({ type: 'identity-provider', id, name })

const auditedOf = ({ id: _, created: __, last_update: ___, ...facts }: IdentityProvider) => facts

const rowsAt =
  (url: string) =>
  (row: CountedProvider): Row => ({
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    client_id: row.client_id,
    has_secret: row.client_secret !== null,
    scopes: row.scopes,
    button: row.button,
    admits: row.admits,
    domains: row.domains,
    enabled: row.enabled,
    accounts: row.accounts,
    own_callback: row.own_callback,
    callback_url: callbackAt(url, row),
    created: formatTime(row.created),
    last_update: formatTime(row.last_update),
  })
