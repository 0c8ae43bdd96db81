import { expect, test } from 'vitest'
import { performLine } from '../../../src/commands/core/line/perform-line.ts'
import { questionOf } from '../../../src/commands/core/perform.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { exampleWorld } from '../world.ts'

const list = { data: ['a', 'b'].map((id) => ({ id, meta: { created: '2025-11-03T10:00:00.000Z' }, schedule_ids: [] })) }

/** A world of two monitors, and what was read of the server in it. */
const worldWith = (count: number) => {
  const read: unknown[] = []
  const answers = {
    // Of the answers, only what the question reads.
    known: ((operation: string) => (operation === 'monitor.list' ? list : undefined) as never) as World['known'],
    read: ((operation: string, input: unknown) => {
      read.push([operation, input])
      return { results: [{ count }, { count: 0 }] } as never
    }) as World['read'],
  }
  return { world: exampleWorld(answers).world, read }
}

const effectsOf = (monitor: string | readonly string[], count: number) => {
  const { world, read } = worldWith(count)
  const remove = commandById('monitor.remove')
  if (!remove) throw new Error('Monitors cannot be deleted.')
  return { effects: questionOf(remove, { monitor }, world)?.effects ?? [], read }
}

test('the question before a monitor is deleted says how many results go with it, by two digits where there are many', () => {
  const first = (count: number) => effectsOf('a', count).effects[0]
  expect(first(1)).toBe('1 result goes with it')
  expect(first(42)).toBe('42 results go with it')
  expect(first(12_345)).toBe('About 12,000 results go with it')
  expect(first(0)).not.toMatch(/result/)
  expect(effectsOf('a', 5).read).toEqual([
    ['statistics.locations', { params: { id: 'a' }, query: { start: '2025-11-03T10:00:00.000Z' } }],
  ])
})

test('for several monitors at once, the results of all are counted together', () => {
  const { effects, read } = effectsOf(['a', 'b'], 7)
  expect(read).toHaveLength(2)
  expect(effects).toContain('14 results go with them')
})

test('for many at once, nothing is counted: that would be a request for each', () => {
  const { effects, read } = effectsOf(
    Array.from({ length: 21 }, (_, at) => `m${at}`),
    7,
  )
  expect(read).toEqual([])
  expect(effects).toContain('All of their results go with them')
})

test('a line that confirms itself asks nothing of the server: the count would be read of a monitor that is being deleted', async () => {
  const { world, read } = worldWith(7)
  const [monitor] = world.entities('monitor')
  if (!monitor) throw new Error('The example has no monitor.')
  const known = (() => ({ data: [{ id: monitor.id, meta: list.data[0]?.meta }] }) as never) as World['known']
  const lost = { ...world, known }
  await performLine(`delete monitor ${monitor.id} --confirm "${monitor.name}"`, lost)
  expect(read).toEqual([])
})
