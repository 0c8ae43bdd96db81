import { isHeaderName, isHeaderValue } from '../core/header-rules.ts'
import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { hasUserInfo, isWebAddress } from '../core/web-address.ts'
import { allowedOriginProblems } from '../secrets/secret-origins.ts'
import { AUTH_TYPES, type AuthSettingDraft, type AuthTypeId, grantsOf, isUnused } from './auth-types.ts'
import { isKeyName, type SettingField } from './field-kinds.ts'

type Change = {
  readonly meta?: Partial<AuthSettingDraft['meta']>
  readonly settings?: Partial<AuthSettingDraft['settings']>
  readonly keys?: AuthSettingDraft['keys']
}

/** A setting as it would be stored, with masks in place of secrets. */
export type AuthSettingWhole = {
  readonly settings: AuthSettingDraft['settings']
  readonly keys: NonNullable<AuthSettingDraft['keys']>
}

/** Links of a setting to its provider's pages. */
export const DOCUMENTATION = ['keys', 'docs', 'apps', 'provider'] as const

const LIFETIME = { least: 30, most: 3600 } as const
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The path of a field of a type's table in the API. */
export const pathOf = ({ name }: SettingField): string => (isKeyName(name) ? `keys.${name}` : `settings.${name}`)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Field error of an address of a provider: https, except on this machine. */
export const addressProblem = (field: string, text: string): Problem | null => {
  if (!isWebAddress(text)) return problem(field, 'invalid', 'must be a URL such as https://login.example.com/token.')
  if (hasUserInfo(text)) return problem(field, 'forbidden', 'must not contain a user name or password.')
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || LOOPBACK.test(hostname)
    ? null
    : problem(field, 'forbidden', 'must start with https://, because secrets and tokens are sent there.')
}

const pairProblems = (field: string, pairs: readonly { key: string; value: string }[], areHeaders: boolean) =>
  pairs.flatMap(({ key, value }, index): Problem[] => {
    const at = `${field}[${index}]`
    if (key.trim() === '') return [problem(`${at}.key`, 'required', 'must be a name.')]
    if (areHeaders && !isHeaderName(key))
      return [problem(`${at}.key`, 'invalid', 'must be a header name, without spaces.')]
    if (areHeaders && key.toLowerCase() === 'host')
      return [problem(`${at}.key`, 'forbidden', 'must not be Host, which decides where the call goes.')]
    return areHeaders && !isHeaderValue(value)
      ? [problem(`${at}.value`, 'invalid', 'must not contain a line break or NUL.')]
      : []
  })

const claimsProblem = (field: string, text: string): Problem | null => {
  try {
    const claims: unknown = JSON.parse(text)
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return null
  } catch {
    // The sentence below says what is right.
  }
  return problem(field, 'invalid', 'must be a JSON object such as {"target": "eu"}.')
}

const valueProblems = (field: SettingField, value: unknown): Problem[] => {
  const path = pathOf(field)
  const one = (found: Problem | null): Problem[] => (found ? [found] : [])
  if (field.name === 'audience') return []
  if (field.kind === 'url') return one(addressProblem(path, String(value)))
  if (field.name === 'claims') return one(claimsProblem(path, String(value)))
  if (field.name === 'signature_header')
    return isHeaderName(String(value)) ? [] : [problem(path, 'invalid', 'must be a header name, without spaces.')]
  if (field.choices && !field.choices.some((each) => each.value === value))
    return [problem(path, 'unknown', `must be one of ${field.choices.map((each) => each.value).join(', ')}.`)]
  if (field.name === 'lifetime_seconds' && !(Number(value) >= LIFETIME.least && Number(value) <= LIFETIME.most))
    return [problem(path, 'range', `must be ${LIFETIME.least} to ${LIFETIME.most} seconds.`)]
  return []
}

const neededKey = ({ settings, keys }: AuthSettingWhole): Problem[] => {
  const { auth_type: type, signature_method: method, client_auth: how = 'basic' } = settings
  const needs = (field: 'client_secret' | 'private_key', says: string) =>
    isEmpty(keys[field]) ? [problem(`keys.${field}`, 'required', says)] : []
  if (type === 'OAUTH1')
    return method === 'RSA-SHA1'
      ? needs('private_key', 'must be the private key for RSA-SHA1.')
      : needs('client_secret', 'must be the consumer secret.')
  if (type !== 'OAUTH2' && type !== 'OAUTH2_JWS') return []
  if (how === 'basic' || how === 'body' || how === null)
    return needs('client_secret', 'must be the client secret. Public clients choose None as client authentication.')
  return how === 'private_key_jwt' ? needs('private_key', 'must be the key that signs for the client.') : []
}

const OAUTH1_URLS = ['request_token_url', 'authorize_url', 'access_token_url'] as const

/** Field errors of a sign-in by OAuth 1, which takes all of its URLs or none. */
const oauth1Problems = ({ settings }: AuthSettingWhole): Problem[] =>
  settings.auth_type !== 'OAUTH1' || OAUTH1_URLS.every((name) => isEmpty(settings[name]))
    ? []
    : OAUTH1_URLS.filter((name) => isEmpty(settings[name])).map((name) =>
        problem(`settings.${name}`, 'required', 'must be set too: obtaining a token takes all three URLs.'),
      )

/** Field errors of the fields of a setting's type. */
const typeProblems = (whole: AuthSettingWhole): Problem[] => {
  const { settings, keys } = whole
  const type: AuthTypeId = settings.auth_type
  const grants = grantsOf(type, settings.grant_types)
  const problems: Problem[] = []
  const { grants: offered } = AUTH_TYPES[type]
  if (settings.grant_types && offered.length > 1 && !settings.grant_types.some((grant) => offered.includes(grant)))
    problems.push(problem('settings.grant_types', 'required', `must list at least one of ${offered.join(', ')}.`))
  for (const field of AUTH_TYPES[type].fields) {
    if (isUnused(field, grants)) continue
    const value = isKeyName(field.name) ? keys[field.name] : settings[field.name]
    const isRequired = field.required || (field.forGrants !== undefined && field.kind === 'url')
    if (isEmpty(value)) {
      if (isRequired && field.initial === undefined)
        problems.push(problem(pathOf(field), 'required', `must be set for ${AUTH_TYPES[type].title}.`))
    } else for (const each of valueProblems(field, value)) problems.push(each)
  }
  if (type === 'MANUAL' && isEmpty(settings.headers) && isEmpty(settings.parameters))
    problems.push(problem('settings.headers', 'required', 'must have a header or a query parameter to add.'))
  return [...problems, ...oauth1Problems(whole), ...neededKey(whole)]
}

/** Field errors of what a request changes. */
export const authSettingProblems = ({ meta, settings }: Change): Problem[] => {
  const { allowed_origins: origins = [], headers = [], parameters = [] } = settings ?? {}
  const problems: Problem[] = [
    ...tagProblems('meta.tags', meta?.tags ?? []),
    ...allowedOriginProblems(origins, 'settings.allowed_origins'),
    ...pairProblems('settings.headers', headers, true),
    ...pairProblems('settings.parameters', parameters, false),
  ]
  if (meta?.name?.trim() === '') problems.unshift(problem('meta.name', 'required', 'must not be empty.'))
  if (meta?.domain && !/^[a-z0-9.-]+(:\d+)?$/i.test(meta.domain.trim()))
    problems.push(problem('meta.domain', 'invalid', 'must be a host such as api.example.com.'))
  for (const [name, link] of Object.entries(meta?.documentation ?? {})) {
    const field = `meta.documentation.${name}`
    if (!DOCUMENTATION.some((known) => known === name))
      problems.push(problem(field, 'unknown', `must be one of ${DOCUMENTATION.join(', ')}.`))
    else if (link !== '' && !isWebAddress(link))
      problems.push(problem(field, 'invalid', 'must be a URL that starts with https://.'))
  }
  for (const name of Object.keys(settings?.custom_variables ?? {}))
    if (!/^[A-Za-z][A-Za-z0-9_]{0,127}$/.test(name))
      problems.push(
        problem(
          `settings.custom_variables.${name}`,
          'invalid',
          'must be a variable name: letters, digits and underscores, starting with a letter.',
        ),
      )
  return problems
}

/** Field errors of a whole setting, whose parts must fit each other. */
export const wholeSettingProblems = (whole: AuthSettingWhole, origins: readonly string[]): Problem[] => [
  ...typeProblems(whole),
  ...(origins.length === 0 && whole.settings.auth_type !== 'NONE'
    ? [
        problem(
          'settings.allowed_origins',
          'required',
          'must list where credentials may be sent, such as https://api.example.com, or the domain must be given: both are empty.',
        ),
      ]
    : []),
]
