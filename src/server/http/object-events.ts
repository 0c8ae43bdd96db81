import type { LiveEvent } from '../../contract/live/live.ts'
import type { Change } from './context.ts'

type ObjectEvent = Extract<LiveEvent, { type: 'object' }>

/** The kinds of objects that live streams tell of. */
const KINDS: ReadonlySet<string> = new Set<ObjectEvent['kind']>([
  'monitor',
  'schedule',
  'downtime',
  'webhook',
  'project',
])
const isKind = (type: string): type is ObjectEvent['kind'] => KINDS.has(type)

/** What an audited write tells the live streams: a run changes nothing of its monitor, and is told of as a run. */
export const objectEvents = (action: string, changes: readonly Change[], by: string | null): ObjectEvent[] => {
  const verb = action.split('.')[1]
  if (verb === 'run') return []
  const change = verb === 'create' || verb === 'import' ? 'created' : verb === 'delete' ? 'removed' : 'updated'
  return changes.flatMap(({ resource: { type, id } }) =>
    isKind(type) ? [{ type: 'object', kind: type, id, change, by }] : [],
  )
}
