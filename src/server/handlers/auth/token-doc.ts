import type { tokens as tokenResource } from '../../../contract/auth/tokens.ts'
import type { Row } from '../../../contract/core/resource.ts'
import { callOrigins, providerOrigins } from '../../../domain/auth/auth-origins.ts'
import { AUTH_TYPES, TOKEN_SECRETS, TOKEN_TEXTS } from '../../../domain/auth/auth-types.ts'
import { canRefresh } from '../../../domain/auth/renewable.ts'
import { tokenProblems, wholeTokenProblems } from '../../../domain/auth/token-rules.ts'
import { tokenStatusOf } from '../../../domain/auth/token-status.ts'
import { midSentence } from '../../../domain/core/mid-sentence.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import { MASK } from '../../../domain/secrets/masking.ts'
import type { ChangeOf } from '../../http/crud.ts'
import type { AuthSettingDoc } from '../../store/auth/auth-settings.ts'
import type { TokenDoc, TokenSecretName } from '../../store/auth/tokens.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import { type BoundSecret, maskBound, sealBound } from '../../store/secrets/bound-secret.ts'

export type TokenChange = ChangeOf<typeof tokenResource>
type TokenRow = Row<typeof tokenResource>

/** Origins that a secret of a token may be sent to: a refresh token goes to the provider, all others with calls. */
const originsFor = (name: TokenSecretName, { settings, meta }: AuthSettingDoc): string[] =>
  name === 'refresh_token' ? providerOrigins(settings) : callOrigins(settings, meta.domain)

const labelOf = (setting: AuthSettingDoc, name: string): string => {
  const label = AUTH_TYPES[setting.settings.auth_type].token.find((field) => field.name === name)?.label ?? name
  return `The ${midSentence(label)}`
}

/** Lays a change over a token: encrypts its secrets and binds them to the origins of its setting. */
export const changedToken = (
  before: TokenDoc,
  change: TokenChange,
  { setting, sealing }: { setting: AuthSettingDoc; sealing: SecretCipher },
): { doc: TokenDoc; problems: Problem[] } => {
  const given = change.token ?? {}
  const problems = tokenProblems(change)
  const secrets: Partial<Record<TokenSecretName, BoundSecret>> = {}
  for (const name of TOKEN_SECRETS) {
    const wanted = originsFor(name, setting)
    const sealed = sealBound(given[name], before.secrets[name] ?? null, {
      sealing,
      field: `token.${name}`,
      name: labelOf(setting, name),
      wanted,
    })
    if (given[name] !== undefined) for (const each of sealed.problems) problems.push(each)
    // A value that is not sent keeps the origins that it was entered for.
    const kept = given[name] === undefined ? before.secrets[name] : sealed.secret
    if (kept) secrets[name] = kept
  }
  const texts = Object.fromEntries(
    TOKEN_TEXTS.flatMap((name) => {
      const value = given[name] === undefined ? before.texts[name] : given[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const variables = (given.variables ?? []).map(({ key, value }, index) => {
    const known = before.variables.find((each) => each.key === key)?.value ?? null
    const field = `token.variables[${index}].value`
    const wanted = callOrigins(setting.settings, setting.meta.domain)
    const sealed = sealBound(value, known, { sealing, field, name: key, wanted })
    for (const each of sealed.problems) problems.push(each)
    return sealed.secret ? [{ key, value: sealed.secret }] : []
  })
  const expires = given.expire_time === undefined ? before.expires : parseTime(given.expire_time ?? '')
  const entersSecret = TOKEN_SECRETS.some(
    (name) => typeof given[name] === 'string' && secrets[name] !== before.secrets[name],
  )
  const doc: TokenDoc = {
    ...before,
    ...(change.meta?.domain !== undefined && { domain: change.meta.domain?.trim() || null }),
    secrets,
    texts,
    variables: given.variables ? variables.flat() : before.variables,
    expires,
    ...(entersSecret && { problem: null, refused: null, grant: 'manual' as const, issued: null, api_response: {} }),
  }
  const isThere = (name: string) =>
    name in doc.secrets || name in doc.texts || (name === 'variables' && doc.variables.length > 0)
  return { doc, problems: [...problems, ...wholeTokenProblems(setting.settings.auth_type, isThere)] }
}

type About = {
  readonly setting: AuthSettingDoc | undefined
  readonly mine: boolean
  readonly refreshAt: number | undefined
  readonly usedBy: number
  readonly now: number
}

/** A token as it is answered: to others than its owner, only that it is there and how it does. */
export const tokenRow = (
  { id, name, doc, created, last_update }: Stored<TokenDoc>,
  { setting, mine, refreshAt, usedBy, now }: About,
): TokenRow => {
  const secrets = Object.fromEntries(
    TOKEN_SECRETS.flatMap((each) => (doc.secrets[each] ? [[each, maskBound(doc.secrets[each])]] : [])),
  )
  const variables = doc.variables.map(({ key }) => ({ key, value: MASK }))
  const hasValue = Object.keys(doc.secrets).length > 0 || doc.variables.length > 0
  const refreshes = refreshAt !== undefined && canRefresh(doc)
  const status = tokenStatusOf({ expires: doc.expires, problem: doc.problem, refreshes }, now)
  return {
    id,
    meta: {
      name,
      auth_id: doc.auth_id,
      owner: doc.owned_by,
      mine,
      domain: doc.domain,
      auth_type: setting?.settings.auth_type ?? 'NONE',
      created: formatTime(created),
      last_update: formatTime(last_update),
    },
    status,
    problem: doc.problem,
    grant: doc.grant,
    token: {
      ...(mine && { ...secrets, ...doc.texts, variables }),
      expire_time: doc.expires === null ? null : formatTime(doc.expires),
      has_value: hasValue,
    },
    refresh_at: refreshes ? formatTime(refreshAt) : null,
    issued: doc.issued === null ? null : formatTime(doc.issued),
    api_response: mine ? { ...doc.api_response } : {},
    used_by: usedBy,
  }
}
