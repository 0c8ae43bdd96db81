import { everyWords } from '../../domain/schedules/every-words.ts'
import { useResource } from '../core/use-resource.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { MonitorFormState } from './monitor-table.ts'

/** Schedule of a new monitor, chosen before it is saved. */
export const ScheduleChoice = ({ form }: { form: MonitorFormState }) => {
  const { data } = useResource('schedule.list', {})
  const schedules = data?.data ?? []
  const options = [
    { value: '', label: 'None: runs on demand only' },
    ...schedules.map(({ id, name, frequency, enabled }) => ({
      value: id,
      label: `${name}, ${enabled ? everyWords(frequency).toLowerCase() : 'paused'}`,
    })),
  ]
  return (
    <Card title="Schedule">
      <FormField
        form={form}
        name="schedule"
        options={options}
        {...(data &&
          schedules.length === 0 && { hint: 'This project has no schedule yet: add one once the monitor is created.' })}
      />
    </Card>
  )
}
