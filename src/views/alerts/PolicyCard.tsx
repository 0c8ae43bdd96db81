import { useMemo, useState } from 'react'
import { isToldOnce } from '../../domain/alerts/shared-receiver.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { FoldButton } from '../parts/form/Fold.tsx'
import { zoneChoices } from '../parts/form/time-zones.ts'
import { Card } from '../parts/text/Card.tsx'
import classes from './policy.module.css'
import { hasPolicy, policySentences } from './policy-form.ts'
import type { WebhookFormState } from './webhook-table.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const QuietHours = ({ form }: { form: WebhookFormState }) => {
  const { draft, change, touch } = form
  const zones = useMemo(zoneChoices, [])
  const { quiet, days } = draft.policy
  return (
    <div className="stack">
      <FormField
        form={form}
        name="policy.quiet"
        hint="Nothing is sent in them. What is still true at their end is sent then."
      />
      {quiet && (
        <>
          <div className={classes.row}>
            <FormField form={form} name="policy.from" className={classes.time} />
            <FormField form={form} name="policy.to" className={classes.time} />
            <FormField form={form} name="policy.zone" options={zones} className={classes.zone} />
          </div>
          <FormField form={form} name="policy.days">
            <div className={classes.days}>
              {DAYS.map((name, index) => (
                <Checkbox
                  key={name}
                  checked={days.includes(index + 1)}
                  onValue={(checked) => {
                    const others = days.filter((day) => day !== index + 1)
                    change('policy.days', checked ? [...others, index + 1] : others)
                    touch('policy.days')
                  }}
                >
                  {name}
                </Checkbox>
              ))}
            </div>
          </FormField>
        </>
      )}
    </div>
  )
}

/** Rules about time, places and people, folded to a summary while none is on. */
export const PolicyCard = ({ form }: { form: WebhookFormState }) => {
  const { policy } = form.draft
  const sentences = policySentences(policy)
  const hasProblem = Object.keys(form.problems).some((field) => field.startsWith('policy.'))
  const [isUnfolded, setUnfolded] = useState(() => hasPolicy(policy))
  const open = isUnfolded || hasProblem
  return (
    <Card title="Noise and escalation" sub="Thresholds, reminders, escalation and quiet hours">
      <div className="stack">
        <FoldButton id="policy-fold" controls="policy-fields" open={open} onOpen={setUnfolded}>
          {sentences.length === 0 ? 'No further rules: each incident is told at once, and once.' : sentences.join(' ')}
        </FoldButton>
        {open && (
          <div id="policy-fields" className="stack">
            <div className={classes.grid}>
              <FormField form={form} name="policy.failing" className={classes.number} />
              <FormField form={form} name="policy.locations" className={classes.number} />
              {Number(policy.locations) > 0 && (
                <FormField form={form} name="policy.within" className={classes.number} />
              )}
              <FormField form={form} name="policy.remind" className={classes.number} />
              <FormField form={form} name="policy.escalate" className={classes.number} />
              <FormField form={form} name="policy.flapping" className={classes.number} />
              {Number(policy.flapping) > 0 && (
                <FormField form={form} name="policy.flappingWithin" className={classes.number} />
              )}
            </div>
            {isToldOnce(form.draft.type) && <FormField form={form} name="policy.merge" />}
            <QuietHours form={form} />
          </div>
        )}
      </div>
    </Card>
  )
}
