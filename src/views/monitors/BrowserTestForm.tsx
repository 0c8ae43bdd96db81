import { VIEWPORT } from '../../contract/monitors/browser-setup.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { VariablesCard } from '../environments/VariablesCard.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { Field, Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PairGrid, type PairProblem } from '../parts/form/PairGrid.tsx'
import { PlaceholderInput } from '../parts/form/PlaceholderInput.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Card } from '../parts/text/Card.tsx'
import { AssertionsEditor } from './AssertionsEditor.tsx'
import { BrowserTrial } from './BrowserTrial.tsx'
import type { BrowserFormState } from './browser-form.ts'
import { secretRuleOf, toNamed, toPairs } from './named-pairs.ts'
import { StepsEditor } from './StepsEditor.tsx'
import classes from './steps.module.css'

const PRESETS = [
  { value: `${VIEWPORT.width.usual}x${VIEWPORT.height.usual}`, label: 'Laptop, 1366 × 768' },
  { value: '1920x1080', label: 'Desktop, 1920 × 1080' },
  { value: '1440x900', label: 'Desktop, 1440 × 900' },
  { value: '1024x768', label: 'Tablet, 1024 × 768' },
  { value: '390x844', label: 'Phone, 390 × 844' },
] as const

type FormProps = { readonly form: BrowserFormState }

const WindowFields = ({ form }: FormProps) => {
  const { draft, change } = form
  const size = `${draft.width}x${draft.height}`
  const isPreset = PRESETS.some(({ value }) => value === size)
  return (
    <div className={classes.window}>
      <Field label="Window">
        <Select
          value={isPreset ? size : 'own'}
          options={[...PRESETS, { value: 'own', label: 'Other size', disabled: isPreset }]}
          onValue={(value) => {
            const [width = '', height = ''] = value.split('x')
            change('', { ...draft, width, height })
          }}
        />
      </Field>
      <FormField form={form} name="width" />
      <FormField form={form} name="height" />
    </div>
  )
}

const PAIR_FIELD = { key: 'name', value: 'value' } as const

const OwnVariables = ({ form }: FormProps) => {
  const { draft, problems, change, touch } = form
  const { variables } = draft
  const path = (row: number, field: 'name' | 'value') => `variables[${row}].${field === 'name' ? 'key' : 'value'}`
  const wrong = problemAt(problems, 'variables')
  return (
    <Card title="Variables" sub={variables.length === 0 ? 'none' : `${variables.length}`}>
      <div className="stack">
        <PairGrid
          kind="variable"
          pairs={toNamed(variables)}
          onPairs={(changed) => change('variables', toPairs(changed))}
          onLeave={(row, field) => touch(path(row, field))}
          problems={problems.flatMap(({ field, message }): PairProblem[] => {
            const [, row, part] = /^variables\[(\d+)\]\.(key|value)$/.exec(field) ?? []
            return part === 'key' || part === 'value' ? [{ row: Number(row), field: PAIR_FIELD[part], message }] : []
          })}
          idOf={(row, field) => fieldId(path(row, field))}
          secretRule={secretRuleOf}
          placeholders={false}
        />
        <p className="muted small">
          Write {'{{ NAME }}'} in the address, in steps and in assertions. A field that is filled in with a secret is
          covered in pictures.
        </p>
        {variables.some(({ value }) => value === MASK) && (
          <p className="muted small">
            <code>{MASK}</code> stands for a stored secret. It is kept unless you write another value, or change where
            it is sent.
          </p>
        )}
        {wrong && (
          <Problem id={fieldId('variables')} focusable>
            {wrong}
          </Problem>
        )}
        <FormField form={form} name="unset_variables" />
        <FormField form={form} name="allowed_origins" />
      </div>
    </Card>
  )
}

/** What the variables card is told of a browser test. */
const readingOf = ({ draft }: BrowserFormState) => ({
  workspace: draft.workspace.trim() || 'global',
  url: draft.url,
  parameters: [],
  headers: [],
  body: null,
  variables: draft.variables,
  steps: [
    ...draft.steps.map(({ url, value }, index): [string, string] => [
      `step:${index + 1}`,
      `${url ?? ''}\n${value ?? ''}`,
    ]),
    ...draft.assertions.map(({ value }, index): [string, string] => [`assertion:${index + 1}`, value]),
  ],
  conditions: [],
})

type BrowserTestFormProps = FormProps & {
  /** The id of the stored test; null for a new one. */
  readonly monitorId: string | null
}

/** The form of a browser test: its page, window, journey and assertions, and a trial beside them. */
export const BrowserTestForm = ({ form, monitorId }: BrowserTestFormProps) => {
  const { draft, problems, change, touch } = form
  return (
    <RecordForm
      form={form}
      noun="browser test"
      label="Browser test"
      beside={
        <aside className="stack" aria-label="Help for this form">
          <BrowserTrial form={form} monitorId={monitorId} />
          <VariablesCard monitor={readingOf(form)} monitorId={monitorId} written={[]} />
        </aside>
      }
    >
      <FormField form={form} name="name" />
      <FormField
        form={form}
        name="url"
        hint={
          <>
            The page that is loaded and measured. Placeholders work here: <code>{'{{ NAME }}'}</code>.
          </>
        }
      >
        <PlaceholderInput
          mono
          inputMode="url"
          placeholder="https://"
          value={draft.url}
          onValue={(url) => change('url', url)}
          onLeave={() => touch('url')}
        />
      </FormField>
      <Card title="Browser" sub="Chromium">
        <div className="stack">
          <WindowFields form={form} />
          <FormField form={form} name="wait_until" />
          <FormField form={form} name="timeout" />
          <FormField form={form} name="user_agent" />
          <FormField form={form} name="verify_tls" />
        </div>
      </Card>
      <StepsEditor
        steps={draft.steps}
        problems={problems}
        onSteps={(steps) => change('steps', steps)}
        onLeave={touch}
      />
      <AssertionsEditor
        assertions={draft.assertions}
        problems={problems}
        onAssertions={(assertions) => change('assertions', assertions)}
        onLeave={touch}
      />
      <OwnVariables form={form} />
      <Card title="Advanced">
        <div className="stack">
          <FormField form={form} name="description" />
          <FormField form={form} name="tags" />
          <FormField form={form} name="workspace" />
        </div>
      </Card>
    </RecordForm>
  )
}
