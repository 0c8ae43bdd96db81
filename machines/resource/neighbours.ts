import type { Call } from './cache-events.ts'
import { type Follow, kindOf, outdate } from './follow.ts'

const changesTargets = ({ operation, input: { body } }: Call): boolean =>
  operation === 'schedule.create' ||
  operation === 'schedule.remove' ||
  (operation === 'schedule.update' &&
    typeof body === 'object' &&
    body !== null &&
    ('targets' in body || 'enabled' in body))

/** What a write changes beside its own kind: a monitor shows whether a schedule runs it, and a schedule shows its monitors. */
export const besides = (save: Call, loaded: readonly Call[]): readonly Follow[] => {
  const loadedOf = (kind: string) => loaded.filter((call) => kindOf(call.operation) === kind)
  if (save.operation === 'monitor.remove') return loadedOf('schedule').map(outdate)
  if (changesTargets(save)) return loadedOf('monitor').map(outdate)
  const id = save.input.params?.callId
  const isAttached = save.operation === 'schedule.attach' || save.operation === 'schedule.detach'
  return isAttached && id !== undefined && loadedOf('monitor').length > 0
    ? [{ kind: 'fetch', call: { operation: 'monitor.read', input: { params: { id } } } }]
    : []
}
