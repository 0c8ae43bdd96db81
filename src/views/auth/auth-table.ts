import { callOrigins } from '../../domain/auth/auth-origins.ts'
import { authSettingProblems, pathOf, wholeSettingProblems } from '../../domain/auth/auth-rules.ts'
import { AUTH_TYPES, type AuthTypeId } from '../../domain/auth/auth-types.ts'
import type { SettingField } from '../../domain/auth/field-kinds.ts'
import type { Control, DrawnField } from '../kit/form/field.ts'
import type { FieldError } from '../kit/form/field-errors.ts'
import { type FormTable, formTable } from '../kit/form/form-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { type AuthForm, type AuthSetting, authBodyOf, authFormOf } from './auth-form.ts'

type Body = ReturnType<typeof authBodyOf>
export type AuthFormState = RecordFormState<AuthForm>

const controlOf = ({ kind, choices, name }: SettingField): Control => {
  if (kind === 'choice')
    return { kind: 'choice', options: (choices ?? []).map(({ value, words }) => ({ value, label: words })) }
  if (kind === 'url')
    return { kind: 'text', mono: true, inputMode: 'url', placeholder: 'https://', autoComplete: 'off' }
  if (kind === 'number') return { kind: 'text', inputMode: 'numeric' }
  if (kind === 'text' || kind === 'words')
    return { kind: 'text', autoComplete: 'off', mono: name === 'client_id' || name === 'claims' || kind === 'words' }
  return { kind: 'own' }
}

const drawn = (field: SettingField): DrawnField => ({
  label: field.label,
  subject: field.label,
  hint: field.hint,
  optional: !field.required && field.forGrants === undefined && field.initial === undefined && field.kind !== 'grants',
  paths: [pathOf(field)],
  control: controlOf(field),
})

/** The form's path of a field of the type. */
export const placeOf = ({ name, kind }: SettingField): string =>
  kind === 'pairs' || kind === 'map' ? `pairs.${name}` : `values.${name}`

/** The provider's pages that a setting can link to. */
export const LINK_TITLES = {
  provider: 'Page of the provider',
  docs: 'Documentation of the API',
  apps: 'Page with your apps',
  keys: 'Page with your keys',
} as const

const COMMON = {
  name: { label: 'Name', placeholder: 'Orders API', control: { kind: 'text', maxLength: 400 } },
  domain: {
    label: 'Domain',
    optional: true,
    paths: ['meta.domain'],
    hint: 'The host of the API. Monitors of this host are offered the setting.',
    control: { kind: 'text', mono: true, placeholder: 'api.example.com', inputMode: 'url' },
  },
  description: {
    label: 'Description',
    optional: true,
    paths: ['meta.description'],
    control: { kind: 'lines', rows: 2 },
  },
  tags: {
    label: 'Tags',
    member: 'A tag',
    optional: true,
    paths: ['meta.tags'],
    hint: 'Separated by commas.',
    control: { kind: 'text' },
  },
  origins: {
    label: 'Allowed origins',
    part: 'allowed origins',
    subject: 'This field',
    member: 'Each entry',
    paths: ['settings.allowed_origins'],
    hint: 'Credentials are sent only here. If empty, to the domain over HTTPS. Separated by commas.',
    control: { kind: 'text', mono: true, inputMode: 'url', placeholder: 'https://api.example.com' },
  },
  variables: {
    label: 'Variables',
    subject: 'This',
    optional: true,
    paths: ['settings.custom_variables'],
    hint: 'Usable as {{ NAME }} in monitors with this setting. Values of names such as API_KEY are write-only.',
    control: { kind: 'own' },
  },
  'certificate.cert': {
    label: 'Certificate',
    part: 'certificate',
    optional: true,
    paths: ['client_certificate.cert'],
    hint: 'PEM, with intermediate certificates below it.',
    control: { kind: 'lines', rows: 6, mono: true, placeholder: '-----BEGIN CERTIFICATE-----' },
  },
  'certificate.key': {
    label: 'Private key of the certificate',
    part: 'certificate',
    subject: 'The private key',
    paths: ['client_certificate.key'],
    hint: 'PEM. Write-only.',
    control: { kind: 'own' },
  },
  'certificate.passphrase': {
    label: 'Passphrase',
    part: 'certificate',
    optional: true,
    paths: ['client_certificate.passphrase'],
    hint: 'Only for an encrypted key. Write-only.',
    control: { kind: 'own' },
  },
  ownCallback: {
    label: 'Callback address of its own',
    subject: 'This',
    optional: true,
    paths: ['settings.own_callback'],
    hint: 'At the shared address, another provider can pass off your sign-in as its own. Register the new address at the provider first: there is no way back.',
    control: { kind: 'own' },
  },
  callbackId: {
    label: 'Run after signing in',
    subject: 'This',
    optional: true,
    paths: ['settings.callback_action'],
    hint: 'A monitor that runs once when somebody has signed in at the provider.',
    control: { kind: 'own' },
  },
  certificateId: {
    label: 'Certificate of the organization',
    part: 'certificate',
    optional: true,
    paths: ['certificate_id'],
    hint: 'Renewed in one place by the ADMINs of the organization. Calls present it to the allowed origins alone.',
    control: { kind: 'own' },
  },
  ...Object.fromEntries(
    Object.entries(LINK_TITLES).map(([name, label]) => [
      `links.${name}`,
      {
        label,
        part: 'links',
        optional: true,
        paths: [`meta.documentation.${name}`],
        control: {
          kind: 'text',
          mono: true,
          inputMode: 'url',
          placeholder: 'https://developer.example.com',
          maxLength: 2048,
        } as const,
      },
    ]),
  ),
} satisfies Record<string, DrawnField & { readonly placeholder?: string }>

const rules = (body: Body): FieldError[] => {
  const { settings, keys = {}, meta } = body
  return [
    ...authSettingProblems(body),
    ...wholeSettingProblems({ settings, keys }, callOrigins(settings, meta.domain ?? null)),
  ]
}

const tableOf = (type: AuthTypeId): FormTable<AuthForm, AuthSetting, Body> => {
  const own = AUTH_TYPES[type].fields.map((field) => [placeOf(field), drawn(field)])
  const { name, ...common } = COMMON
  return formTable({
    fields: { name: { ...name, paths: ['meta.name'] }, ...Object.fromEntries(own), ...common },
    formOf: authFormOf,
    bodyOf: authBodyOf,
    rules,
  })
}

const tables = new Map<AuthTypeId, FormTable<AuthForm, AuthSetting, Body>>()

/** The form of an auth setting, by its type. */
export const authTable = (type: AuthTypeId): FormTable<AuthForm, AuthSetting, Body> => {
  const table = tables.get(type) ?? tableOf(type)
  tables.set(type, table)
  return table
}
