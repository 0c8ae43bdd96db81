import type { CallMonitor } from '../../domain/monitors/monitor-address.ts'
import { useWorld } from '../core/use-world.ts'
import type { RecordVersions } from '../kit/form/use-record-form.ts'
import { asCall } from './as-call.ts'

/** The versions of a call, for its forms. */
export const useCallVersions = ({ id, meta }: CallMonitor): RecordVersions<CallMonitor, string> => {
  const world = useWorld()
  return {
    version: meta.last_update,
    versionOf: (row) => row.meta.last_update,
    reread: async () => asCall(await world.call('monitor.read', { params: { id } })),
  }
}
