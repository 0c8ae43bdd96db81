import { failureSentence } from '../../commands/core/failure-sentence.ts'
import type { World } from '../../commands/core/world.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { asCall } from './as-call.ts'
import { MonitorForm } from './MonitorForm.tsx'
import { NEW_MONITOR } from './monitor-form.ts'
import type { Monitor } from './monitor-list.ts'
import { monitorTable } from './monitor-table.ts'

/** Puts a monitor that was just created on a schedule. It is there, so a refusal is told and does not fail the save. */
const putOn = async (world: World, { id, meta: { name } }: Monitor, scheduleId: string): Promise<void> => {
  try {
    const { name: schedule } = await world.call('schedule.attach', { params: { id: scheduleId, callId: id } })
    world.tell(`“${name}” created and added to “${schedule}”`)
  } catch (failure) {
    world.tell(`“${name}” created, but not scheduled: ${failureSentence(failure)}`, { category: 'WARNING' })
  }
}

/** Form of a new monitor. */
export const NewMonitor = () => {
  const world = useWorld()
  useTitle('New monitor')
  const form = useRecordForm({
    table: monitorTable,
    key: 'monitor:new',
    base: NEW_MONITOR,
    async save(body, { world, form: { schedule } }) {
      const monitor = await world.call('monitor.create', { body: body.monitor })
      const judged = await world.call('monitor.judge', { params: { id: monitor.id }, body: body.conditions })
      if (schedule) await putOn(world, monitor, schedule)
      else world.tell(`“${monitor.meta.name}” created`)
      return { monitor: asCall(monitor), judged }
    },
    leave: ({ monitor }) => world.go('monitor', { callId: monitor.id }),
  })
  return (
    <>
      <PageHead title="New monitor" actions={<Act command="monitor.paste-curl" icon="import" />} />
      <MonitorForm form={form} monitor={null} />
    </>
  )
}
