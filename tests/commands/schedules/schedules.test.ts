import { expect, test } from 'vitest'
import { initialKeys, keyMap, nextKeyStep } from '../../../src/commands/core/keys.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { confirmationOf, perform } from '../../../src/commands/core/perform.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { CHECKOUT, exampleWorld } from '../world.ts'

const SCHEDULE = 's1Yt2LmQ9sXw4RfVzA1cNe'

test('a schedule is made by one line', () => {
  const { world } = exampleWorld()
  const reading = readLine('create schedule fast --frequency 60 --regions eu', world)
  expect(reading.command?.id).toBe('schedule.create')
  expect(reading.args).toEqual({ name: 'fast', frequency: 60, regions: ['eu'] })
})

test('taking back an addition that brought nothing about takes nothing away', async () => {
  const row = { id: SCHEDULE, targets: [CHECKOUT] }
  const known = () => ({ data: [row] }) as never
  for (const [readings, undone] of [
    [{}, true],
    [{ known }, false],
  ] as const) {
    const { world, told } = exampleWorld(readings)
    await perform('schedule.attach', { monitor: CHECKOUT, schedule: SCHEDULE }, world)
    expect(told.at(-1)?.undo !== undefined).toBe(undone)
  }
})

test('retries are set by one line, and the other tags of the schedule stay', async () => {
  const { world, calls } = exampleWorld({
    onCall: (operation) =>
      operation === 'schedule.read' && { backoff_method: null, tags: ['shop', 'sys:backoff_base:4'] },
  })
  const { command, args } = readLine('set retries partner-checks expo --max-retries 5 --skip-notifs 1', world)
  if (!command) throw new Error('The line was not read.')
  await perform(command, args, world)
  expect(calls.at(-1)).toEqual({
    operation: 'schedule.update',
    input: {
      params: { id: SCHEDULE },
      body: {
        backoff_method: 'expo',
        tags: ['shop', 'sys:backoff_base:4', 'sys:backoff_max_retries:5', 'sys:backoff_skip_notifs:1'],
      },
    },
  })
})

test('a key that several kinds have means the kind that has the focus', () => {
  const press = { key: 'e', ctrl: false, meta: false, alt: false, shift: false, typing: false, onControl: false }
  const idOf = (kind: 'monitor' | 'schedule') => {
    const { world } = exampleWorld({ focus: { kind, id: 'x', name: 'x' } })
    return nextKeyStep(initialKeys, press, keyMap(world), 0).command?.id
  }
  expect(idOf('monitor')).toBe('monitor.edit')
  expect(idOf('schedule')).toBe('schedule.edit')
})

test('a change that leaves a schedule nothing to run, or no location, asks, and says what is lost', () => {
  const asked = (args: object, row: object = { targets: [CHECKOUT], regions: [], locations: ['local'] }) => {
    const { world } = exampleWorld({ known: () => ({ data: [{ id: SCHEDULE, ...row }] }) as never })
    const command = commandById('schedule.update')
    return command ? confirmationOf(command, { schedule: SCHEDULE, ...args }, world) : null
  }
  expect(asked({ targets: [] })).toMatchObject({
    question: 'Leave “Partner checks” without targets?',
    effects: ['1 target loses this schedule', 'It runs nothing any more'],
    reversible: true,
  })
  expect(asked({ locations: [] })).toMatchObject({ question: 'Leave “Partner checks” without locations?' })
  for (const kept of [{ targets: [CHECKOUT] }, { locations: [], regions: ['eu'] }, { name: 'Calm' }])
    expect([kept, asked(kept)]).toEqual([kept, null])
  expect(asked({ targets: [] }, { targets: [], regions: [], locations: [] })).toBe(null)
})
