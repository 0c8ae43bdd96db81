import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plain } from '../../../machines/chart/plain.ts'
import { examples } from '../../../machines/examples/examples.ts'
import { rows } from './general.ts'
import { type Move, movesFor } from './moves.ts'
import { walkOf } from './walk.ts'

const EVENTS = 1_000
/** Most characters of a context as JSON: an object or two, some errors, and twenty messages. */
const MOST_CHARACTERS = 12_000

/** Fields of payloads that name another thing each time, as they do in the life of a page. */
const NAMES = new Set(['id', 'resultId', 'text', 'expression', 'line', 'ids'])

const withFreshNames = (value: unknown, suffix: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? `${one}${suffix}` : one))
  return typeof value === 'string' ? `${value}${suffix}` : value
}

const fresh = (move: Move, count: number): Move =>
  move.kind === 'event'
    ? {
        ...move,
        event: {
          ...move.event,
          ...Object.fromEntries(
            Object.entries(move.event).flatMap(([key, value]) =>
              NAMES.has(key) ? [[key, withFreshNames(value, `~${count}`)]] : [],
            ),
          ),
        },
      }
    : move

/** Charts that hold what was asked for until another project is opened; they are bounded by what there is to ask for. */
const HOLDERS: ReadonlySet<string> = new Set(['cache', 'app', 'lastDays'])

describe.each(Object.entries(examples).filter(([id]) => !HOLDERS.has(id)))('The chart %s', (id, [example]) => {
  test('stays small over a thousand events that each name something new', () => {
    if (!example) throw new Error(`${id} has no example.`)
    const moves = movesFor(example)
    const [picks = []] = fc.sample(
      fc.array(fc.constantFrom(...moves), { minLength: EVENTS, maxLength: EVENTS, size: 'max' }),
      { numRuns: 1, seed: 17 },
    )
    let walk = walkOf(example, rows[id]?.acts)
    walk.start()
    for (const [at, move] of picks.entries()) {
      const { after } = walk.move(fresh(move, at)) ?? {}
      if (!after) continue
      const text = JSON.stringify(plain(after.context)) ?? ''
      expect(text.length, `after ${at} events, by ${move.label}: ${text.slice(0, 300)}`).toBeLessThan(MOST_CHARACTERS)
      if (after.status !== 'active') {
        walk = walkOf(example, rows[id]?.acts)
        walk.start()
      }
    }
  })
})
