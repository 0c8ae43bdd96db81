import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlertEvent, AlertSettings, StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { nextTickMs } from '../../../machines/alerts/alert-timer.ts'
import { isSent } from '../../../src/domain/alerts/alert-reason.ts'

/** An event of an alert, and how long after the one before. */
type Step = {
  readonly afterMs: number
  readonly make: (dueMs: number, id: string) => AlertEvent
  readonly words: string
}

const MINUTE_MS = 60_000
const LONG_MS = 24 * 60 * MINUTE_MS

const LOCATIONS = ['berlin', 'paris'] as const
const resultOf = (category: 'PASS' | 'SLOW' | 'WARNING' | 'FAIL', location: string, upstream: string | null) => ({
  words: `${category} in ${location}${upstream === null ? '' : `, ${upstream} fails`}`,
  make: (dueMs: number, resultId: string): AlertEvent => ({
    type: 'RESULT',
    category,
    resultId,
    dueMs,
    ignored: false,
    location,
    upstream,
  }),
})

const kinds = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom('PASS', 'FAIL', 'FAIL', 'SLOW', 'WARNING'),
        fc.constantFrom(...LOCATIONS),
        fc.constantFrom(null, null, null, 'Gateway'),
      )
      .map(([category, location, upstream]) => resultOf(category, location, upstream)),
  },
  fc.constantFrom<Pick<Step, 'make' | 'words'>>(
    { words: 'SNOOZE for an hour', make: (dueMs) => ({ type: 'SNOOZE', untilMs: dueMs + 60 * MINUTE_MS }) },
    { words: 'UNSNOOZE', make: (dueMs) => ({ type: 'UNSNOOZE', dueMs }) },
    { words: 'TICK', make: (dueMs, resultId) => ({ type: 'TICK', resultId, dueMs }) },
    { words: 'ACK', make: (dueMs) => ({ type: 'ACK', dueMs, by: 'Ada' }) },
    { words: 'UNACK', make: (dueMs) => ({ type: 'UNACK', dueMs }) },
  ),
)

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(kinds, fc.constantFrom(1_000, MINUTE_MS, 20 * MINUTE_MS)).map(([kind, afterMs]) => ({ ...kind, afterMs })),
  { maxLength: 40, size: 'max' },
)

/** Settings of a channel that hears of ends. They stay as they are during a walk. */
const settings: fc.Arbitrary<AlertSettings> = fc.record({
  alerts: fc.constantFrom(['FAIL'] as const, ['FAIL', 'WARNING'] as const),
  failsInARow: fc.constantFrom(0, 1, 2, 3),
  stateful: fc.constant(true),
  repeats: fc.boolean(),
  failingMs: fc.constantFrom(0, 2 * MINUTE_MS),
  quorum: fc.constantFrom(null, { locations: 2, withinMs: 30 * MINUTE_MS }),
  remindMs: fc.constantFrom(null, 10 * MINUTE_MS),
  escalatesMs: fc.constantFrom(null, 10 * MINUTE_MS),
  flapping: fc.constantFrom(null, { openings: 3, withinMs: 60 * MINUTE_MS }),
})

/** Walks an alert, with a tick whenever its timer asks for one, and says what it broke; null if it broke nothing. */
const brokenBy = (given: AlertSettings, taken: readonly Step[]): string | null => {
  const path: string[] = []
  let stored: StoredAlert | null = null
  let nowMs = 1_000_000_000
  let isTold = false
  let ticks = 0
  const takeOne = (event: AlertEvent, words: string): string | null => {
    const { stored: after, effects, decisions } = decide(stored, event, given)
    stored = after
    path.push(`${words} → ${after.value}${effects.map(({ type }) => ` (${type})`).join('')}`)
    for (const { type } of effects) {
      if (type === 'recover' && !isTold) return 'an end is told only of an incident that was told'
      isTold = type === 'notify'
    }
    const { value, context } = after
    const sent = decisions.filter(({ outcome }) => isSent(outcome)).length
    if (sent !== effects.length) return 'a decision says sent exactly where a message was sent'
    if (isTold !== context.told) return 'what the alert remembers to have told was told'
    if ((value === 'acknowledged') !== (context.ack !== null)) return 'acknowledged is only what is open'
    if (context.inARow < 0 || context.turns < 0 || Object.values(context.failing).some(({ count }) => count < 1))
      return 'counts are never negative'
    return null
  }
  const letTimePass = (untilMs: number): string | null => {
    // A tick that changes nothing would be asked for again at once, so the clock goes on by at least a second.
    for (let atMs = stored && nextTickMs(stored, given, nowMs); atMs !== null && atMs <= untilMs; ) {
      nowMs = Math.max(atMs, nowMs + 1_000)
      ticks += 1
      const broken = takeOne({ type: 'TICK', resultId: `tick ${ticks}`, dueMs: nowMs }, 'TICK by the timer')
      if (broken) return broken
      atMs = stored && nextTickMs(stored, given, nowMs)
    }
    nowMs = Math.max(nowMs, untilMs)
    return null
  }
  const walk = (): string | null => {
    for (const [at, { make, words, afterMs }] of taken.entries()) {
      const broken = letTimePass(nowMs + afterMs) ?? takeOne(make(nowMs, `result ${at}`), words)
      if (broken) return broken
    }
    // In the end all is well everywhere, and stays so for a day.
    for (const location of LOCATIONS) {
      nowMs += 1_000
      const broken = takeOne(resultOf('PASS', location, null).make(nowMs, `last in ${location}`), `PASS in ${location}`)
      if (broken) return broken
    }
    return letTimePass(nowMs + LONG_MS) ?? (isTold ? 'an incident that was told is told to have ended' : null)
  }
  const law = walk()
  return law === null ? null : [`${law}, with ${JSON.stringify(given)}:`, ...path.map((line) => `  ${line}`)].join('\n')
}

test('an incident that is told is told to have ended exactly once, and decisions say what was sent, whatever the order', () => {
  fc.assert(
    fc.property(settings, steps, (given, taken) => {
      const broken = brokenBy(given, taken)
      if (broken) expect.fail(broken)
    }),
    { seed: Number(process.env.SONDE_FUZZ_SEED ?? 17), numRuns: Number(process.env.SONDE_FUZZ_WALKS ?? 200) },
  )
})
