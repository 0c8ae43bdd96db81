import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { namedPaths, pathsFor } from '../../machines/chart/coverage.ts'
import { longestPaths } from '../../machines/chart/longest-paths.ts'
import type { PathDocument } from '../../machines/chart/path-document.ts'
import { MOST_SIMPLE_PATHS } from '../../machines/chart/simple-paths.ts'
import { nodesOf, transitionsOf } from '../../machines/chart/transitions.ts'
import { examples } from '../../machines/examples/examples.ts'
import { replay } from './replay.ts'

const namesOf = (paths: readonly { readonly name: string }[]): readonly string[] => paths.map(({ name }) => name)

describe.each(Object.entries(examples))('Exported paths of %s', (_, tried) => {
  const [{ machine }] = tried as [(typeof tried)[number]]
  const paths = namedPaths(tried, 'transitions')

  test('are one for each transition of the chart, and a real actor takes that transition', async () => {
    const keys = transitionsOf(machine).map(({ key }) => key)
    const taken = await Promise.all(
      paths.map(async ({ example, path }) => {
        const replayed = await replay(example, path)
        expect(replayed.seen).toEqual(path.map(({ value, told }) => ({ value, told })))
        return replayed.taken
      }),
    )
    const missing = keys.filter((key, index) => taken[index]?.has(key) !== true)
    expect(missing).toEqual([])
  })

  test('have names that are unique and fit into a file name', () => {
    for (const coverage of ['states', 'simple'] as const) {
      const names = namesOf(pathsFor(tried, coverage))
      expect(new Set(names).size, coverage).toBe(names.length)
    }
    expect(new Set(namesOf(paths)).size).toBe(paths.length)
    for (const name of namesOf(paths)) expect(name).toMatch(/^[a-z\d-]{1,130}$/)
  })

  test('reach every state', () => {
    const leaves = nodesOf(machine.root).filter(({ parent, states }) => parent && Object.keys(states).length === 0)
    // A state that is left at once is never where a step ends.
    const passing = leaves.filter(({ always = [] }) => always.some(({ guard }) => guard === undefined))
    expect(pathsFor(tried, 'states').length).toBe(leaves.length - passing.length)
  })
})

/** Every beginning of every path: what its steps show, one after the other. */
const beginningsOf = (paths: readonly PathDocument[]): ReadonlySet<string> =>
  new Set(paths.flatMap(({ input, steps }) => steps.map((_, at) => JSON.stringify([input, steps.slice(0, at + 1)]))))

test.each(Object.entries(examples))('The longest paths of %s take the same steps in fewer paths', (_, tried) => {
  const all = pathsFor(tried, 'transitions')
  const longest = longestPaths(all, () => false)
  expect(beginningsOf(longest)).toEqual(beginningsOf(all))
  expect(longest.length).toBeLessThanOrEqual(all.length)
  expect(longestPaths(longest, () => false)).toEqual(longest)
})

test('a path that is skipped stands for no other: its beginnings stay', () => {
  const all = pathsFor([{ machine: door }], 'transitions')
  const [long] = longestPaths(all, () => false).filter(({ steps }) => steps.length > 2)
  const kept = longestPaths(all, (path) => path === long)
  const taken = kept.filter((path) => path !== long)
  expect(kept).toContain(long)
  expect(beginningsOf(taken)).toEqual(beginningsOf(all.filter((path) => path !== long)))
})

const door = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { on: { OPEN: 'open', LOCK: 'locked' } },
    open: { on: { CLOSE: 'closed' } },
    locked: { on: { UNLOCK: 'closed' } },
  },
})

const doorWithBell = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    ringing: { on: { ANSWER: 'open', IGNORE: 'closed' } },
    closed: { on: { RING: 'ringing', OPEN: 'open', LOCK: 'locked' } },
    open: { on: { CLOSE: 'closed' } },
    locked: { on: { UNLOCK: 'closed', RING: 'ringing' } },
  },
})

test('a state more leaves the names and the steps of all other paths alone', () => {
  for (const coverage of ['states', 'transitions'] as const) {
    const before = pathsFor([{ machine: door }], coverage)
    const after = new Map(pathsFor([{ machine: doorWithBell }], coverage).map((path) => [path.name, path]))
    expect(after.size).toBeGreaterThan(before.length)
    for (const path of before) expect(after.get(path.name)).toEqual(path)
  }
  const simple = namesOf(pathsFor([{ machine: doorWithBell }], 'simple'))
  expect(simple).toEqual(expect.arrayContaining(['open-to-open', 'ring-answer-to-open']))
})

test('a chart with too many simple paths says so, and which coverage to take', () => {
  const all = Array.from({ length: 9 }, (_, index) => `s${index}`)
  const everywhere = createMachine({
    id: 'everywhere',
    initial: 's0',
    states: Object.fromEntries(
      all.map((name) => [name, { on: Object.fromEntries(all.map((to) => [`TO_${to}`, to])) }]),
    ),
  })
  expect(() => pathsFor([{ machine: everywhere }], 'simple')).toThrow(
    `The chart everywhere has more than ${MOST_SIMPLE_PATHS} simple paths. Use --coverage transitions`,
  )
})
