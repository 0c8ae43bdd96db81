import { expect, test } from 'vitest'
import { DELIVERY_STATES } from '../../../src/server/store/alerts/delivery-states.ts'
import type { WebhookDoc } from '../../../src/server/store/alerts/webhooks.ts'
import type { Heard } from '../../support/alert-world.ts'
import { mail, pager, theMergingWorlds } from '../../support/merging-alerts.ts'

const world = theMergingWorlds()
const FAIL = [['FAIL', 0]] as const
const PASS = [['PASS', 0]] as const
const said = (heard: readonly Heard[]) =>
  heard.map(({ by, kind, category }) => `${by}: ${kind === 'recovery' ? 'over' : category}`)

test('of one outage a receiver hears the beginning and the end once, however many alerts tell of it', async () => {
  const { add, results, deliver } = await world()
  await add('first', mail())
  await add('second', mail({ to: 'OPS@example.com, dev@example.com', fails: 2 }))
  await add('plain', mail({ web_hook_type: 'email_text' }))
  for (const batch of [FAIL, FAIL, PASS]) await results(batch)
  // The second alert also tells another address, which nobody else tells.
  expect(said(await deliver())).toEqual(['first: FAIL', 'second: FAIL', 'first: over', 'second: over'])
})

test('an incident service hears of one incident, and its end under the key that began it', async () => {
  const { add, results, deliver, alertOf } = await world()
  await add('first', pager())
  await add('second', pager({ policy: { failing_locations: 1 } }))
  await results(FAIL)
  await results(PASS)
  const heard = await deliver()
  expect(said(heard)).toEqual(['first: FAIL', 'first: over'])
  expect(new Set(heard.map(({ toldAs }) => toldAs))).toEqual(new Set([alertOf('first').id]))
})

test('an outage that gets worse is told again', async () => {
  const { add, results, deliver } = await world()
  await add('warn', mail({ alerts: ['WARNING', 'FAIL'] }))
  await add('fail', mail())
  await results([['WARNING', 0]])
  await results(FAIL)
  await results(PASS)
  expect(said(await deliver())).toEqual(['warn: WARNING', 'fail: FAIL', 'warn: over'])
})

test('a snoozed alert leaves it to the second to tell', async () => {
  const { add, results, deliver, snooze, wake } = await world()
  await add('first', mail())
  await add('second', mail())
  await snooze('first', 3_600_000)
  await results(FAIL)
  expect(said(await deliver())).toEqual(['second: FAIL'])
  await wake('first')
  expect(said(await deliver())).toEqual([])
  await results(PASS)
  expect(said(await deliver())).toHaveLength(1)
})

test('an alert that is snoozed after it told leaves the end to the second', async () => {
  const { add, results, deliver, snooze, wake } = await world()
  await add('first', mail())
  await add('second', mail())
  await results(FAIL)
  await deliver()
  await snooze('first', 3_600_000)
  await results(PASS)
  expect(said(await deliver())).toEqual(['second: over'])
  await wake('first')
  expect(said(await deliver())).toEqual([])
})

test('a message that is given up is told by the second alert', async () => {
  const { add, results, deliver } = await world()
  await add('first', mail())
  await add('second', mail())
  await add('third', mail())
  await results(FAIL)
  expect(said(await deliver((by) => by === 'first'))).toEqual(['second: FAIL'])
  await results(PASS)
  expect(said(await deliver((by) => by === 'first'))).toHaveLength(1)
})

test.each(['deleted', 'disabled'])('an alert that is %s in the outage leaves the end to the second', async (how) => {
  const { add, results, deliver, change, remove } = await world()
  await add('first', mail())
  await add('second', mail({ policy: { failing_locations: 1 } }))
  await results(FAIL)
  expect(said(await deliver())).toEqual(['first: FAIL'])
  await (how === 'deleted' ? remove('first') : change('first', { enabled: false }))
  await results(PASS)
  expect(said(await deliver())).toEqual(['second: over'])
})

test('an alert that is deleted before its message left leaves the beginning to the second', async () => {
  const { add, results, deliver, remove } = await world()
  await add('first', mail())
  await add('second', mail())
  await results(FAIL)
  await remove('first')
  expect(said(await deliver())).toEqual(['second: FAIL'])
})

test('the end is told by the last alert for which the outage ends', async () => {
  const { add, results, deliver } = await world()
  await add('any', mail())
  await add('both', mail({ policy: { failing_locations: 1 } }))
  await results([
    ['FAIL', 0],
    ['FAIL', 1],
  ])
  expect(said(await deliver())).toEqual(['any: FAIL'])
  await results(PASS)
  expect(said(await deliver())).toEqual([])
  await results([['PASS', 1]])
  expect(said(await deliver())).toEqual(['both: over'])
})

test('results that arrive together end an outage for one alert first: the end is told with that of the last', async () => {
  const { add, results, deliver } = await world()
  const all: WebhookDoc['alerts'] = ['SLOW', 'WARNING', 'FAIL']
  await add('any', pager({ alerts: all }))
  await add('third', pager({ alerts: all, fails: 3 }))
  await add('fails', pager())
  await results(FAIL)
  await results([
    ['SLOW', 0],
    ['SLOW', 0],
    ['PASS', 0],
  ])
  expect(said(await deliver())).toEqual(['any: FAIL', 'any: over'])
})

test.each([true, false])(
  'an incident after the end by a late pass has a beginning of its own: merged %s',
  async (merge) => {
    const { add, results, deliver } = await world()
    const alerts: WebhookDoc['alerts'] = ['WARNING', 'FAIL']
    await add('any', mail({ alerts, policy: { merge } }))
    await results(FAIL)
    await results([
      ['PASS', 0, 35],
      ['WARNING', 0],
      ['PASS', 0],
    ])
    expect(said(await deliver())).toEqual(['any: FAIL', 'any: over', 'any: WARNING', 'any: over'])
  },
)

test('a late failure after such an end is not told where another alert told it', async () => {
  const { add, results, deliver } = await world()
  await add('any', mail({ alerts: ['SLOW', 'WARNING', 'FAIL'] }))
  await add('both', mail({ policy: { failing_locations: 1 } }))
  await results([
    ['FAIL', 1],
    ['WARNING', 0, 15],
    ['PASS', 0],
  ])
  await results([['FAIL', 0, 25]])
  expect(said(await deliver())).toEqual(['any: WARNING', 'both: FAIL'])
})

test('an end that waits is told when the other alert is disabled', async () => {
  const { add, results, deliver, change } = await world()
  await add('any', mail())
  await add('both', mail({ policy: { failing_locations: 1 } }))
  await results([
    ['FAIL', 0],
    ['FAIL', 1],
  ])
  await results(PASS)
  expect(said(await deliver())).toEqual(['any: FAIL'])
  await change('both', { enabled: false })
  expect(said(await deliver())).toEqual(['any: over'])
})

test('of two ends that wait for an alert that is snoozed, one is told', async () => {
  const { add, results, deliver, snooze } = await world()
  await add('any', mail())
  await add('both', mail({ policy: { failing_locations: 1 } }))
  await add('again', mail())
  await results(FAIL)
  await results([['PASS', 1]])
  expect(said(await deliver())).toEqual(['any: FAIL'])
  await snooze('both', 3_600_000)
  expect(said(await deliver())).toEqual(['any: over'])
})

test('an end that waits for an alert that is snoozed waits for the next one for which the outage goes on', async () => {
  const { add, results, deliver, snooze } = await world()
  const both = mail({ policy: { failing_locations: 1 } })
  await add('any', mail())
  await add('both', both)
  await add('third', both)
  await results(FAIL)
  await results([['PASS', 1]])
  await snooze('both', 3_600_000)
  expect(said(await deliver())).toEqual(['any: FAIL'])
  await results(PASS)
  expect(said(await deliver())).toHaveLength(1)
})

test('an incident service is not told the end of an incident twice, whichever others began since', async () => {
  const { add, results, deliver, alertOf } = await world()
  await add('any', pager())
  await add('slow', pager({ alerts: ['SLOW', 'WARNING', 'FAIL'], policy: { failing_locations: 2 } }))
  await add('again', pager())
  await results([
    ['SLOW', 0],
    ['FAIL', 1, 35],
  ])
  await results([
    ['PASS', 0],
    ['PASS', 1],
  ])
  const ends = (await deliver()).filter(({ kind }) => kind === 'recovery').map(({ toldAs }) => toldAs)
  expect(ends.filter((id) => id === alertOf('any').id)).toHaveLength(1)
})

test('an end that waits is not told once its alert has begun again', async () => {
  const { add, results, deliver, snooze } = await world()
  await add('bad', mail({ alerts: ['WARNING', 'FAIL'] }))
  await add('slow', mail({ alerts: ['SLOW', 'WARNING', 'FAIL'] }))
  await results([
    ['WARNING', 0],
    ['SLOW', 0],
    ['FAIL', 0],
  ])
  expect(said(await deliver())).toEqual(['bad: WARNING', 'bad: FAIL'])
  await snooze('slow', 3_600_000)
  expect(said(await deliver())).toEqual([])
  await results(PASS)
  expect(said(await deliver())).toEqual(['bad: over'])
})

test('a second line is told although the first line of the same receiver was', async () => {
  const { add, results, deliver, pass, tick } = await world()
  await add('first', mail())
  await add('second', mail({ policy: { escalate_minutes: 5 } }))
  await results(FAIL)
  pass(6 * 60_000)
  await tick()
  expect(said(await deliver())).toEqual(['first: FAIL', 'second: FAIL'])
  await results(PASS)
  expect(said(await deliver())).toHaveLength(1)
})

test('of two alerts that remind, one does', async () => {
  const { add, results, deliver, pass, tick } = await world()
  await add('first', mail({ policy: { remind_minutes: 10 } }))
  await add('second', mail({ fails: 2, policy: { remind_minutes: 10 } }))
  await results(FAIL)
  pass(120_000)
  await results(FAIL)
  for (let minute = 0; minute < 30; minute++) {
    pass(60_000)
    await tick()
  }
  const heard = await deliver()
  expect(heard.map(({ by, why }) => `${by} ${why}`)).toEqual([
    'first null',
    'first reminder',
    'first reminder',
    'first reminder',
  ])
})

test.each([
  ['another address', mail({ to: 'dev@example.com' })],
  [
    'a text of its own',
    mail({
      web_hook_type: 'email_template',
      parameters: { email_address: 'ops@example.com', subject_template: 's', text_template: 't', fails_in_a_row: 1 },
    }),
  ],
  ['merging turned off', mail({ policy: { merge: false } })],
  ['another channel', pager()],
])('an alert with %s tells by itself', async (_, second) => {
  const { add, results, deliver } = await world()
  await add('first', mail())
  await add('second', second)
  await results(FAIL)
  await results(PASS)
  expect(said(await deliver())).toEqual(['first: FAIL', 'second: FAIL', 'first: over', 'second: over'])
})

test('an alert that does something does it, whatever others tell', async () => {
  const { add, results, states } = await world()
  const run = { web_hook_type: 'run_call' as const, parameters: { call_id: 'x', fails_in_a_row: 1, repeat: false } }
  await add('first', run)
  await add('second', run)
  await results(FAIL)
  expect((await states()).map(({ state }) => state)).toEqual([DELIVERY_STATES.pending, DELIVERY_STATES.pending])
})

test('each merged message says which alert tells in its place', async () => {
  const { add, results, deliver, states } = await world()
  await add('first', mail())
  await add('second', mail())
  await results(FAIL)
  await deliver()
  expect(await states()).toMatchObject([
    { name: 'first', state: DELIVERY_STATES.delivered, error: null },
    { name: 'second', state: DELIVERY_STATES.merged, error: '“first” tells the same receiver of this outage.' },
  ])
})
