import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Card } from '../parts/text/Card.tsx'
import { categoryWords } from '../parts/text/category.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { firingWords, sendsIncidentEnd } from './firing-words.ts'
import classes from './form.module.css'
import { SignalChoice } from './SignalChoice.tsx'
import type { WebhookFormState } from './webhook-table.ts'
import { ALERT_STATUSES } from './webhook-type.ts'

/** Results that an alert is sent on, how many in a row, and its repeats. */
export const WhenCard = ({ form }: { form: WebhookFormState }) => {
  const { draft, change, touch } = form
  const { repeats } = WEBHOOK_TYPES[draft.type]
  return (
    <Card title="When">
      <div className="stack">
        <FormField
          form={form}
          name="alerts"
          {...(draft.alerts.includes('PASS') && {
            hint: sendsIncidentEnd(draft.type, draft.repeat)
              ? 'Usually leave Pass off: the end of an incident is sent anyway.'
              : 'With Pass, every passing result is sent too.',
          })}
        >
          <div className={classes.results}>
            {ALERT_STATUSES.map((category) => (
              <Checkbox
                key={category}
                checked={draft.alerts.includes(category)}
                onValue={(checked) => {
                  const others = draft.alerts.filter((each) => each !== category)
                  change('alerts', checked ? [...others, category] : others)
                  touch('alerts')
                }}
              >
                <span className={classes.result}>
                  <StatusShape category={category} />
                  {categoryWords[category]}
                </span>
              </Checkbox>
            ))}
          </div>
        </FormField>
        <SignalChoice form={form} />
        <FormField form={form} name="fails" className={classes.short} />
        {draft.alerts.includes('NO_DATA') && <FormField form={form} name="periods" className={classes.short} />}
        {repeats !== null && <FormField form={form} name="repeat" />}
        <FormField form={form} name="opensIncident" />
        <p className={classes.summary}>{firingWords(draft)}</p>
      </div>
    </Card>
  )
}
