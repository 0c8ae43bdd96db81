import type { tokens } from '../../contract/auth/tokens.ts'
import type { Draft, Row } from '../../contract/core/resource.ts'
import { AUTH_TYPES, type AuthTypeId } from '../../domain/auth/auth-types.ts'
import type { TokenField } from '../../domain/auth/field-kinds.ts'
import { tokenProblems, wholeTokenProblems } from '../../domain/auth/token-rules.ts'
import { midSentence } from '../../domain/core/mid-sentence.ts'
import type { DrawnField } from '../kit/form/field.ts'
import { type FormTable, formTable } from '../kit/form/form-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import type { Pair } from '../parts/form/PairGrid.tsx'

export type Token = Row<typeof tokens>
type TokenDraft = Draft<typeof tokens>

/** A token as its form holds it. Masked values stay as they are stored. */
export type TokenForm = {
  readonly authId: string
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  readonly variables: readonly Pair[]
  /** As typed: 2026-01-05T10:00:00Z; empty for no expiry. */
  readonly expires: string
}
export type TokenFormState = RecordFormState<TokenForm>

const textFields = (type: AuthTypeId): readonly TokenField[] =>
  AUTH_TYPES[type].token.filter(({ name }) => name !== 'variables')

/** A new token of a setting; `names` are the variables of its templates. */
export const newTokenForm = (authId: string, type: AuthTypeId, names: readonly string[]): TokenForm => ({
  authId,
  name: '',
  values: Object.fromEntries(textFields(type).map(({ name }) => [name, ''])),
  variables: names.map((name) => ({ name, value: '' })),
  expires: '',
})

/** A stored token as a form. */
export const tokenFormOf = ({ meta, token }: Token): TokenForm => ({
  authId: meta.auth_id,
  name: meta.name,
  values: Object.fromEntries(textFields(meta.auth_type).map(({ name }) => [name, String(token[name] ?? '')])),
  variables: (token.variables ?? []).map(({ key, value }) => ({ name: key, value })),
  expires: token.expire_time ?? '',
})

const bodyOf =
  (type: AuthTypeId) =>
  (form: TokenForm): TokenDraft => {
    const hasVariables = AUTH_TYPES[type].token.some(({ name }) => name === 'variables')
    const values = textFields(type).map(({ name, isSecret }) => {
      const value = form.values[name] ?? ''
      return [name, (isSecret ? value : value.trim()) || null]
    })
    const written = form.variables.filter(({ name, value }) => name !== '' || value !== '')
    return {
      meta: { name: form.name.trim(), auth_id: form.authId },
      token: {
        ...Object.fromEntries(values),
        ...(hasVariables && { variables: written.map(({ name, value }) => ({ key: name.trim(), value })) }),
        expire_time: form.expires.trim() || null,
      },
    }
  }

const drawn = ({ label, hint, required, isSecret }: TokenField): DrawnField => ({
  label,
  subject: `The ${midSentence(label)}`,
  hint,
  optional: !required,
  control: isSecret ? { kind: 'own' } : { kind: 'text', autoComplete: 'off' },
})

const tables = new Map<AuthTypeId, FormTable<TokenForm, Token, TokenDraft>>()

/** The form of a token, by the type of its setting. */
export const tokenTable = (type: AuthTypeId): FormTable<TokenForm, Token, TokenDraft> => {
  const known = tables.get(type)
  if (known) return known
  const own = textFields(type).map((field): [string, DrawnField] => [
    `values.${field.name}`,
    { ...drawn(field), paths: [`token.${field.name}`] },
  ])
  const table = formTable<TokenForm, Token, TokenDraft, string>({
    fields: {
      name: {
        label: 'Name',
        paths: ['meta.name'],
        control: { kind: 'text', maxLength: 400, placeholder: 'Production' },
      },
      ...Object.fromEntries(own),
      variables: {
        label: 'Values',
        subject: 'This',
        paths: ['token.variables'],
        hint: 'A value for each name in the templates of the setting. They are write-only.',
        control: { kind: 'own' },
      },
      expires: {
        label: 'Expires',
        optional: true,
        subject: 'This',
        paths: ['token.expire_time'],
        hint: 'If empty, it does not expire. Runs in the hour after are skipped.',
        control: { kind: 'text', placeholder: '2026-01-05T10:00:00Z', mono: true },
      },
    },
    formOf: tokenFormOf,
    bodyOf: bodyOf(type),
    rules: (body) => {
      const isThere = (name: keyof TokenDraft['token']) => {
        const value = body.token[name]
        return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
      }
      return [...tokenProblems(body), ...wholeTokenProblems(type, isThere)]
    },
  })
  tables.set(type, table)
  return table
}
