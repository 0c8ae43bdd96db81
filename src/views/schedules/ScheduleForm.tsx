import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { Card } from '../parts/text/Card.tsx'
import { BasicFields } from './BasicFields.tsx'
import { HoursFields } from './HoursFields.tsx'
import { LocationFields } from './LocationFields.tsx'
import { NeverRunsNotice } from './NeverRunsNotice.tsx'
import { RetryFields } from './RetryFields.tsx'
import { ScheduleSide } from './ScheduleEstimate.tsx'
import type { Schedule, ScheduleFormState } from './schedule-form.ts'
import { TargetPicker } from './TargetPicker.tsx'
import { useScheduleLocations } from './use-schedule-locations.ts'

type ScheduleFormProps = {
  readonly form: ScheduleFormState
  /** Absent for a new schedule. */
  readonly stored?: Schedule
  /** Shows the targets alone; the rest is edited in another tab. */
  readonly only?: 'targets'
}

/** A schedule's form: interval, locations, business hours, retries and targets. */
export const ScheduleForm = ({ form, stored, only }: ScheduleFormProps) => {
  const places = useScheduleLocations()
  const isWhole = only === undefined
  return (
    <RecordForm
      form={form}
      noun="schedule"
      label="Schedule"
      beside={<ScheduleSide form={form.draft} stored={stored} places={places} />}
    >
      <NeverRunsNotice form={form.draft} stored={stored} places={places} />
      {isWhole && (
        <>
          <BasicFields form={form} />
          <LocationFields form={form} places={places} />
          <HoursFields form={form} />
          <RetryFields form={form} />
        </>
      )}
      {(form.isNew || !isWhole) && (
        <Card title="Targets" sub="monitors, browser tests and workflows">
          <TargetPicker
            chosen={form.draft.targets}
            tall={!isWhole}
            onChosen={(targets) => form.change('targets', targets)}
          />
        </Card>
      )}
      {isWhole && (
        <Card title="Advanced">
          <FormField form={form} name="tags" />
        </Card>
      )}
    </RecordForm>
  )
}
