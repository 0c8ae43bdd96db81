import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StateMachine } from 'xstate'
import type { Example } from '../../machines/chart/example.ts'
import { pathsOf } from '../../machines/chart/paths.ts'
import { transitionsOf } from '../../machines/chart/transitions.ts'
import { examples } from '../../machines/examples/examples.ts'
import { codeIn, home } from '../support/sources.ts'
import { replay } from './replay.ts'

/** The transitions that are taken along an example's paths. Each example is walked once, by the test that asks first. */
const walks = new Map<Example, Promise<ReadonlySet<string>>>()
const takenIn = (example: Example): Promise<ReadonlySet<string>> => {
  const walked = walks.get(example) ?? walk(example)
  walks.set(example, walked)
  return walked
}

const walk = async (example: Example): Promise<ReadonlySet<string>> => {
  const taken = new Set<string>()
  for (const path of pathsOf(example)) {
    const replayed = await replay(example, path)
    const expected = path.map(({ value, told }) => ({ value, told }))
    expect(replayed.seen, path.map(({ event }) => event.type).join(' → ')).toEqual(expected)
    for (const key of replayed.taken) taken.add(key)
  }
  return taken
}

describe.each(Object.entries(examples))('The chart %s', (_, tried) => {
  test.each([...tried.entries()])('follows the generated paths of its example %i step by step', async (_, example) => {
    await takenIn(example)
  })

  test('takes all of its transitions along them', async () => {
    const taken = new Set<string>()
    for (const example of tried) for (const key of await takenIn(example)) taken.add(key)
    const all = tried.flatMap(({ machine }) => transitionsOf(machine).map(({ key }) => key))
    expect(all.filter((key) => !taken.has(key))).toEqual([])
  })
})

test('every chart has examples', async () => {
  const files = codeIn('machines').filter((file) => !file.startsWith('machines/examples/'))
  const modules: object[] = await Promise.all(files.map((file) => import(join(home, file))))
  const ids = modules.flatMap((one) =>
    Object.values(one).flatMap((each) => (each instanceof StateMachine ? [each.id] : [])),
  )
  expect([...new Set(ids)].sort()).toEqual(Object.keys(examples).sort())
  for (const [id, tried] of Object.entries(examples)) for (const { machine } of tried) expect(machine.id).toBe(id)
})
