import { everyWords } from '../../domain/schedules/every-words.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { Card } from '../parts/text/Card.tsx'
import { OTHER, type ScheduleFormState, secondsOf } from './schedule-form.ts'
import classes from './schedules.module.css'

/** Name, interval and switch of a schedule. */
export const BasicFields = ({ form }: { form: ScheduleFormState }) => {
  const { draft } = form
  const seconds = secondsOf(draft)
  return (
    <Card title="Schedule">
      <div className="stack">
        <FormField form={form} name="name" />
        <div className={classes.every}>
          <FormField form={form} name="every" />
          {draft.every === OTHER && (
            <FormField
              form={form}
              name="seconds"
              hint={Number.isInteger(seconds) && seconds > 0 ? everyWords(seconds) : 'A whole number from 1.'}
            />
          )}
        </div>
        <FormField form={form} name="enabled" />
      </div>
    </Card>
  )
}
