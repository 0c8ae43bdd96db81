import { describe, expect, test } from 'vitest'
import { withPage } from '../../../machines/resource/rows.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete, isDeciding } from '../../../src/commands/core/line/reading.ts'
import { exampleWorld } from '../world.ts'

/** A list whose last page is here, or not yet. */
const withPageOf = (rows: readonly object[], isGrowing: boolean) =>
  isGrowing ? withPage('key.list', undefined, rows) : { meta: { more: false, next_cursor: null }, results: rows }

describe('names that are not here yet', () => {
  test('are waited for, and nobody is told that there are none', () => {
    const loading = exampleWorld({ focus: null, entities: () => [] }).world
    const reading = readLine('restore monitor orders', loading)
    expect(reading.problems).toMatchObject([
      { sentence: 'The deleted monitors are still being loaded.', isLoading: true },
    ])
    expect(isDeciding(reading)).toBe(true)
    const empty = exampleWorld({ focus: null, entities: () => [], known: (() => ({ data: [] })) as never }).world
    expect(readLine('restore monitor orders', empty).problems[0]?.sentence).toBe('No deleted monitor exists yet.')
  })

  test('may come with a later page: until then, an object found is not the only one of its name', () => {
    const [first, later] = ['n1Yt2LmQ9sXw4RfVzA1cNe', 'n2Yt2LmQ9sXw4RfVzA1cNe'].map((id) => ({ id, name: 'Nightly' }))
    const having = (rows: readonly object[], more: boolean) =>
      exampleWorld({
        focus: null,
        entities: () => rows as never,
        known: (() => withPageOf(rows, more)) as never,
      }).world
    const growing = readLine('revoke api-key nightly', having([first ?? {}], true))
    expect(growing.problems).toMatchObject([{ sentence: 'The API keys are still being loaded.', isLoading: true }])
    expect(isComplete(readLine(`revoke api-key ${first?.id}`, having([first ?? {}], true)))).toBe(true)
    expect(isComplete(readLine('revoke api-key nightly', having([first ?? {}], false)))).toBe(true)
    expect(readLine('revoke api-key nightly', having([first ?? {}, later ?? {}], false)).problems[0]?.sentence).toBe(
      '2 API keys are called nightly.',
    )
  })
})
