import { SIGNALS } from '../../contract/alerts/webhooks.ts'
import { SIGNAL_LIMIT_NAMES, SIGNAL_LIMITS, SIGNAL_WORDS } from '../../domain/alerts/signal.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import classes from './form.module.css'
import type { WebhookFormState } from './webhook-table.ts'

/** Standing conditions that an alert is sent on, each with its limits. */
export const SignalChoice = ({ form }: { form: WebhookFormState }) => {
  const { draft, change, touch } = form
  return (
    <>
      <fieldset className={classes.conditions}>
        <legend>Other conditions</legend>
        <div className={classes.results}>
          {SIGNALS.map((kind) => (
            <Checkbox
              key={kind}
              checked={draft.alerts.includes(kind)}
              onValue={(checked) => {
                const others = draft.alerts.filter((each) => each !== kind)
                change('alerts', checked ? [...others, kind] : others)
                touch('alerts')
              }}
            >
              {SIGNAL_WORDS[kind]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {SIGNAL_LIMIT_NAMES.filter((name) => draft.alerts.includes(SIGNAL_LIMITS[name].of)).map((name) => (
        <FormField key={name} form={form} name={`limits.${name}`} className={classes.short} />
      ))}
    </>
  )
}
