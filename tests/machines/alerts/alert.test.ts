import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALERT_VERSION,
  type AlertEffect,
  type AlertEvent,
  type AlertSettings,
  advance,
  migrateAlert,
  type StoredAlert,
} from '../../../machines/alerts/alert.ts'
import type { Category } from '../../../src/domain/results/classify.ts'

const CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL'] as const
const settings: fc.Arbitrary<AlertSettings> = fc.record({
  alerts: fc.uniqueArray(fc.constantFrom<Category>(...CATEGORIES), { minLength: 1 }),
  failsInARow: fc.nat({ max: 4 }),
  stateful: fc.boolean(),
  repeats: fc.boolean(),
})
type Draft =
  | { kind: 'result'; category: Category; ignored: boolean }
  | { kind: 'snooze'; forMs: number }
  | { kind: 'wake' }
const result = fc.record({
  kind: fc.constant('result' as const),
  category: fc.constantFrom<Category>(...CATEGORIES, 'FAIL', 'PASS', 'SKIPPED'),
  ignored: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})
const draft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 8, arbitrary: result },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snooze' as const), forMs: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wake' as const) }) },
)
/** Creates events one millisecond apart, each result with its own id. */
const history = fc.array(draft, { maxLength: 40 }).map((drafts) =>
  drafts.map((one, at): AlertEvent => {
    if (one.kind === 'snooze') return { type: 'SNOOZE', untilMs: at + one.forMs }
    if (one.kind === 'wake') return { type: 'UNSNOOZE' }
    return { type: 'RESULT', category: one.category, ignored: one.ignored, resultId: `r${at}`, dueMs: at }
  }),
)

type Moment = { event: AlertEvent; stored: StoredAlert; effects: AlertEffect[] }
const follow = (events: readonly AlertEvent[], wanted: AlertSettings, from: StoredAlert | null = null): Moment[] => {
  let stored = from
  return events.map((event) => {
    const next = advance(stored, event, wanted)
    stored = next.stored
    return { event, ...next }
  })
}
const throughJson = <Stored extends StoredAlert | null>(stored: Stored): Stored => JSON.parse(JSON.stringify(stored))
const resultsOf = (categories: readonly Category[]): AlertEvent[] =>
  categories.map((category, at) => ({ type: 'RESULT', category, resultId: `r${at}`, dueMs: at, ignored: false }))
/** Short form of the message at each event: `!` an alert, `ok` a recovery, `.` nothing. */
const story = (events: readonly AlertEvent[], wanted: AlertSettings): string =>
  follow(events, wanted)
    .map(({ effects }) => effects.map(({ type }) => (type === 'notify' ? '!' : 'ok')).join('') || '.')
    .join(' ')
const letters: Record<string, Category> = { P: 'PASS', S: 'SLOW', W: 'WARNING', F: 'FAIL', X: 'SKIPPED' }
const read = (text: string) => resultsOf([...text.replaceAll(' ', '')].map((letter) => letters[letter] ?? 'QUEUED'))
const wants = (alerts: string, failsInARow = 0, stateful = false, repeats = false): AlertSettings => ({
  alerts: [...alerts].map((letter) => letters[letter] ?? 'QUEUED'),
  failsInARow,
  stateful,
  repeats,
})

describe('An alert never', () => {
  test('sends more than one message per event or per result', () => {
    fc.assert(
      fc.property(history, settings, (events, wanted) => {
        const moments = follow(events, wanted)
        const subjects = moments.flatMap(({ effects }) => effects.map(({ resultId }) => resultId))
        expect(moments.every(({ effects }) => effects.length <= 1)).toBe(true)
        expect(new Set(subjects).size).toBe(subjects.length)
      }),
      { numRuns: 1000 },
    )
  })

  test('does so when the settings change between results', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(draft, settings), { maxLength: 40 }), (moves) => {
        let stored: StoredAlert | null = null
        const subjects: string[] = []
        for (const [at, [one, wanted]] of moves.entries()) {
          const event: AlertEvent =
            one.kind === 'snooze'
              ? { type: 'SNOOZE', untilMs: at + one.forMs }
              : one.kind === 'wake'
                ? { type: 'UNSNOOZE' }
                : { type: 'RESULT', category: one.category, ignored: one.ignored, resultId: `r${at}`, dueMs: at }
          const next: ReturnType<typeof advance> = advance(stored, event, wanted)
          stored = next.stored
          subjects.push(...next.effects.map(({ resultId }) => resultId))
        }
        expect(new Set(subjects).size).toBe(subjects.length)
      }),
    )
  })

  test('sends a recovery twice, or without a message about the trouble', () => {
    fc.assert(
      fc.property(history, settings, (events, wanted) => {
        let open = false
        for (const { effects } of follow(events, wanted))
          for (const { type } of effects) {
            if (type === 'recover') expect(open).toBe(true)
            open = type === 'notify'
          }
      }),
      { numRuns: 1000 },
    )
  })

  test('sends a message about results that were due during its snooze', () => {
    fc.assert(
      fc.property(history, settings, (events, wanted) => {
        let untilMs = -1
        for (const { event, effects } of follow(events, wanted)) {
          if (event.type === 'SNOOZE') untilMs = event.untilMs
          if (event.type === 'UNSNOOZE') untilMs = -1
          if (event.type === 'SNOOZE' || (event.type === 'RESULT' && event.dueMs < untilMs)) expect(effects).toEqual([])
        }
      }),
    )
  })

  test('changes with an ignored attempt, a skipped run or an unselected warning', () => {
    fc.assert(
      fc.property(
        history,
        settings,
        fc.constantFrom<Category>(...CATEGORIES, 'SKIPPED', 'QUEUED'),
        (events, wanted, category) => {
          const before = follow([{ type: 'UNSNOOZE' }, ...events], wanted).at(-1)?.stored ?? null
          const isSilent =
            category === 'SKIPPED' ||
            category === 'QUEUED' ||
            (category === 'WARNING' && !wanted.alerts.includes('WARNING'))
          const next = advance(
            before,
            { type: 'RESULT', category, ignored: !isSilent, resultId: 'x', dueMs: 999 },
            wanted,
          )
          expect(next).toEqual({ stored: before, effects: [] })
        },
      ),
    )
  })
})

describe('An alert always', () => {
  test('fires exactly when the failures since the last pass reach the number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Category>('PASS', 'SLOW', 'WARNING', 'FAIL')),
        fc.nat({ max: 4 }),
        fc.boolean(),
        (categories, fails, stateful) => {
          let row = 0
          const expected = categories.map((category) => {
            const isOpen = row >= Math.max(1, fails)
            if (category === 'PASS' || category === 'SLOW') {
              row = 0
              return isOpen && stateful ? 'ok' : '.'
            }
            if (category === 'WARNING') return '.'
            row += 1
            return row >= Math.max(1, fails) && !(stateful && isOpen) ? '!' : '.'
          })
          expect(story(resultsOf(categories), wants('F', fails, stateful))).toBe(expected.join(' '))
        },
      ),
    )
  })

  test('counts from zero after an incident', () => {
    fc.assert(
      fc.property(history, settings, (events, wanted) => {
        for (const { stored } of follow(events, wanted)) {
          const { value, context } = stored
          expect(context.inARow === 0).toBe(value === 'quiet')
          expect(context.owedRecovery !== null).toBe(value !== 'open' && context.told)
        }
      }),
    )
  })

  test('sends the same messages when a history is replayed, through JSON or from any moment on', () => {
    fc.assert(
      fc.property(history, settings, fc.nat({ max: 40 }), (events, wanted, cut) => {
        const whole = follow(events, wanted)
        const head = whole[Math.min(cut, events.length) - 1]?.stored ?? null
        const tail = follow(events.slice(Math.min(cut, events.length)), wanted, throughJson(head))
        expect(tail).toEqual(whole.slice(Math.min(cut, events.length)))
      }),
    )
  })
})

const came = (category: Category, at: number): AlertEvent => ({
  type: 'RESULT',
  category,
  resultId: `r${at}`,
  dueMs: at,
  ignored: false,
})

describe('The rules, by example', () => {
  test.each([
    ['alerts at once', 'P F F P F', wants('F'), '. ! ! . !'],
    ['alerts at the third failure in a row', 'F F P F F F F', wants('F', 3), '. . . . . ! !'],
    ['an unselected warning does not interrupt a row', 'F W F', wants('F', 2), '. . !'],
    ['a selected warning counts', 'F W F', wants('WF', 3), '. . !'],
    ['a failure that is not selected interrupts a row of warnings', 'W F W W', wants('W', 2), '. . . !'],
    ['a failure that is not selected does not end an incident', 'W F P', wants('W', 1, true), '! . ok'],
    ['a warning does not end an incident', 'F W P', wants('F', 1, true), '! . ok'],
    ['slow ends an incident', 'F S P', wants('F', 1, true), '! ok .'],
    ['a receiver of incidents is told once', 'F F F P P F', wants('F', 1, true), '! . . ok . !'],
    [
      'who wants repeats hears of each failure and of the recovery',
      'F F F P P F',
      wants('F', 1, true, true),
      '! ! ! ok . !',
    ],
    ['who also wants passes hears of the recovery once, and of each pass', 'F F P P', wants('PF'), '! ! ok !'],
    ['who also wants passes hears of them at once', 'P F F P', wants('PF', 2), '! . ! ok'],
    ['a receiver of incidents hears of no passes', 'P F P P', wants('PF', 1, true), '. ! ok .'],
    ['all categories: every result once', 'P S W F P P', wants('PSWF'), '! ! ! ! ok !'],
    ['slow as trouble, ended by a pass', 'S F P', wants('SF', 1, true), '! . ok'],
    ['negative testing: passing is the trouble, failing the recovery', 'F P P F F P', wants('P'), '. ! ! ok . !'],
    ['negative testing, three in a row', 'P P P P F', wants('P', 3), '. . ! ! ok'],
    ['negative testing, three in a row, to a receiver of incidents', 'P P P P F', wants('P', 3, true), '. . ! . ok'],
    ['skipped runs say nothing', 'F X F X P', wants('F', 2, true), '. . ! . ok'],
  ])('%s: %s', (_, results, wanted, messages) => {
    expect(story(read(results), wanted)).toBe(messages)
  })

  const fail = (at: number) => came('FAIL', at)
  const pass = (at: number) => came('PASS', at)
  const snooze: AlertEvent = { type: 'SNOOZE', untilMs: 100 }
  const wake: AlertEvent = { type: 'UNSNOOZE' }

  test.each<[string, AlertEvent[], AlertSettings, string]>([
    ['an incident that opened in a snooze is told at its end', [snooze, fail(1), fail(2), wake], wants('F'), '. . . !'],
    [
      'an incident that came and went in a snooze is never told',
      [snooze, fail(1), pass(2), wake],
      wants('F', 1, true),
      '. . . .',
    ],
    [
      'an incident known before the snooze is not told again at its end',
      [fail(0), snooze, fail(1), wake],
      wants('F'),
      '! . . .',
    ],
    ['a recovery in a snooze is told at its end', [fail(0), snooze, pass(1), wake], wants('F', 1, true), '! . . ok'],
    [
      'a recovery in a snooze that did not last is not told',
      [fail(0), snooze, pass(1), fail(2), wake, pass(3)],
      wants('F', 1, true),
      '! . . . . ok',
    ],
    [
      'a recovery is owed while new failures are counted',
      [fail(0), fail(0), snooze, pass(1), fail(2), wake],
      wants('F', 2, true),
      '. ! . . . ok',
    ],
    [
      'a result due after the snooze is heard without its end being announced',
      [snooze, fail(1), fail(100), wake],
      wants('F'),
      '. . ! .',
    ],
    ['who wants no recoveries is owed none', [fail(0), snooze, pass(1), wake], wants('F'), '! . . .'],
    ['waking what is awake does nothing', [wake, fail(1), wake], wants('F'), '. ! .'],
  ])('%s', (_, events, wanted, messages) => expect(story(events, wanted)).toBe(messages))

  test('the message at the end of a snooze is about the newest trouble, with the length of its row', () => {
    expect(follow([snooze, fail(1), fail(2), wake], wants('F')).at(-1)?.effects).toEqual([
      { type: 'notify', resultId: 'r2', dueMs: 2, inARow: 2, sinceMs: 1 },
    ])
  })

  test('an alert state created while the alert is snoozed is snoozed', () => {
    const first = advance(null, fail(1), { ...wants('F'), snoozedUntilMs: 100 })
    expect(first.effects).toEqual([])
    expect(advance(first.stored, wake, wants('F')).effects.map(({ resultId }) => resultId)).toEqual(['r1'])
  })
})

describe('Stored alerts of other versions', () => {
  test('an alert of version 1 is migrated, with its row dated by the newest trouble', () => {
    const news = { resultId: 'r4', dueMs: 4, inARow: 3 }
    const first = { inARow: 3, told: true, lastTrouble: news, owedRecovery: null, snoozedUntilMs: null }
    // Stored by an older server, so no current type describes it.
    const older = { version: 1, value: 'open', context: first }
    const { stored, effects } = advance(older as never, came('PASS', 9), wants('F', 3, true))
    expect(stored.value).toBe('quiet')
    expect(effects).toEqual([{ type: 'recover', resultId: 'r9', dueMs: 9, inARow: 3, sinceMs: 4 }])
  })

  test('the current format is kept unchanged', () => {
    fc.assert(
      fc.property(history, settings, (events, wanted) => {
        const stored = follow(events, wanted).at(-1)?.stored
        if (stored) expect(migrateAlert(throughJson(stored), stored.version)).toEqual(stored)
      }),
    )
  })

  test('an unreadable alert starts anew in the quiet state', () => {
    const fresh = { version: ALERT_VERSION, value: 'quiet' }
    for (const snapshot of [
      null,
      7,
      {},
      { value: 'open' },
      { value: 'closed', context: {} },
      { value: 'open', context: { inARow: 'x' } },
    ])
      expect(migrateAlert(snapshot, ALERT_VERSION)).toMatchObject(fresh)
    const stored = advance(null, resultsOf(['FAIL'])[0] ?? { type: 'UNSNOOZE' }, wants('F')).stored
    for (const version of [0, -1, ALERT_VERSION + 1]) expect(migrateAlert(stored, version)).toMatchObject(fresh)
  })
})
