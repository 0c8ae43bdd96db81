import { isBroadcast, kindOfAuditedType } from '../../contract/kinds.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import type { Change } from './context.ts'

type ObjectEvent = Extract<LiveEvent, { type: 'object' }>

/** The live events of an audited write. A run changes nothing of its monitor and has its own event. */
export const objectEvents = (action: string, changes: readonly Change[], by: string | null): ObjectEvent[] => {
  const verb = action.split('.')[1]
  if (verb === 'run') return []
  const change = verb === 'create' || verb === 'import' ? 'created' : verb === 'delete' ? 'removed' : 'updated'
  return changes.flatMap(({ resource: { type, id } }) => {
    const kind = kindOfAuditedType(type)
    return kind !== null && isBroadcast(kind) ? [{ type: 'object', kind, id, change, by }] : []
  })
}
