import type { CallMonitor } from '../../domain/monitors/monitor-address.ts'
import { useWorld } from '../core/use-world.ts'
import type { RecordVersions } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { asCall } from './as-call.ts'

/** The versions of a call, for its forms. */
export const useCallVersions = (monitor: CallMonitor): RecordVersions<CallMonitor, string> => {
  const world = useWorld()
  return versionsOf(monitor, async () => asCall(await world.call('monitor.read', { params: { id: monitor.id } })))
}
