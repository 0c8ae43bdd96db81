import { RETRY_METHODS, type RetryText, settingsFor } from '../../domain/schedules/retry-settings.ts'
import { problemAt } from '../kit/form/field-errors.ts'
import type { FormControls } from '../kit/form/use-record-form.ts'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './schedules.module.css'

/** Retries of failed runs. The settings of a method come from the domain's table. */
export const RetryFields = ({
  form: { draft, problems, change, touch },
}: {
  form: FormControls<{ readonly retry: RetryText }>
}) => (
  <Card title="Retries">
    <div className="stack">
      <Segmented
        label="Retry method"
        value={draft.retry.method}
        options={RETRY_METHODS}
        onValue={(method) => change('retry.method', method)}
      />
      {draft.retry.method === 'none' ? (
        <p className="muted">The next scheduled run is the next attempt.</p>
      ) : (
        <div className={classes.settings}>
          {settingsFor(draft.retry.method).map(({ key, label, hint, whole, optional }) => {
            const path = `retry.${key}`
            return (
              <Field
                key={key}
                label={label}
                hint={hint}
                optional={optional}
                error={problemAt(problems, path)}
                id={fieldId(path)}
              >
                <TextInput
                  inputMode={whole ? 'numeric' : 'decimal'}
                  value={draft.retry[key]}
                  onValue={(typed) => change(path, typed)}
                  onLeave={() => touch(path)}
                />
              </Field>
            )
          })}
        </div>
      )}
    </div>
  </Card>
)
