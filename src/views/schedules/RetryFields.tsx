import { RETRY_METHODS, settingsFor } from '../../domain/schedules/retry-settings.ts'
import { problemAt } from '../monitors/form-problems.ts'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { FieldProps } from './field-props.ts'
import classes from './schedules.module.css'

/** How a failed run is tried again. Which settings there are, the domain's table says. */
export const RetryFields = ({ form, problems, onChange, onLeave }: FieldProps) => (
  <Card title="Retries">
    <div className="stack">
      <Segmented
        label="How failed runs are tried again"
        value={form.retry.method}
        options={RETRY_METHODS}
        onValue={(method) => onChange('retry.method', method)}
      />
      {form.retry.method === 'none' ? (
        <p className="muted">The next run of the schedule is the next try.</p>
      ) : (
        <div className={classes.settings}>
          {settingsFor(form.retry.method).map(({ key, label, hint, whole, optional }) => {
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
                  value={form.retry[key]}
                  onValue={(typed) => onChange(path, typed)}
                  onLeave={() => onLeave(path)}
                />
              </Field>
            )
          })}
        </div>
      )}
    </div>
  </Card>
)
