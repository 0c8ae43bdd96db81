import type { authSettings } from '../../contract/auth/auth-settings.ts'
import type { Draft, Row } from '../../contract/core/resource.ts'
import type { DOCUMENTATION } from '../../domain/auth/auth-rules.ts'
import { AUTH_TYPES, type AuthTypeId } from '../../domain/auth/auth-types.ts'
import { isKeyName, type SettingField } from '../../domain/auth/field-kinds.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import type { Pair } from '../parts/form/PairGrid.tsx'

export type AuthSetting = Row<typeof authSettings>
type AuthSettingDraft = Draft<typeof authSettings>

/** An auth setting as its form holds it: all fields as text, or as pairs. A masked secret stays as it is stored. */
export type AuthForm = {
  readonly type: AuthTypeId
  readonly name: string
  readonly description: string
  readonly domain: string
  readonly tags: string
  /** Origins as they are typed. */
  readonly origins: string
  readonly variables: readonly Pair[]
  /** Fields of the type by name: texts, `true` or `false`, and lists separated by spaces. */
  readonly values: Readonly<Record<string, string>>
  /** Fields of the type that hold pairs, by name. */
  readonly pairs: Readonly<Record<string, readonly Pair[]>>
  readonly certificate: { readonly cert: string; readonly key: string; readonly passphrase: string }
  /** A certificate of the organization; empty for none. */
  readonly certificateId: string
  /** The monitor that runs after a sign-in; empty for none. */
  readonly callbackId: string
  /** Whether the provider leads back to a callback address of its own. */
  readonly ownCallback: boolean
  /** Addresses of the provider's pages. */
  readonly links: Readonly<Record<(typeof DOCUMENTATION)[number], string>>
}

const linksOf = ({
  provider = '',
  docs = '',
  apps = '',
  keys = '',
}: Readonly<Record<string, string>>): AuthForm['links'] => ({ provider, docs, apps, keys })

const isPairs = ({ kind }: SettingField): boolean => kind === 'pairs' || kind === 'map'
const isList = ({ kind }: SettingField): boolean => kind === 'words' || kind === 'grants'

const initialOf = (field: SettingField): string =>
  field.initial ?? (field.kind === 'grants' ? 'authorization_code' : '')

/** A new setting of a type. */
export const newAuthForm = (type: AuthTypeId): AuthForm => ({
  type,
  name: '',
  description: '',
  domain: '',
  tags: '',
  origins: '',
  variables: [],
  values: Object.fromEntries(
    AUTH_TYPES[type].fields.filter((field) => !isPairs(field)).map((field) => [field.name, initialOf(field)]),
  ),
  pairs: Object.fromEntries(
    AUTH_TYPES[type].fields
      .filter(isPairs)
      .map(({ name }) => [name, name === 'headers' ? [{ name: 'Authorization', value: 'Bearer %%TOKEN%%' }] : []]),
  ),
  certificate: { cert: '', key: '', passphrase: '' },
  certificateId: '',
  callbackId: '',
  ownCallback: true,
  links: linksOf({}),
})

const toNamed = (value: unknown): readonly Pair[] => {
  if (Array.isArray(value))
    return value.map((pair: { key: string; value: string }) => ({ name: pair.key, value: pair.value }))
  return Object.entries(Object(value)).map(([name, text]) => ({ name, value: String(text) }))
}

const asText = (field: SettingField, value: unknown): string => {
  if (Array.isArray(value)) return value.join(' ')
  return value === undefined || value === null ? initialOf(field) : String(value)
}

/** A stored setting as a form. */
export const authFormOf = (setting: AuthSetting): AuthForm => {
  const { meta, settings, keys, client_certificate: certificate, certificate_id: certificateId } = setting
  const { auth_type: type } = settings
  const { fields } = AUTH_TYPES[type]
  const storedValue = ({ name }: SettingField): unknown => (isKeyName(name) ? keys[name] : settings[name])
  return {
    type,
    name: meta.name,
    description: meta.description ?? '',
    domain: meta.domain ?? '',
    tags: listedOf(meta.tags),
    origins: listedOf(settings.allowed_origins),
    variables: toNamed(settings.custom_variables),
    values: Object.fromEntries(
      fields.filter((field) => !isPairs(field)).map((field) => [field.name, asText(field, storedValue(field))]),
    ),
    pairs: Object.fromEntries(fields.filter(isPairs).map((field) => [field.name, toNamed(storedValue(field))])),
    certificate: {
      cert: certificate?.cert ?? '',
      key: certificate?.key ?? '',
      passphrase: certificate?.passphrase ?? '',
    },
    certificateId: certificateId ?? '',
    callbackId: settings.callback_action?.id ?? '',
    ownCallback: settings.own_callback ?? true,
    links: linksOf(meta.documentation),
  }
}

const written = (pairs: readonly Pair[] = []) => pairs.filter(({ name, value }) => name !== '' || value !== '')
const asMap = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name.trim(), value]))

const sentValue = (field: SettingField, form: AuthForm): unknown => {
  const text = form.values[field.name] ?? ''
  if (field.kind === 'map') return asMap(written(form.pairs[field.name]))
  if (field.kind === 'pairs')
    return written(form.pairs[field.name]).map(({ name, value }) => ({ key: name.trim(), value }))
  if (isList(field)) return text.split(/\s+/).filter((word) => word !== '')
  if (field.kind === 'flag') return text === 'true'
  if (field.kind === 'number') return text.trim() === '' ? undefined : Number(text)
  return field.kind === 'secret' || field.kind === 'key' ? text || null : text.trim() || null
}

/** The body that the API is sent. */
export const authBodyOf = (form: AuthForm): AuthSettingDraft => {
  const { fields } = AUTH_TYPES[form.type]
  const sent = (isKey: boolean) =>
    Object.fromEntries(
      fields
        .filter(({ name }) => isKeyName(name) === isKey)
        .map((field) => [field.name, sentValue(field, form)] as const)
        .filter(([, value]) => value !== undefined),
    )
  const { cert, key, passphrase } = form.certificate
  const body = {
    meta: {
      name: form.name.trim(),
      description: form.description.trim() || null,
      domain: form.domain.trim() || null,
      tags: membersOf(form.tags),
      documentation: Object.fromEntries(
        Object.entries(form.links).flatMap(([name, link]) => (link.trim() === '' ? [] : [[name, link.trim()]])),
      ),
    },
    settings: {
      auth_type: form.type,
      allowed_origins: form.origins.split(/[\s,]+/).filter((origin) => origin !== ''),
      custom_variables: asMap(written(form.variables)),
      own_callback: form.ownCallback,
      callback_action: form.callbackId === '' ? null : { type: 'call', id: form.callbackId },
      ...sent(false),
    },
    keys: sent(true),
    client_certificate: { cert: cert.trim() || null, key: key || null, passphrase: passphrase || null },
    certificate_id: form.certificateId || null,
  }
  // Names and kinds are those of the table of types, whose fields are the contract's.
  return body as AuthSettingDraft
}
