import type { tokens as tokenResource } from '../../../contract/auth/tokens.ts'
import type { BodyOf } from '../../../contract/core/endpoint.ts'
import { providerOrigins } from '../../../domain/auth/auth-origins.ts'
import { GRANT_WORDS, type Grant, offeredGrants } from '../../../domain/auth/auth-types.ts'
import { authCallbackName, authCallbackPath } from '../../../domain/auth/callback-path.ts'
import { blankToken } from '../../auth/issue.ts'
import { type OpenSetting, openSetting } from '../../auth/open-setting.ts'
import { ProviderProblem } from '../../auth/provider-problem.ts'
import type { ProjectContext } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { type AuthSettingDoc, authSettings } from '../../store/auth/auth-settings.ts'
import type { Flow, FlowOwner } from '../../store/auth/flows.ts'
import { type TokenDoc, tokens } from '../../store/auth/tokens.ts'
import type { Stored } from '../../store/core/objects.ts'
import { ownerOf } from './owner-of.ts'
import { refuseOthers } from './tokens.ts'

type Requested = BodyOf<(typeof tokenResource)['endpoints']['token.authorize']>

/** Input of a grant: the opened setting, the token to replace, and the scopes. */
export type GrantRequest = {
  readonly setting: Stored<AuthSettingDoc>
  readonly opened: OpenSetting
  readonly token: Stored<TokenDoc> | null
  readonly name: string
  readonly scopes: readonly string[]
}

/** The caller as the owner of an authorization: the account, and the browser's session. */
export const flowOwnerOf = (context: ProjectContext): FlowOwner => ({
  projectKey: context.project.key,
  owner: ownerOf(context),
  session: context.caller.kind === 'account' ? (context.caller.signIn?.session ?? null) : null,
})

/** A provider's problem as a refusal; other errors are thrown on. `keepsWrites`: what was stored before stays. */
export const refusedByProvider = (error: unknown, field: string): Refusal => {
  if (!(error instanceof ProviderProblem)) throw error
  return invalid([{ field, code: 'invalid', message: error.message }])
}

/** The token that a request replaces, which must be the caller's own; null for a new one. */
const replacedToken = async (
  { token_id: id, auth_id }: Pick<Requested, 'token_id' | 'auth_id'>,
  context: ProjectContext,
): Promise<Stored<TokenDoc> | null | Refusal> => {
  if (id == null) return null
  const token = await tokens.readForChange(context.db, context.project.key, id)
  if (!token) return notFound('token')
  if (token.doc.auth_id !== auth_id)
    return invalid([
      { field: 'token_id', code: 'invalid', message: 'token_id must be the id of a token of this auth setting.' },
    ])
  return refuseOthers(token, context) ?? token
}

/** Reads and checks what a grant is asked for; `browser`: the grant of the setting's type for which a person signs in. */
export const grantRequest = async (
  body: Requested,
  wanted: Grant | 'browser',
  { sealing }: Services,
  context: ProjectContext,
): Promise<GrantRequest | Refusal> => {
  const setting = await authSettings.read(context.db, context.project.key, body.auth_id)
  if (!setting) return notFound('auth setting')
  const { settings } = setting.doc
  const offered = offeredGrants(settings)
  const grant = wanted !== 'browser' ? wanted : settings.auth_type === 'OAUTH1' ? 'oauth1' : 'authorization_code'
  if (!offered.includes(grant)) {
    const others = offered.map((each) => GRANT_WORDS[each].title).join(', ')
    const message =
      others === ''
        ? `auth_id: tokens of “${setting.name}” are entered, not obtained.`
        : `auth_id: “${setting.name}” does not offer ${GRANT_WORDS[grant].title}; it offers ${others}.`
    return invalid([{ field: 'auth_id', code: 'forbidden', message }])
  }
  const token = await replacedToken(body, context)
  if (token instanceof Refusal) return token
  try {
    return {
      setting,
      opened: await openSetting(context.db, context.project.key, setting.doc, sealing),
      token,
      name: token?.name ?? (body.name?.trim() || setting.name),
      scopes: body.scopes ?? settings.scopes ?? [],
    }
  } catch (error) {
    return refusedByProvider(error, 'auth_id')
  }
}

/** The document that a grant fills in. */
export const blankFor = (authId: string, token: Stored<TokenDoc> | null, context: ProjectContext): TokenDoc =>
  token?.doc ?? blankToken(authId, ownerOf(context))

/** Opens the setting of a started authorization, which is finished at the provider that it was started with. */
export const openedOf = async (services: Services, { db, project }: ProjectContext, flow: Flow) => {
  const setting = await authSettings.read(db, project.key, flow.auth_id)
  if (!setting) return notFound('auth setting')
  if (providerOrigins(setting.doc.settings).some((origin) => !flow.origins.includes(origin)))
    return invalid([
      { field: 'state', code: 'forbidden', message: 'The auth setting’s provider changed meanwhile: start again.' },
    ])
  try {
    return await openSetting(db, project.key, setting.doc, services.sealing)
  } catch (error) {
    return refusedByProvider(error, 'state')
  }
}

/** The address to which a provider leads back. */
export const callbackAt = (url: string, { settings }: OpenSetting): string =>
  `${url}${authCallbackPath(settings) ?? ''}`

/** Refuses an answer that came to the callback address of another provider; null if it came to the right one. */
export const refuseOtherCallback = (
  { settings }: OpenSetting,
  { callback }: { readonly callback?: string | undefined },
): Refusal | null =>
  (callback ?? null) === authCallbackName(settings)
    ? null
    : invalid([
        {
          field: 'state',
          code: 'forbidden',
          message: 'The answer came to the callback address of another provider, so it was not used: start again.',
        },
      ])

/** Refuses to finish an authorization that the caller has not. */
export const unknownFlow = (): Refusal =>
  new Refusal(
    410,
    'gone',
    'This authorization is not known: it was finished already, it expired after 15 minutes, or it was started in another browser, account or project. Start it again.',
  )
