import { expect, test } from 'vitest'
import type { Call } from '../../../machines/resource/cache-events.ts'
import { afterEvents } from '../../../machines/resource/live-updates.ts'

test('actions of people reload the visible audit log, results do not', () => {
  const loaded: Call[] = [
    { operation: 'audit.list', input: { query: { limit: 100 } } },
    { operation: 'audit.list-of-resource', input: { params: { id: 'm' } } },
    { operation: 'audit.verify', input: {} },
  ]
  const outdated = (event: Parameters<typeof afterEvents>[0][number]) =>
    afterEvents([event], loaded).flatMap((follow) => (follow.kind === 'invalidate' ? [follow.call.operation] : []))
  const lists = ['audit.list', 'audit.list-of-resource']
  expect(outdated({ type: 'audit' })).toEqual(lists)
  expect(outdated({ type: 'object', kind: 'webhook', id: 'w', change: 'created', by: null })).toEqual(lists)
  expect(outdated({ type: 'run', result_id: 'r', call_id: 'm', location_id: 'l' })).toEqual(lists)
  expect(outdated({ type: 'alert', webhook_id: 'w', call_id: 'm', state: 'open' })).toEqual([])
})
