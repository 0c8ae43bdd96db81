import type { tokens as tokenResource } from '../../../contract/auth/tokens.ts'
import { providerOrigins } from '../../../domain/auth/auth-origins.ts'
import { revokeTokens } from '../../auth/grants.ts'
import { openSetting } from '../../auth/open-setting.ts'
import { refreshToken } from '../../auth/refresh.ts'
import type { HandlersPart } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { authSettings } from '../../store/auth/auth-settings.ts'
import { tokens } from '../../store/auth/tokens.ts'
import { refusedByProvider } from './token-requests.ts'
import { refuseOthers, storeToken, tokenRowOf } from './tokens.ts'

/** Handlers that refresh and revoke tokens. */
export const tokenUpkeepHandlers = (services: Services) =>
  ({
    'token.refresh': async ({ params }, context) => {
      const { db, project, now } = context
      // Not locked here: the refresh stores what it gets in a transaction of its own.
      const token = await tokens.read(db, project.key, params.id)
      if (!token) return notFound('token')
      const refused = refuseOthers(token, context)
      if (refused) return refused
      const refreshed = await refreshToken(token.key, { ...services.refreshing, now, isManual: true })
      if (refreshed === 'gone') return notFound('token')
      if (refreshed === 'claimed')
        return new Refusal(409, 'conflict', 'This token is being refreshed already: look again in a moment.')
      if ('problem' in refreshed) return invalid([{ field: 'token', code: 'invalid', message: refreshed.problem }])
      context.record({
        resource: { type: 'token', id: token.id, name: token.name },
        before: { issued: token.doc.issued },
        after: { issued: refreshed.token.doc.issued },
      })
      return tokenRowOf(refreshed.token, context)
    },

    'token.revoke': async ({ params }, context) => {
      const { db, project } = context
      const before = await tokens.readForChange(db, project.key, params.id)
      if (!before) return notFound('token')
      const refused = refuseOthers(before, context)
      if (refused) return refused
      const setting = await authSettings.read(db, project.key, before.doc.auth_id)
      if (!setting?.doc.settings.revoke_url)
        return invalid([
          {
            field: 'token',
            code: 'forbidden',
            message: 'The auth setting has no revocation URL: revoke the token at the provider, and delete it here.',
          },
        ])
      const wanted = providerOrigins(setting.doc.settings)
      const { refresh_token: refresh, access_token: access } = before.doc.secrets
      const isBound = refresh === undefined || wanted.every((origin) => refresh.origins.includes(origin))
      if (!isBound)
        return invalid([
          {
            field: 'token',
            code: 'forbidden',
            message: 'The token was obtained from another provider: delete it instead.',
          },
        ])
      try {
        const revoked = [refresh, access].flatMap((each) => (each ? [services.sealing.open(each)] : []))
        const opened = await openSetting(db, project.key, setting.doc, services.sealing)
        await revokeTokens(opened, revoked, services.refreshing.reaching)
      } catch (error) {
        return refusedByProvider(error, 'token')
      }
      const doc = {
        ...before.doc,
        secrets: {},
        expires: null,
        issued: null,
        api_response: {},
        problem: 'The token was revoked: authenticate again.',
      }
      return storeToken(context, { before, name: before.name, doc })
    },
  }) satisfies HandlersPart<(typeof tokenResource)['endpoints']>
