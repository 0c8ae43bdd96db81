import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Headless } from '../../src/commands/headless/headless.ts'
import { isCandidate } from '../../src/domain/alerts/alerting.ts'
import { coversAllOf } from '../../src/domain/alerts/wider-scope.ts'
import type { Rehearsal } from '../../src/mcp/refused-before.ts'
import { silencedBy } from '../../src/mcp/silenced.ts'

const NOW = Date.parse('2026-01-05T10:00:00Z')
const SCOPE = { monitor_id: null, include_tags: [], exclude_tags: [] }
const alertOf = (id: string, more: object = {}) => ({
  id,
  name: id,
  enabled: true,
  alerts: ['FAIL'],
  snoozed_until: null,
  ...SCOPE,
  ...more,
})
const scheduleOf = (id: string, targets: readonly string[], more: object = {}) => ({
  id,
  name: id,
  enabled: true,
  targets,
  ...more,
})

type Lists = { readonly alerts?: readonly object[]; readonly schedules?: readonly object[] }
const saidOf = (operation: string, input: object, { alerts = [], schedules = [] }: Lists) => {
  const call = async (name: string) => ({
    meta: { more: false, next_cursor: null },
    data: name === 'webhook.list' ? alerts : schedules,
  })
  const entities = async () => [{ id: 'm', name: 'Checkout' }]
  const world = { call, entities } as unknown as Headless
  const kept = [{ operation, input }] as unknown as Rehearsal['kept']
  return silencedBy({ kept, ended: null, world, isWhole: true }, NOW)
}
const off = { params: { id: 'ops' }, body: { enabled: false } }

test.each<[string, readonly object[], string, object]>([
  ['the only alert is turned off', [alertOf('ops')], 'webhook.update', off],
  ['the only alert is deleted', [alertOf('ops')], 'webhook.remove', { params: { id: 'ops' } }],
  ['the only alert is snoozed', [alertOf('ops')], 'webhook.snooze', { params: { id: 'ops' }, body: { minutes: 60 } }],
  [
    'it no longer listens for failures',
    [alertOf('ops')],
    'webhook.update',
    { params: { id: 'ops' }, body: { alerts: ['PASS'] } },
  ],
  [
    'it covers fewer monitors',
    [alertOf('ops')],
    'webhook.update',
    { params: { id: 'ops' }, body: { include_tags: ['shop'] } },
  ],
  ['the other one is off', [alertOf('ops'), alertOf('old', { enabled: false })], 'webhook.update', off],
  [
    'the other one is snoozed',
    [alertOf('ops'), alertOf('old', { snoozed_until: '2026-01-05T12:00:00Z' })],
    'webhook.update',
    off,
  ],
  ['the other one covers less', [alertOf('ops'), alertOf('old', { monitor_id: 'm' })], 'webhook.update', off],
])('a question says that outages go unheard where %s', async (_, alerts, operation, input) => {
  expect(await saidOf(operation, input, { alerts })).toEqual([
    'Outages may go unheard afterwards: no other alert covers all that “ops” covers now.',
  ])
})

test.each<[string, readonly object[], string, object]>([
  ['another alert covers the same', [alertOf('ops'), alertOf('all')], 'webhook.update', off],
  ['it was off before', [alertOf('ops', { enabled: false })], 'webhook.remove', { params: { id: 'ops' } }],
  [
    'only its receiver changes',
    [alertOf('ops')],
    'webhook.update',
    { params: { id: 'ops' }, body: { parameters: {} } },
  ],
  ['a snooze ends', [alertOf('ops')], 'webhook.snooze', { params: { id: 'ops' }, body: { minutes: 0 } }],
  ['a condition changes', [alertOf('ops')], 'monitor.judge', { params: { id: 'm' }, body: {} }],
])('it says no such thing where %s', async (_, alerts, operation, input) => {
  expect(await saidOf(operation, input, { alerts })).toEqual([])
})

test.each<[string, readonly object[], string, object, boolean]>([
  ['the only schedule of a monitor is paused', [scheduleOf('s', ['m'])], 'schedule.update', { enabled: false }, true],
  ['its targets are removed', [scheduleOf('s', ['m'])], 'schedule.update', { targets: [] }, true],
  ['it is deleted', [scheduleOf('s', ['m'])], 'schedule.remove', {}, true],
  ['the monitor is taken from it', [scheduleOf('s', ['m'])], 'schedule.detach', {}, true],
  [
    'the other schedule is paused',
    [scheduleOf('s', ['m']), scheduleOf('t', ['m'], { enabled: false })],
    'schedule.remove',
    {},
    true,
  ],
  ['another schedule runs it', [scheduleOf('s', ['m']), scheduleOf('t', ['m'])], 'schedule.remove', {}, false],
  ['only its frequency changes', [scheduleOf('s', ['m'])], 'schedule.update', { frequency: 60 }, false],
  ['it ran nothing', [scheduleOf('s', [])], 'schedule.remove', {}, false],
])('of schedules, where %s', async (_, schedules, operation, body, isSaid) => {
  const said = await saidOf(operation, { params: { id: 's', callId: 'm' }, body }, { schedules })
  expect(said).toEqual(isSaid ? ['Outages may go unheard afterwards: no other schedule runs “Checkout”.'] : [])
})

test('an alert of a wider scope covers every monitor that the other covers', () => {
  const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
  const scope = fc.record({
    enabled: fc.constant(true),
    monitor_id: fc.constantFrom(null, 'm', 'n'),
    include_tags: tags,
    exclude_tags: tags,
  })
  const monitor = fc.record({ id: fc.constantFrom('m', 'n', 'o'), tags })
  fc.assert(
    fc.property(
      scope,
      scope,
      monitor,
      (wider, other, one) => !coversAllOf(wider, other) || !isCandidate(other, one) || isCandidate(wider, one),
    ),
  )
})
