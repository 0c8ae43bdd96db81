import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bulkArgumentOf } from '../../src/commands/core/argument.ts'
import { type Command, phrasesOf } from '../../src/commands/core/command.ts'
import { enterOf } from '../../src/commands/core/line/enter.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { shownProblem } from '../../src/commands/core/line/reading.ts'
import { suggestionsFor } from '../../src/commands/core/line/suggest.ts'
import { SYNONYMS } from '../../src/commands/core/line/synonyms.ts'
import type { World } from '../../src/commands/core/world.ts'
import { commands } from '../../src/commands/registry.ts'
import { exampleWorld } from '../commands/world.ts'

describe('what destroys needs its own words', () => {
  const destructive = commands.filter(({ effect }) => effect === 'destroy')
  const focused = (each: Command) => {
    const { world } = exampleWorld({ focus: null })
    const kind = bulkArgumentOf(each)?.kind
    const [one] = kind ? world.entities(kind) : []
    return kind && one ? exampleWorld({ focus: { kind, ...one } }).world : world
  }
  const run = (text: string, world: World): string | null => {
    const reading = readLine(text, world)
    const groups = suggestionsFor(text, world, [], reading)
    const next = enterOf({ reading, groups, moved: null, isRefused: shownProblem(reading) !== null })
    const line = next.does === 'run' ? text : next.does === 'write' && next.runs ? next.line : null
    return line === null ? null : (readLine(line, world).command?.id ?? null)
  }

  test.each(destructive.map((each) => [each.id, each] as const))('%s', (id, each) => {
    const world = focused(each)
    const phrases = phrasesOf(each)
    const letters = fc.constantFrom(...new Set([...`${phrases.join('')}${each.title.toLowerCase()} `]))
    const near = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''))
    const part = fc
      .constantFrom(...phrases)
      .chain((phrase) => fc.nat(phrase.length - 1).map((to) => phrase.slice(0, to)))
    const slip = fc
      .constantFrom(...phrases)
      .chain((phrase) => fc.nat(phrase.length - 1).map((at) => phrase.slice(0, at) + phrase.slice(at + 1)))
    fc.assert(
      fc.property(fc.oneof(near, part, slip), (text) => {
        if (phrases.includes(text.trim())) return
        expect([text, run(text, world)]).not.toEqual([text, id])
      }),
      { numRuns: 60 },
    )
  })

  test('or a whole line that begins with them', () => {
    const { world } = exampleWorld()
    expect(destructive.length).toBeGreaterThan(0)
    expect(run('delete monitor tax-lookup-soap', world)).toBe('monitor.remove')
  })
})

test('every synonym is a line that can be read, and no phrase of a command', () => {
  const { world } = exampleWorld()
  for (const [word, line] of Object.entries(SYNONYMS)) {
    if (line !== '?') expect([word, readLine(line, world).command !== null]).toEqual([word, true])
    expect([word, commands.some((each) => phrasesOf(each).includes(word))]).toEqual([word, false])
  }
})
