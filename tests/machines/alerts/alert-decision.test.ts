import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AlertEffect,
  type AlertEvent,
  type AlertSettings,
  advance,
  alertMachine,
  type StoredAlert,
} from '../../../machines/alerts/alert.ts'
import { type AlertDecision, decide } from '../../../machines/alerts/alert-decision.ts'
import { transitionsOf } from '../../../machines/chart/transitions.ts'
import { isSent, reasonText } from '../../../src/domain/alerts/alert-reason.ts'
import type { Category } from '../../../src/domain/results/classify.ts'

const CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL'] as const
const settings: fc.Arbitrary<AlertSettings> = fc.record({
  alerts: fc.uniqueArray(fc.constantFrom<Category>(...CATEGORIES), { minLength: 1 }),
  failsInARow: fc.nat({ max: 3 }),
  stateful: fc.boolean(),
  repeats: fc.boolean(),
  failingMs: fc.constantFrom(0, 0, 3),
  quorum: fc.option(fc.record({ locations: fc.integer({ min: 1, max: 2 }), withinMs: fc.constantFrom(3, 20) })),
  remindMs: fc.constantFrom(0, 0, 2),
  escalatesMs: fc.constantFrom(0, 0, 3),
  flapping: fc.option(fc.record({ openings: fc.integer({ min: 2, max: 3 }), withinMs: fc.constantFrom(5, 12) })),
})
const upstream = fc.constantFrom(null, null, null, 'Gateway')
const event = (at: number): fc.Arbitrary<AlertEvent> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        type: fc.constant('RESULT' as const),
        category: fc.constantFrom<Category>(...CATEGORIES, 'FAIL', 'PASS', 'SKIPPED'),
        ignored: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
        resultId: fc.constant(`r${at}`),
        dueMs: fc.constant(at),
        location: fc.constantFrom('here', 'there'),
        upstream,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('TICK' as const),
        resultId: fc.constant(`t${at}`),
        dueMs: fc.constant(at),
        upstream,
      }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'ACK' as const, dueMs: at, by: 'Ada' }) },
    { weight: 1, arbitrary: fc.constant({ type: 'UNACK' as const, dueMs: at }) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 6 }).map((forMs) => ({ type: 'SNOOZE' as const, untilMs: at + forMs })),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'UNSNOOZE' as const }) },
  )
/** Applies events in order, each with settings that may have changed in between. */
const history = fc
  .integer({ min: 1, max: 30 })
  .chain((length) =>
    fc.tuple(fc.boolean(), settings, ...Array.from({ length }, (_, at) => fc.tuple(event(at), settings))),
  )
  .map(([isEdited, first, ...moves]) => moves.map(([one, other]) => ({ event: one, wanted: isEdited ? other : first })))

type Moment = {
  event: AlertEvent
  wanted: AlertSettings
  before: StoredAlert | null
  stored: StoredAlert
  effects: AlertEffect[]
  decisions: AlertDecision[]
}
const follow = (moves: readonly { event: AlertEvent; wanted: AlertSettings }[]): Moment[] => {
  let stored: StoredAlert | null = null
  return moves.map(({ event: one, wanted }) => {
    const before = stored
    const next = decide(before, one, wanted)
    stored = next.stored
    return { event: one, wanted, before, ...next }
  })
}
const check = (law: (moment: Moment) => void) =>
  fc.assert(
    fc.property(history, (moves) => follow(moves).forEach(law)),
    { numRuns: 1000 },
  )

describe('Decisions about results', () => {
  test('a message is sent exactly if a decision about its result says so', () => {
    check(({ effects, decisions }) => {
      const sent = decisions.filter(({ outcome }) => isSent(outcome)).map(({ resultId }) => resultId)
      expect(sent.sort()).toEqual(effects.map(({ resultId, momentId }) => momentId ?? resultId).sort())
    })
  })

  test('deciding changes the alert exactly like advancing it', () => {
    check(({ before, event: one, wanted, stored, effects }) =>
      expect({ stored, effects }).toEqual(advance(before, one, wanted)),
    )
  })

  test('each result has at most one decision, plus a late one at the end of a snooze', () => {
    fc.assert(
      fc.property(history, (moves) => {
        const made = follow(moves).flatMap(({ decisions }) => decisions)
        const names = made.map(({ resultId, late }) => `${resultId} ${late}`)
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 1000 },
    )
  })

  test('every result that changes an alert, or is selected and not a pass, has a decision', () => {
    check(({ event: one, before, stored, wanted, decisions }) => {
      if (one.type !== 'RESULT') return
      const has = decisions.some(({ resultId, late }) => resultId === one.resultId && !late)
      const isSelected = wanted.alerts.includes(one.category) && one.category !== 'PASS'
      if (stored.value !== (before?.value ?? 'quiet') || isSelected) expect(has).toBe(true)
    })
  })

  test("a decision's path is a transition of the chart", () => {
    const ways = transitionsOf(alertMachine).map(
      ({ from, event: type, guard, to }) => `${from.key} ${type} ${guard} ${to?.key ?? from.key}`,
    )
    check(({ decisions }) => {
      for (const { before, event: type, guard, after } of decisions) {
        // Transitions that apply in every state belong to the chart itself; if none matches, the state stays.
        const names = [`${before} ${type} ${guard} ${after}`, `alert ${type} ${guard} alert`]
        const isThere = names.some((name) => ways.includes(name))
        expect([...names, isThere || (guard === null && before === after)]).toContain(true)
      }
    })
  })

  test('every decision has a sentence', () => {
    check(({ decisions, event: one }) => {
      for (const decision of decisions) {
        const category = one.type === 'RESULT' && !decision.late ? one.category : null
        const text = reasonText({ ...decision, name: 'Ops', category, snoozedBy: 'Ada' }, (ms) => `at ${ms}`)
        expect(text).toMatch(/^“Ops” (fired|did not fire|resolved|sent (a recovery|nothing))\b.*\.$/)
        expect(/^“Ops” (fired|resolved)/.test(text)).toBe(isSent(decision.outcome))
      }
    })
  })
})

const letters: Record<string, Category> = { P: 'PASS', S: 'SLOW', W: 'WARNING', F: 'FAIL', X: 'SKIPPED' }
const wants = (alerts: string, failsInARow = 0, stateful = false): AlertSettings => ({
  alerts: [...alerts].map((letter) => letters[letter] ?? 'QUEUED'),
  failsInARow,
  stateful,
})
const story = (text: string, wanted: AlertSettings) => {
  const events = [...text.replaceAll(' ', '')].map((letter, at): AlertEvent => {
    if (letter === 'z') return { type: 'SNOOZE', untilMs: 1000 }
    if (letter === 'u') return { type: 'UNSNOOZE' }
    return {
      type: 'RESULT',
      category: letters[letter] ?? 'QUEUED',
      resultId: `r${at}`,
      dueMs: at,
      ignored: letter === 'i',
    }
  })
  return follow(events.map((one) => ({ event: one, wanted })))
    .map(({ decisions }) => decisions.map(({ outcome }) => outcome).join('+') || '.')
    .join(' ')
}

test.each([
  ['fires at once, and again', 'P F F P', wants('F'), '. fired repeated recovery_unwanted'],
  ['counts', 'F F F P', wants('F', 3), 'counted counted fired recovery_unwanted'],
  ['a row that ends before its number', 'F F P', wants('F', 3), 'counted counted row_ended'],
  ['who keeps incidents is told once', 'F F P', wants('F', 1, true), 'fired already_told recovered'],
  ['who also wants passes', 'F P P', wants('PF'), 'fired recovered passed'],
  ['a warning that is not selected', 'F W P', wants('F', 1, true), 'fired unchanged recovered'],
  ['told at the end of a snooze', 'z F F u P', wants('F', 1, true), '. snoozed snoozed fired_late recovered'],
  ['begun and ended within a snooze', 'z F P u', wants('F', 1, true), '. snoozed ended_untold .'],
  ['ended within a snooze', 'F z P u', wants('F', 1, true), 'fired . recovery_owed recovered_late'],
  ['passes of which nobody asked to hear', 'P S P', wants('F'), '. . .'],
])('%s: %s', (_, results, wanted, outcomes) => {
  expect(story(results, wanted)).toBe(outcomes)
})
