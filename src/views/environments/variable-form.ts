import { type KnownVariable, variableProblems } from '../../domain/environments/variable-rules.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { membersOf } from '../kit/form/comma-list.ts'
import { choice, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'

/** A variable as its form holds it. */
export type VariableForm = {
  readonly name: string
  readonly kind: string
  readonly value: string
  /** As typed, separated by commas. */
  readonly origins: string
}

/** The value that is sent: an empty one keeps a stored secret. */
const sentValue = (value: string, before: KnownVariable | null): string =>
  value === '' && before?.secret ? MASK : value

/** The form of a variable; `before` is null for a new one. */
export const variableTable = (before: KnownVariable | null) =>
  recordTable<VariableForm>()({
    fields: {
      name: text({
        label: 'Name',
        hint: 'Read as {{ NAME }}.',
        autoComplete: 'off',
        autoFocus: before === null,
        mono: true,
        maxLength: 128,
      }),
      kind: choice({
        label: 'Kind',
        options: [
          { value: 'plain', label: 'Plain' },
          { value: 'secret', label: 'Secret' },
        ],
        blank: 'plain',
      }),
      value: text({ label: 'Value', autoComplete: 'off', autoFocus: before !== null, mono: true, maxLength: 16_384 }),
      origins: text({
        label: 'Allowed origins',
        subject: 'This field',
        hint: 'The secret is sent only here. Separated by commas.',
        mono: true,
        inputMode: 'url',
        placeholder: 'https://api.example.com',
      }),
    },
    write: ({ name, kind, value, origins }) => ({
      name,
      value: sentValue(value, before),
      secret: kind === 'secret',
      origins: kind === 'secret' ? membersOf(origins) : [],
    }),
    rules: ({ name, ...draft }) =>
      variableProblems(name, draft, before).map((problem) => ({
        ...problem,
        field: problem.field.replace(/\[\d+\]$/, ''),
      })),
  })
