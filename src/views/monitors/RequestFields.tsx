import { looksLikeCurl } from '../../domain/monitors/curl-commands.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PairGrid, type PairProblem } from '../parts/form/PairGrid.tsx'
import { PlaceholderInput } from '../parts/form/PlaceholderInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './form.module.css'
import { MethodInput } from './MethodInput.tsx'
import type { MonitorFormState } from './monitor-table.ts'
import { headerSecretRule, secretRuleOf, toNamed, toPairs } from './named-pairs.ts'
import { asksForOrigins } from './secret-problems.ts'

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

type FieldsProps = { readonly form: MonitorFormState }

type AddressProps = FieldsProps & {
  /** Called with a curl command that was pasted as the address. */
  readonly onCurl: (command: string) => void
}

/** Name, method and address of a monitor. */
export const AddressFields = ({ form, onCurl }: AddressProps) => {
  const { draft, change, touch } = form
  return (
    <>
      <FormField form={form} name="meta.name" />
      <div className="stack">
        <div className={classes.address}>
          <FormField form={form} name="request.method">
            <MethodInput
              value={draft.request.method}
              onValue={(method) => change('request.method', method)}
              onLeave={() => touch('request.method')}
            />
          </FormField>
          <FormField
            form={form}
            name="request.url"
            hint={
              <>
                Placeholders work here: <code>{'{{ NAME }}'}</code>, <code>%%NAME%%</code>, <code>__NAME__</code>. A
                curl command pasted here fills the form.
              </>
            }
          >
            <PlaceholderInput
              mono
              inputMode="url"
              placeholder="https://"
              value={draft.request.url}
              onValue={(url) => (looksLikeCurl(url) ? onCurl(url) : change('request.url', url))}
              onPasted={(text) => {
                const isCurl = looksLikeCurl(text)
                if (isCurl) onCurl(text)
                return isCurl
              }}
              onLeave={() => touch('request.url')}
            />
          </FormField>
        </div>
        {asksForOrigins(draft.request) && <FormField form={form} name="request.allowed_origins" />}
      </div>
    </>
  )
}

const PAIR_FIELD = { key: 'name', value: 'value' } as const

/** Errors of a list of pairs, by row. */
const pairProblems = (problems: readonly FormProblem[], list: string): PairProblem[] =>
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
  const { form, list, kind, title, hint } = props
  const { draft, problems, change, touch } = form
  const pairs = draft.request[list]
  const path = (row: number, field: 'name' | 'value') => `request.${list}[${row}].${field === 'name' ? 'key' : 'value'}`
  const wrong = problemAt(problems, `request.${list}`)
  const hasSecret = pairs.some(({ value }) => value === MASK)
  return (
    <Card title={title} sub={pairs.length === 0 ? 'none' : `${pairs.length}`}>
      <div className="stack">
        <PairGrid
          kind={kind}
          pairs={toNamed(pairs)}
          onPairs={(changed) => change(`request.${list}`, toPairs(changed))}
          onLeave={(row, field) => touch(path(row, field))}
          problems={pairProblems(problems, list)}
          idOf={(row, field) => fieldId(path(row, field))}
          names={list === 'headers' ? USUAL_HEADERS : undefined}
          secretRule={list === 'headers' ? headerSecretRule : secretRuleOf}
          // Placeholders in the values of variables are not replaced.
          placeholders={list !== 'variables'}
        />
        {hint && <p className="muted small">{hint}</p>}
        {hasSecret && (
          <p className="muted small">
            <code>{MASK}</code> stands for a stored secret. It is kept unless you write another value, or change where
            it is sent.
          </p>
        )}
        {wrong && (
          <Problem id={fieldId(`request.${list}`)} focusable>
            {wrong}
          </Problem>
        )}
      </div>
    </Card>
  )
}

/** Query parameters, appended to the address. */
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
