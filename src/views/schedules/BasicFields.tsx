import { FREQUENCY_PRESETS } from '../../domain/schedules/schedule-times.ts'
import { problemAt } from '../monitors/form-problems.ts'
import { Switch } from '../parts/form/Checkbox.tsx'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { everyWords } from './every-words.ts'
import type { FieldProps } from './field-props.ts'
import { OTHER, secondsOf } from './schedule-form.ts'
import classes from './schedules.module.css'

const EVERY = [
  ...FREQUENCY_PRESETS.map((seconds) => ({ value: String(seconds), label: everyWords(seconds) })),
  { value: OTHER, label: 'Another interval' },
]

/** What a schedule is called, whether it is on, and how often it runs. */
export const BasicFields = ({ form, problems, onChange, onLeave }: FieldProps) => {
  const seconds = secondsOf(form)
  return (
    <Card title="Schedule">
      <div className="stack">
        <Field label="Name" error={problemAt(problems, 'name')} id={fieldId('name')}>
          <TextInput
            value={form.name}
            placeholder="Checkout, often"
            maxLength={400}
            onValue={(name) => onChange('name', name)}
            onLeave={() => onLeave('name')}
          />
        </Field>
        <div className={classes.every}>
          <Field
            label="How often"
            hint="Each monitor runs once from each location in each interval."
            id={fieldId('every')}
          >
            <Select
              value={form.every}
              options={EVERY}
              onValue={(every) => onChange('', { ...form, every, seconds: every === OTHER ? form.seconds : every })}
            />
          </Field>
          {form.every === OTHER && (
            <Field
              label="Seconds"
              error={problemAt(problems, 'seconds')}
              hint={Number.isInteger(seconds) && seconds > 0 ? everyWords(seconds) : 'A whole number from 1.'}
              id={fieldId('seconds')}
            >
              <TextInput
                inputMode="numeric"
                value={form.seconds}
                onValue={(typed) => onChange('seconds', typed)}
                onLeave={() => onLeave('seconds')}
              />
            </Field>
          )}
        </div>
        <Switch
          checked={form.enabled}
          onValue={(enabled) => onChange('enabled', enabled)}
          hint="While it is off nothing runs, and nothing counts as missed."
        >
          On
        </Switch>
      </div>
    </Card>
  )
}
