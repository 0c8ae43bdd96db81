import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import type { CallMonitor } from '../../domain/monitors/monitor-address.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Loading } from '../parts/text/Loading.tsx'
import { asCall } from './as-call.ts'
import { MonitorForm } from './MonitorForm.tsx'
import { monitorTable } from './monitor-table.ts'
import { useCallVersions } from './use-call-versions.ts'

const Editor = ({ monitor, judged }: { monitor: CallMonitor; judged: ConditionSet }) => {
  const world = useWorld()
  const { id } = monitor
  const { version, reread } = useCallVersions(monitor)
  const form = useRecordForm({
    table: monitorTable,
    key: `monitor:${id}`,
    base: monitorTable.formOf({ monitor, judged }),
    versions: {
      version,
      versionOf: (row) => row.monitor.meta.last_update,
      async reread() {
        const [now, set] = await Promise.all([reread(), world.call('monitor.conditions', { params: { id } })])
        return { monitor: now, judged: set }
      },
    },
    async save(body, { world, changed, version: if_last_update }) {
      const row = changed.some((part) => part !== 'conditions')
        ? await world.call('monitor.update', { params: { id }, body: { ...body.monitor, if_last_update } })
        : monitor
      const set = changed.includes('conditions')
        ? await world.call('monitor.judge', { params: { id }, body: body.conditions })
        : judged
      world.tell(`“${row.meta.name}” saved`)
      return { monitor: asCall(row), judged: set }
    },
  })
  return <MonitorForm form={form} monitor={monitor} />
}

/** Edits a call and its conditions. */
export const CallEdit = ({ monitor }: { monitor: CallMonitor }) => {
  const { data, error, status, refetch } = useResource('monitor.conditions', { params: { id: monitor.id } })
  const slow = useSlow(status === 'pending' && !data)
  if (data) return <Editor monitor={monitor} judged={data} />
  if (error) return <LoadError error={error} refetch={refetch} />
  return slow ? <Loading page={false} /> : null
}
