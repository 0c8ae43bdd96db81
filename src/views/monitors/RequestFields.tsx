import { METHODS } from '../../domain/monitors/monitor-rules.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import classes from '../kit/form/edit.module.css'
import { Field, Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PairGrid, type PairProblem } from '../parts/form/PairGrid.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { type FieldProblem, problemAt } from './form-problems.ts'
import type { MonitorForm } from './monitor-form.ts'
import { headerSecretRule, secretRuleOf, toNamed, toPairs } from './named-pairs.ts'
import { asksForOrigins } from './secret-problems.ts'

const METHOD_OPTIONS = METHODS.map((method) => ({ value: method, label: method }))

/** Headers that are often set, suggested while a name is typed. */
const USUAL_HEADERS = [
  'Accept',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Cookie',
  'Idempotency-Key',
  'User-Agent',
  'X-Api-Key',
  'X-Request-Id',
]

type FieldsProps = {
  readonly form: MonitorForm
  readonly problems: readonly FieldProblem[]
  readonly onChange: (path: string, value: unknown) => void
  readonly onLeave: (path: string) => void
}

type AddressProps = FieldsProps & {
  /** A curl command was put where the address belongs. */
  readonly onCurl: (command: string) => void
}

const isCurl = (text: string): boolean => /^\s*(?:\$\s*)?curl\s+\S/.test(text)

/** What the monitor is called, and what it calls. */
export const AddressFields = ({ form, problems, onChange, onLeave, onCurl }: AddressProps) => {
  const address = problemAt(problems, 'request.url')
  return (
    <>
      <Field label="Name" error={problemAt(problems, 'meta.name')} id={fieldId('meta.name')}>
        <TextInput
          value={form.meta.name}
          maxLength={400}
          onValue={(name) => onChange('meta.name', name)}
          onLeave={() => onLeave('meta.name')}
        />
      </Field>
      <div className="stack">
        <div className={classes.address}>
          <Field label="Method" id={fieldId('request.method')}>
            <Select
              value={form.request.method}
              options={METHOD_OPTIONS}
              onValue={(method) => onChange('request.method', method)}
            />
          </Field>
          <Field
            label="Address"
            error={address}
            id={fieldId('request.url')}
            hint={
              <>
                Placeholders work here: <code>{'{{ NAME }}'}</code>, <code>%%NAME%%</code>, <code>__NAME__</code>. A
                curl command pasted here fills the form.
              </>
            }
          >
            <TextInput
              mono
              inputMode="url"
              placeholder="https://"
              value={form.request.url}
              onValue={(url) => (isCurl(url) ? onCurl(url) : onChange('request.url', url))}
              onLeave={() => onLeave('request.url')}
            />
          </Field>
        </div>
        {asksForOrigins(form.request) && (
          <Field
            label="Allowed origins"
            error={problemAt(problems, 'request.allowed_origins')}
            id={fieldId('request.allowed_origins')}
            hint="Secrets of this monitor are sent only here. Separated by commas."
          >
            <TextInput
              mono
              inputMode="url"
              placeholder="https://api.example.com"
              value={form.request.allowed_origins}
              onValue={(origins) => onChange('request.allowed_origins', origins)}
              onLeave={() => onLeave('request.allowed_origins')}
            />
          </Field>
        )}
      </div>
    </>
  )
}

const PAIR_FIELD = { key: 'name', value: 'value' } as const

/** The problems of a list of pairs, by row. */
const pairProblems = (problems: readonly FieldProblem[], list: string): PairProblem[] =>
  problems.flatMap(({ field, message }) => {
    const [, row, part] = new RegExp(`^request\\.${list}\\[(\\d+)\\]\\.(key|value)$`).exec(field) ?? []
    return part === 'key' || part === 'value' ? [{ row: Number(row), field: PAIR_FIELD[part], message }] : []
  })

type PairCardProps = FieldsProps & {
  list: 'parameters' | 'headers' | 'variables'
  kind: string
  title: string
  hint?: string
}

const PairCard = (props: PairCardProps) => {
  const { form, problems, onChange, onLeave, list, kind, title, hint } = props
  const pairs = form.request[list]
  const path = (row: number, field: 'name' | 'value') => `request.${list}[${row}].${field === 'name' ? 'key' : 'value'}`
  const hasSecret = pairs.some(({ value }) => value === MASK)
  return (
    <Card title={title} sub={pairs.length === 0 ? 'none' : `${pairs.length}`}>
      <div className="stack">
        <PairGrid
          kind={kind}
          pairs={toNamed(pairs)}
          onPairs={(changed) => onChange(`request.${list}`, toPairs(changed))}
          onLeave={(row, field) => onLeave(path(row, field))}
          problems={pairProblems(problems, list)}
          idOf={(row, field) => fieldId(path(row, field))}
          names={list === 'headers' ? USUAL_HEADERS : undefined}
          secretRule={list === 'headers' ? headerSecretRule : secretRuleOf}
        />
        {hint && <p className="muted small">{hint}</p>}
        {hasSecret && (
          <p className="muted small">
            <code>{MASK}</code> stands for a stored secret. It is kept unless you write another value, or change where
            it is sent.
          </p>
        )}
        {problemAt(problems, `request.${list}`) && <Problem>{problemAt(problems, `request.${list}`)}</Problem>}
      </div>
    </Card>
  )
}

/** What is appended to the address. */
export const ParametersCard = (props: FieldsProps) => (
  <PairCard {...props} list="parameters" kind="parameter" title="Parameters" />
)

export const HeadersCard = (props: FieldsProps) => <PairCard {...props} list="headers" kind="header" title="Headers" />

/** Values for the placeholders of the request. */
export const VariablesCard = (props: FieldsProps) => (
  <PairCard
    {...props}
    list="variables"
    kind="variable"
    title="Variables"
    hint="Write {{ NAME }} in the address, a header or the body. A run on demand can give other values."
  />
)
