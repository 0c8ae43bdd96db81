import { useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { MonitorForm } from './MonitorForm.tsx'
import { NEW_MONITOR } from './monitor-form.ts'
import { monitorTable } from './monitor-table.ts'

/** Form of a new monitor. */
export const NewMonitor = () => {
  const world = useWorld()
  useTitle('New monitor')
  const form = useRecordForm({
    table: monitorTable,
    key: 'monitor:new',
    base: NEW_MONITOR,
    async save(body) {
      const monitor = await world.call('monitor.create', { body: body.monitor })
      const judged = await world.call('monitor.judge', { params: { id: monitor.id }, body: body.conditions })
      world.tell(`“${monitor.meta.name}” created`)
      return { monitor, judged }
    },
    leave: ({ monitor }) => world.go('monitor', { callId: monitor.id }),
  })
  return (
    <>
      <PageHead title="New monitor" />
      <MonitorForm form={form} monitor={null} />
    </>
  )
}
