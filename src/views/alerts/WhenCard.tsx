import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { MAX_SILENT_PERIODS, SILENT_PERIODS } from '../../domain/silence/silence.ts'
import { Checkbox, Switch } from '../parts/form/Checkbox.tsx'
import { Field, FieldGroup } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { categoryWords } from '../parts/text/category.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { firingWords, hearsOfIncidents } from './firing-words.ts'
import classes from './form.module.css'
import { problemAt } from './form-problems.ts'
import type { FieldsProps } from './ParameterFields.tsx'
import { ALERT_STATUSES } from './webhook-type.ts'

/** On which results an alert is sent, after how many of them, and how often. */
export const WhenCard = ({ form, problems, onChange, onLeave }: FieldsProps) => {
  const { repeats } = WEBHOOK_TYPES[form.type]
  return (
    <Card title="When">
      <div className="stack">
        <FieldGroup
          label="Results"
          id={fieldId('alerts')}
          error={problemAt(problems, 'alerts')}
          {...(form.alerts.includes('PASS') && {
            hint: hearsOfIncidents(form.type, form.repeat)
              ? 'Pass is usually left off: its end is told of every incident anyway.'
              : 'With Pass, each passing result is told too.',
          })}
        >
          <div className={classes.results}>
            {ALERT_STATUSES.map((category) => (
              <Checkbox
                key={category}
                checked={form.alerts.includes(category)}
                onValue={(checked) => {
                  const others = form.alerts.filter((each) => each !== category)
                  onChange('alerts', checked ? [...others, category] : others)
                  onLeave('alerts')
                }}
              >
                <span className={classes.result}>
                  <StatusShape category={category} />
                  {categoryWords[category]}
                </span>
              </Checkbox>
            ))}
          </div>
        </FieldGroup>
        <Field
          label="How many in a row"
          id={fieldId('fails')}
          error={problemAt(problems, 'fails')}
          hint="Counted for each monitor over all its locations. 1 tells at once."
          className={classes.short}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={999_999}
            value={form.fails}
            onValue={(fails) => onChange('fails', fails)}
            onLeave={() => onLeave('fails')}
          />
        </Field>
        {form.alerts.includes('NO_DATA') && (
          <Field
            label="Periods without data"
            id={fieldId('periods')}
            error={problemAt(problems, 'periods')}
            hint="How many periods of the schedule pass without a result. Each location counts by itself."
            className={classes.short}
          >
            <TextInput
              type="number"
              inputMode="numeric"
              min={SILENT_PERIODS}
              max={MAX_SILENT_PERIODS}
              value={form.periods}
              onValue={(periods) => onChange('periods', periods)}
              onLeave={() => onLeave('periods')}
            />
          </Field>
        )}
        {repeats !== null && (
          <Switch checked={form.repeat} onValue={(repeat) => onChange('repeat', repeat)}>
            Tell every further failure
          </Switch>
        )}
        <p className={classes.summary}>{firingWords(form)}</p>
      </div>
    </Card>
  )
}
