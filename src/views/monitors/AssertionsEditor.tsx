import { ASSERTION_KINDS } from '../../contract/monitors/browser-setup.ts'
import { VITALS } from '../../contract/results/vitals.ts'
import { ASSERTION_FACTS, type Assertion } from '../../domain/monitors/browser-assertions.ts'
import { VITAL_FACTS } from '../../domain/statistics/vitals.ts'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Field, Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PlaceholderInput } from '../parts/form/PlaceholderInput.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './steps.module.css'

const OUTCOMES = [
  { value: 'fail', label: 'Fail' },
  { value: 'warning', label: 'Warning' },
  { value: 'slow', label: 'Slow' },
] as const

const KIND_LABELS: Readonly<Record<Assertion['kind'], string>> = {
  title_contains: 'Title contains',
  text_present: 'Page shows the text',
  selector_visible: 'Element is visible',
  status_below: 'Status code is below',
  vital_below: 'Web vital is below',
}

const ofKind = (before: Assertion, kind: Assertion['kind']): Assertion => ({
  kind,
  value: before.kind === kind ? before.value : '',
  outcome: before.outcome === 'slow' && kind !== 'vital_below' ? 'fail' : before.outcome,
  ...(kind === 'vital_below' && { vital: before.vital ?? 'lcp' }),
})

type AssertionsEditorProps = {
  readonly assertions: readonly Assertion[]
  readonly problems: readonly FormProblem[]
  readonly onAssertions: (assertions: readonly Assertion[]) => void
  readonly onLeave: (field: string) => void
}

/** Checks of the page at the end of the test. */
export const AssertionsEditor = ({ assertions, problems, onAssertions, onLeave }: AssertionsEditorProps) => (
  <Card title="Assertions" sub={assertions.length === 0 ? 'none' : `${assertions.length}`}>
    <div className="stack">
      {assertions.length === 0 && (
        <p className="muted">
          The status code of the page decides: 2xx passes, 3xx and 4xx are a warning, 5xx fails. A step that fails,
          fails the test.
        </p>
      )}
      {assertions
        .map((assertion, index) => ({ assertion, index, at: `assertions[${index}]` }))
        .map(({ assertion, index, at }) => {
          const facts = ASSERTION_FACTS[assertion.kind]
          const change = (next: Assertion) => onAssertions(assertions.with(index, next))
          const isVital = assertion.kind === 'vital_below'
          return (
            <fieldset key={at} className={classes.assertion} data-plain={isVital ? undefined : ''}>
              <legend className="sr">{`Assertion ${index + 1}`}</legend>
              <Field label="Check" id={fieldId(`${at}.kind`)}>
                <Select
                  value={assertion.kind}
                  options={ASSERTION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
                  onValue={(value) =>
                    change(ofKind(assertion, ASSERTION_KINDS.find((each) => each === value) ?? 'title_contains'))
                  }
                />
              </Field>
              {isVital && (
                <Field label="Vital" id={fieldId(`${at}.vital`)}>
                  <Select
                    value={assertion.vital ?? 'lcp'}
                    options={VITALS.map((value) => ({
                      value,
                      label: `${value.toUpperCase()}: ${VITAL_FACTS[value].words}`,
                    }))}
                    onValue={(value) => change({ ...assertion, vital: VITALS.find((each) => each === value) ?? 'lcp' })}
                  />
                </Field>
              )}
              <Field
                label={isVital && assertion.vital !== 'cls' ? `${facts.value}, ms` : facts.value}
                id={fieldId(`${at}.value`)}
                error={problemAt(problems, `${at}.value`)}
              >
                <PlaceholderInput
                  value={assertion.value}
                  placeholder={facts.example}
                  mono={assertion.kind === 'selector_visible'}
                  onValue={(value) => change({ ...assertion, value })}
                  onLeave={() => onLeave(`${at}.value`)}
                />
              </Field>
              <Field label="Otherwise" id={fieldId(`${at}.outcome`)} error={problemAt(problems, `${at}.outcome`)}>
                <Select
                  value={assertion.outcome}
                  options={OUTCOMES.filter(({ value }) => value !== 'slow' || isVital)}
                  onValue={(value) =>
                    change({ ...assertion, outcome: OUTCOMES.find((each) => each.value === value)?.value ?? 'fail' })
                  }
                />
              </Field>
              <FormButton
                kind="ghost"
                icon="trash"
                iconOnly
                label={`Remove assertion ${index + 1}`}
                onPress={() => onAssertions(assertions.toSpliced(index, 1))}
              />
            </fieldset>
          )
        })}
      {problemAt(problems, 'assertions') && (
        <Problem id={fieldId('assertions')} focusable>
          {problemAt(problems, 'assertions')}
        </Problem>
      )}
      <p>
        <FormButton
          kind="secondary"
          size="small"
          icon="plus"
          label="Add an assertion"
          onPress={() => onAssertions([...assertions, { kind: 'text_present', value: '', outcome: 'fail' }])}
        />
      </p>
    </div>
  </Card>
)
