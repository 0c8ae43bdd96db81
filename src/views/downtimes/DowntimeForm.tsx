import { useMemo } from 'react'
import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { useResource } from '../core/use-resource.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { Card } from '../parts/text/Card.tsx'
import { DowntimeSide } from './DowntimePreview.tsx'
import { type DowntimeFormState, downtimeForm } from './downtime-form.ts'
import classes from './downtimes.module.css'
import { useZoneOptions } from './use-zone-options.ts'

/** Every schedule, after all of them together. */
const useScheduleOptions = () => {
  const { data } = useResource('schedule.list', {})
  return useMemo(
    () => [
      { value: ALL_SCHEDULES, label: 'All schedules' },
      ...(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
    [data],
  )
}

/** A downtime's form: what it is for, when it holds, and beside it the next windows. */
export const DowntimeForm = ({ form }: { form: DowntimeFormState }) => {
  const schedules = useScheduleOptions()
  const zones = useZoneOptions(form.base.timezone)
  const wrong = downtimeForm.problemsOf(form.draft, form.draft).find(({ field }) => field !== 'name')
  return (
    <RecordForm
      form={form}
      noun="downtime"
      label="Downtime"
      beside={<DowntimeSide form={form.draft} wrong={wrong?.message} />}
    >
      <Card title="Downtime">
        <div className={classes.pairs}>
          <FormField form={form} name="name" />
          <FormField
            form={form}
            name="schedule"
            options={schedules}
            disabled={!form.isNew}
            hint={
              form.isNew
                ? form.draft.schedule === ALL_SCHEDULES && 'Includes schedules that are created later.'
                : 'For other schedules, create another downtime.'
            }
          />
        </div>
      </Card>
      <Card title="When">
        <div className={classes.pairs}>
          <FormField form={form} name="start" />
          <FormField form={form} name="end" />
          <FormField form={form} name="timezone" options={zones} />
          <FormField
            form={form}
            name="repeat"
            hint={form.draft.repeat !== '0' && 'It keeps its local time when clocks change.'}
          />
        </div>
      </Card>
    </RecordForm>
  )
}
