import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete } from '../../../src/commands/core/line/reading.ts'
import type { Entity, EntityKind } from '../../../src/commands/core/world.ts'
import { exampleWorld } from '../world.ts'

describe('a name that may end elsewhere', () => {
  const entities = (kind: EntityKind): readonly Entity[] =>
    kind === 'monitor'
      ? ['Checkout', 'Checkout staging', 'Cart, full', 'checkout-staging'].map((name, at) => ({ id: `m${at}`, name }))
      : []
  const { world } = exampleWorld({ focus: null, entities, known: (() => ({})) as never })

  test.each([
    'rename monitor checkout staging Foo',
    'rename monitor Checkout staging Foo',
    'tag monitor checkout staging newtag',
    'rename monitor checkout stag',
  ])('is refused, and quotes decide: %s', (line) => {
    expect(readLine(line, world).problems[0]?.sentence).toMatch(/may both be meant: put quotes around the name\.$/)
    expect(isComplete(readLine(line, world))).toBe(false)
  })

  test('in quotes it is the one that is written', () => {
    expect(readLine('rename monitor "Checkout staging" Foo bar', world).args).toEqual({
      monitor: 'm1',
      name: 'Foo bar',
    })
    expect(readLine('rename monitor "checkout" staging Foo', world).args).toEqual({
      monitor: 'm0',
      name: 'staging Foo',
    })
  })

  test('a name may have a comma', () => {
    expect(readLine('run monitor Cart, full', world).args).toEqual({ monitor: 'm2' })
  })

  test('an argument is given by its place or by its flag, not both', () => {
    expect(readLine('tag monitor "Checkout" alphabet --tags zed', world).problems[0]?.sentence).toBe(
      '--tags is given twice.',
    )
  })
})
