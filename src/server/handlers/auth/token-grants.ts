import type { tokens as tokenResource } from '../../../contract/auth/tokens.ts'
import { providerOrigins } from '../../../domain/auth/auth-origins.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { authorization, newState } from '../../auth/authorization.ts'
import {
  clientCredentials,
  codeGrant,
  deviceGrant,
  deviceStart,
  type Granted,
  jwtBearer,
  passwordGrant,
} from '../../auth/grants.ts'
import { issuedToken } from '../../auth/issue.ts'
import { ProviderProblem, refusalSentence } from '../../auth/provider-problem.ts'
import type { HandlersPart, ProjectContext } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { authSettings } from '../../store/auth/auth-settings.ts'
import { claimPoll, type Flow, planPoll, startFlow, takeFlow } from '../../store/auth/flows.ts'
import { type TokenDoc, tokens } from '../../store/auth/tokens.ts'
import { finishOAuth1, isOAuth1Callback, startOAuth1 } from './oauth1-flow.ts'
import {
  blankFor,
  callbackAt,
  flowOwnerOf,
  grantRequest,
  openedOf,
  refusedByProvider,
  refuseOtherCallback,
  unknownFlow,
} from './token-requests.ts'
import { storeToken } from './tokens.ts'

/** Time to sign in at the provider. */
const CODE_MS = 15 * 60_000
/** The longest that a device flow is kept, whatever its provider says. */
const DEVICE_MS = 30 * 60_000
/** A poll's claim outlasts its request. */
const POLL_LEASE_MS = 20_000
/** Seconds that `slow_down` adds (RFC 8628 section 3.5). */
const SLOW_DOWN = 5

/** Stores the token of a finished authorization, in place of the one that it renews. */
const storeGranted = async (
  services: Services,
  context: ProjectContext,
  { flow, granted, grant }: { flow: Flow; granted: Granted; grant: TokenDoc['grant'] },
) => {
  const { db, project, now } = context
  const setting = await authSettings.readForChange(db, project.key, flow.auth_id)
  if (!setting) return notFound('auth setting')
  const token = flow.token_id === null ? null : await tokens.readForChange(db, project.key, flow.token_id)
  const blank = blankFor(setting.id, token ?? null, context)
  const issue = { setting: setting.doc, granted, grant, scopes: flow.scopes, sealing: services.sealing, now }
  const doc = issuedToken(blank, issue, false)
  return storeToken(context, { before: token ?? null, name: token?.name ?? flow.name ?? setting.name, doc })
}

/** Handlers that obtain tokens from providers. */
export const tokenGrantHandlers = (services: Services) => {
  const { sealing, url, refreshing } = services
  const { reaching } = refreshing
  return {
    'token.authorize': async ({ body }, context) => {
      const { db, now } = context
      const asked = await grantRequest(body, 'browser', services, context)
      if (asked instanceof Refusal) return asked
      const { setting, opened, token, name, scopes } = asked
      const redirectUri = callbackAt(url, opened)
      if (opened.settings.auth_type === 'OAUTH1')
        return startOAuth1(services, context, asked, { redirectUri, expires: now + CODE_MS })
      const started = await authorization(opened, { redirectUri, scopes })
      const expires = now + CODE_MS
      const flow = {
        kind: 'code',
        auth_id: setting.id,
        token_id: token?.id ?? null,
        name,
        scopes,
        secret: started.verifier,
        origins: providerOrigins(opened.settings),
        interval: 0,
      } as const
      await startFlow(db, started.state, flow, { by: flowOwnerOf(context), sealing, now, expires })
      context.record({ resource: { type: 'auth-setting', id: setting.id, name: setting.name }, after: { scopes } })
      return { url: started.url, expires: formatTime(expires) }
    },

    'token.finish': async ({ body }, context) => {
      const { now } = context
      const { state = '' } = body
      if (isOAuth1Callback(body)) return finishOAuth1(services, context, body)
      // In a transaction of its own: a state works once, also where this request fails.
      const flow = await takeFlow(services.database.db, state, { by: flowOwnerOf(context), sealing, now })
      if (flow?.kind !== 'code') return unknownFlow()
      const opened = await openedOf(services, context, flow)
      if (opened instanceof Refusal) return opened
      const elsewhere = refuseOtherCallback(opened, body)
      if (elsewhere) return elsewhere
      const host = new URL(opened.settings.authorize_url ?? url).host
      if (body.error !== undefined) {
        const message = refusalSentence(host, { error: body.error, description: body.error_description })
        return invalid([{ field: 'error', code: 'invalid', message }])
      }
      if (!body.code) return invalid([problem('code', 'required', 'must be the code that the provider sent.')])
      const callback = new URLSearchParams({ code: body.code, state, ...(body.iss && { iss: body.iss }) })
      try {
        const sent = { callback, state, redirectUri: callbackAt(url, opened), verifier: flow.secret }
        const granted = await codeGrant(opened, sent, reaching)
        return await storeGranted(services, context, { flow, granted, grant: 'authorization_code' })
      } catch (error) {
        return refusedByProvider(error, 'code')
      }
    },

    'token.grant': async ({ body }, context) => {
      const { grant, username = '', password = '' } = body
      const asked = await grantRequest(body, grant, services, context)
      if (asked instanceof Refusal) return asked
      const { setting, opened, token, name, scopes } = asked
      if (grant === 'password') {
        const missing = [
          ...(username === '' ? [problem('username', 'required', 'must be the user name at the provider.')] : []),
          ...(password === '' ? [problem('password', 'required', 'must be the password at the provider.')] : []),
        ]
        if (missing.length > 0) return invalid(missing)
      }
      try {
        const granted =
          grant === 'password'
            ? await passwordGrant(opened, { username, password, scopes }, reaching)
            : grant === 'jwt_bearer'
              ? await jwtBearer(opened, scopes, reaching, context.now)
              : await clientCredentials(opened, scopes, reaching)
        const flow = { kind: 'code', auth_id: setting.id, token_id: token?.id ?? null, name, scopes } as const
        return await storeGranted(services, context, {
          flow: { ...flow, secret: null, origins: [], interval: 0 },
          granted,
          grant,
        })
      } catch (error) {
        return refusedByProvider(error, 'auth_id')
      }
    },

    'token.device': async ({ body }, context) => {
      const { db, now } = context
      const asked = await grantRequest(body, 'device_code', services, context)
      if (asked instanceof Refusal) return asked
      const { setting, opened, token, name, scopes } = asked
      try {
        const code = await deviceStart(opened, scopes, reaching)
        const state = newState()
        const expires = now + Math.min(DEVICE_MS, code.expiresInSeconds * 1000)
        const flow = {
          kind: 'device',
          auth_id: setting.id,
          token_id: token?.id ?? null,
          name,
          scopes,
          secret: code.deviceCode,
          origins: providerOrigins(opened.settings),
          interval: code.intervalSeconds,
        } as const
        await startFlow(db, state, flow, { by: flowOwnerOf(context), sealing, now, expires })
        await planPoll(db, state, flow, { sealing, at: now + code.intervalSeconds * 1000 })
        context.record({ resource: { type: 'auth-setting', id: setting.id, name: setting.name }, after: { scopes } })
        return {
          flow_id: state,
          user_code: code.userCode,
          verification_uri: code.verificationUri,
          verification_uri_complete: code.verificationUriComplete,
          interval: code.intervalSeconds,
          expires: formatTime(expires),
        }
      } catch (error) {
        return refusedByProvider(error, 'auth_id')
      }
    },

    'token.poll-device': async ({ body }, context) => {
      const { now } = context
      const { db } = services.database
      const by = flowOwnerOf(context)
      const claimed = await claimPoll(db, body.flow_id, { by, sealing, now, leaseMs: POLL_LEASE_MS })
      if (claimed?.flow.kind !== 'device')
        return new Refusal(410, 'gone', 'The code expired, or was used already. Start again for a new one.')
      const { flow, early } = claimed
      const pending = { state: 'pending', interval: flow.interval, token_id: null } as const
      if (early) return pending
      const opened = await openedOf(services, context, flow)
      if (opened instanceof Refusal) return opened
      try {
        const granted = await deviceGrant(opened, flow.secret ?? '', reaching)
        await takeFlow(db, body.flow_id, { by, sealing, now })
        const row = await storeGranted(services, context, { flow, granted, grant: 'device_code' })
        return row instanceof Refusal ? row : { state: 'done', interval: flow.interval, token_id: row.id }
      } catch (error) {
        const code = error instanceof ProviderProblem ? error.code : null
        const isSlow = code === 'slow_down'
        const interval = flow.interval + (isSlow ? SLOW_DOWN : 0)
        if (isSlow || code === 'authorization_pending' || (error instanceof ProviderProblem && error.isPassing)) {
          await planPoll(db, body.flow_id, { ...flow, interval }, { sealing, at: now + interval * 1000 })
          return { ...pending, interval }
        }
        await takeFlow(db, body.flow_id, { by, sealing, now })
        return refusedByProvider(error, 'flow_id')
      }
    },
  } satisfies HandlersPart<(typeof tokenResource)['endpoints']>
}
