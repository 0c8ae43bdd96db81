import type { tokens as tokenResource } from '../../../contract/auth/tokens.ts'
import type { BodyOf } from '../../../contract/core/endpoint.ts'
import { providerOrigins } from '../../../domain/auth/auth-origins.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { issuedOAuth1 } from '../../auth/issue.ts'
import { accessToken, requestToken } from '../../auth/oauth1.ts'
import { refusalSentence } from '../../auth/provider-problem.ts'
import type { ProjectContext } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { authSettings } from '../../store/auth/auth-settings.ts'
import { startFlow, takeFlow } from '../../store/auth/flows.ts'
import { tokens } from '../../store/auth/tokens.ts'
import { ownerOf } from './owner-of.ts'
import {
  blankFor,
  flowOwnerOf,
  type GrantRequest,
  openedOf,
  refusedByProvider,
  refuseOtherCallback,
  unknownFlow,
} from './token-requests.ts'
import { storeToken } from './tokens.ts'

type Callback = BodyOf<(typeof tokenResource)['endpoints']['token.finish']>

/** A flow is found by its request token, since some providers refuse a callback address with a query. */
const stateOf = (context: ProjectContext, token: string): string =>
  JSON.stringify(['oauth1', context.project.key, ownerOf(context), token])

/** Whether a provider of OAuth 1 led the browser back. */
export const isOAuth1Callback = ({ oauth_token, denied }: Callback): boolean =>
  oauth_token !== undefined || denied !== undefined

/** Obtains a request token, and returns the address at which a person confirms it (RFC 5849 section 2.1 and 2.2). */
export const startOAuth1 = async (
  { sealing, refreshing: { reaching } }: Services,
  context: ProjectContext,
  { setting, opened, token, name }: GrantRequest,
  { redirectUri, expires }: { redirectUri: string; expires: number },
) => {
  const { db, now } = context
  try {
    const requested = await requestToken(opened, redirectUri, { reaching, now })
    const flow = {
      kind: 'oauth1',
      auth_id: setting.id,
      token_id: token?.id ?? null,
      name,
      scopes: [],
      secret: requested.secret,
      origins: providerOrigins(opened.settings),
      interval: 0,
    } as const
    await startFlow(db, stateOf(context, requested.token), flow, { by: flowOwnerOf(context), sealing, now, expires })
    context.record({ resource: { type: 'auth-setting', id: setting.id, name: setting.name }, after: { scopes: [] } })
    return { url: requested.url, expires: formatTime(expires) }
  } catch (error) {
    return refusedByProvider(error, 'auth_id')
  }
}

/** Exchanges a confirmed request token for a token, and stores it (RFC 5849 section 2.3). */
export const finishOAuth1 = async (services: Services, context: ProjectContext, body: Callback) => {
  const { sealing, refreshing, database, url } = services
  const { db, project, now } = context
  const { oauth_token: given, denied, oauth_verifier: verifier } = body
  const token = given ?? denied ?? ''
  // In a transaction of its own: a request token works once, also where this request fails.
  const flow = await takeFlow(database.db, stateOf(context, token), { by: flowOwnerOf(context), sealing, now })
  if (flow?.kind !== 'oauth1') return unknownFlow()
  const opened = await openedOf(services, context, flow)
  if (opened instanceof Refusal) return opened
  const elsewhere = refuseOtherCallback(opened, body)
  if (elsewhere) return elsewhere
  if (given === undefined || body.error !== undefined) {
    const host = new URL(opened.settings.authorize_url ?? url).host
    const said = { error: body.error ?? 'access_denied', description: body.error_description }
    return invalid([{ field: 'denied', code: 'invalid', message: refusalSentence(host, said) }])
  }
  if (!verifier) return invalid([problem('oauth_verifier', 'required', 'must be the verifier that the provider sent.')])
  try {
    const confirmed = { token, secret: flow.secret ?? '', verifier }
    const granted = await accessToken(opened, confirmed, { reaching: refreshing.reaching, now })
    const setting = await authSettings.readForChange(db, project.key, flow.auth_id)
    if (!setting) return notFound('auth setting')
    const before =
      flow.token_id === null ? null : ((await tokens.readForChange(db, project.key, flow.token_id)) ?? null)
    const doc = issuedOAuth1(blankFor(setting.id, before, context), { setting: setting.doc, granted, sealing, now })
    return await storeToken(context, { before, name: before?.name ?? flow.name ?? setting.name, doc })
  } catch (error) {
    return refusedByProvider(error, 'oauth_token')
  }
}
