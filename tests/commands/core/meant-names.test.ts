import { expect, test } from 'vitest'
import { enterOf } from '../../../src/commands/core/line/enter.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { shownProblem } from '../../../src/commands/core/line/reading.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import type { Entity, World } from '../../../src/commands/core/world.ts'
import { exampleWorld } from '../world.ts'

const monitor = (at: number, name: string, address?: string): Entity => ({
  id: `m${at}Yt2LmQ9sXw4RfVzA1cNe`,
  name,
  ...(address !== undefined && { address }),
})

const withMonitors = (...monitors: Entity[]): World => {
  const { world } = exampleWorld()
  return { ...world, entities: (kind) => (kind === 'monitor' ? monitors : world.entities(kind)) }
}

const firstOf = (line: string, world: World, recent: readonly string[] = []) =>
  suggestionsFor(line, world, recent)[0]?.items[0]?.label

test.each(['run monitor chekout', 'delete monitor Checkot', 'run monitor chckout', 'chekout'])(
  '“%s” means the name that it is a slip away from, not a longer one that is used more often',
  (line) => {
    const world = withMonitors(monitor(1, 'Checkout staging'), monitor(2, 'Checkout'))
    const recent = ['run monitor checkout-staging', 'open monitor checkout-staging']
    expect(firstOf(line, world, recent)).toBe('Checkout')
  },
)

test('a name that contains the text goes before one that is a slip away, and the one that is used goes first', () => {
  const world = withMonitors(monitor(1, 'app'), monitor(2, 'api-users'), monitor(3, 'api-orders'))
  expect(firstOf('run monitor api', world, ['run monitor api-orders'])).toBe('api-orders')
})

test('a pasted address opens the monitor that calls it, also where its name is another one’s too', () => {
  const world = withMonitors(
    monitor(1, 'Checkout', 'https://shop.example/a'),
    monitor(2, 'Checkout', 'https://shop.example/b'),
  )
  const line = 'https://shop.example/b'
  const reading = readLine(line, world)
  const groups = suggestionsFor(line, world, [], reading)
  const next = enterOf({ reading, groups, moved: null, isRefused: shownProblem(reading) !== null })
  expect(next).toMatchObject({ does: 'write', runs: true })
  const opened = next.does === 'write' ? readLine(next.line, world) : null
  expect(opened?.args).toEqual({ monitor: monitor(2, 'Checkout').id })
})
