import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { exampleWorld } from '../world.ts'

const rows = [
  { id: 'n1Yt2LmQ9sXw4RfVzA1cNe', name: 'Helper' },
  { id: 'n2Yt2LmQ9sXw4RfVzA1cNe', name: 'Twin' },
  { id: 'n3Yt2LmQ9sXw4RfVzA1cNe', name: 'Twin' },
]

const worldWith = (results: readonly object[] | undefined): World => {
  const { world } = exampleWorld()
  const read = () => results && { results, meta: { more: false, next_cursor: null } }
  return Object.assign(Object.create(world), { read })
}
const of = (line: string, world: World) => {
  const { args, problems } = readLine(line, world)
  return problems[0]?.sentence ?? args.connection
}

describe('an object of no kind is named', () => {
  test.each([
    ['by its name', 'disconnect application Helper', 'n1Yt2LmQ9sXw4RfVzA1cNe'],
    ['by its id', 'disconnect application n2Yt2LmQ9sXw4RfVzA1cNe', 'n2Yt2LmQ9sXw4RfVzA1cNe'],
    ['not by a name that several have', 'disconnect application Twin', 'Twin names several: choose one by its id.'],
    ['not by another name', 'disconnect application nobody ', 'No connection is called nobody.'],
    [
      'not by the id of another object',
      'disconnect application n9Yt2LmQ9sXw4RfVzA1cNe ',
      /^No connection is called n9/,
    ],
  ])('%s', (_, line, expected) => {
    const found = of(line, worldWith(rows))
    if (typeof expected === 'string') expect(found).toBe(expected)
    else expect(found).toMatch(expected)
  })

  test('by its id alone where the list is not loaded', () => {
    expect(of('disconnect application Helper', worldWith(undefined))).toBe(
      'The list for connection is still being loaded.',
    )
    expect(of('disconnect application n1Yt2LmQ9sXw4RfVzA1cNe', worldWith(undefined))).toBe('n1Yt2LmQ9sXw4RfVzA1cNe')
    expect(of('disconnect application n1Yt2LmQ9sXw4RfVzA1cNe', worldWith([]))).toBe('n1Yt2LmQ9sXw4RfVzA1cNe')
  })

  test('and offered by its name', () => {
    const [group] = suggestionsFor('disconnect application h', worldWith(rows))
    expect(group?.items.map(({ line }) => line)).toEqual(['disconnect application Helper'])
  })
})
