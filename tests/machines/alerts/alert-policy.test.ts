import { describe, expect, test } from 'vitest'
import type { AlertEvent, AlertSettings, StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { nextTickMs } from '../../../machines/alerts/alert-timer.ts'
import { reasonText } from '../../../src/domain/alerts/alert-reason.ts'
import type { Category } from '../../../src/domain/results/classify.ts'

const MINUTE = 60_000
const START = Date.parse('2026-01-05T10:00:00Z')
const MAIL: AlertSettings = { alerts: ['FAIL'], failsInARow: 0, stateful: true }

/** F@berlin, P@paris (at the next minute); `+10` waits; T a tick, A an acknowledgement, U its end, ^ the next result or tick with a failing upstream; ~ the next result waits half a minute for one. */
const play = (text: string, settings: AlertSettings) => {
  let stored: StoredAlert | null = null
  let nowMs = START
  let upstream: string | null = null
  let awaitsMs: number | null = null
  const outcomes: string[] = []
  const texts: string[] = []
  const ticks: (number | null)[] = []
  for (const [at, word] of text.split(' ').entries()) {
    if (word.startsWith('+')) nowMs += Number(word.slice(1)) * MINUTE
    if (word === '^') upstream = 'Gateway'
    if (word === '~') awaitsMs = nowMs + MINUTE / 2
    if (word.startsWith('+') || word === '^' || word === '~') continue
    const [letter, location = 'berlin'] = word.split('@')
    const events: Record<string, AlertEvent> = {
      T: { type: 'TICK', resultId: `t${at}`, dueMs: nowMs, upstream },
      A: { type: 'ACK', dueMs: nowMs, by: 'Ada' },
      U: { type: 'UNACK', dueMs: nowMs },
    }
    const category: Category = letter === 'P' ? 'PASS' : 'FAIL'
    const event: AlertEvent = events[letter ?? ''] ?? {
      type: 'RESULT',
      category,
      resultId: `r${at}`,
      dueMs: nowMs,
      ignored: false,
      location,
      upstream,
      awaitsMs,
    }
    upstream = null
    awaitsMs = null
    const next = decide(stored, event, settings)
    stored = next.stored
    outcomes.push(next.decisions.map(({ outcome }) => outcome).join('+') || '-')
    for (const decision of next.decisions) {
      const about = { ...decision, name: 'Ops', category, snoozedBy: null }
      texts.push(reasonText(about, (ms) => new Date(ms).toISOString().slice(11, 16)))
    }
    const tickMs = nextTickMs(next.stored, settings, nowMs)
    ticks.push(tickMs === null ? null : (tickMs - START) / MINUTE)
    nowMs += MINUTE
  }
  return { outcomes: outcomes.join(' '), texts, ticks }
}

test('an escalation that became due before a late result arrived is due at the next tick', () => {
  const settings = { ...MAIL, escalatesMs: MINUTE }
  const event = {
    type: 'RESULT',
    category: 'FAIL',
    resultId: 'late',
    dueMs: START,
    ignored: false,
    location: 'here',
  } as const
  const { stored } = decide(null, event, settings)
  const arrivedMs = START + 5 * MINUTE
  expect(nextTickMs(stored, settings, arrivedMs, event.dueMs)).toBe(START + MINUTE)
  const tick = { type: 'TICK', resultId: 'tick', dueMs: arrivedMs, upstream: null } as const
  const next = decide(stored, tick, settings)
  expect(next.decisions.map(({ outcome }) => outcome)).toEqual(['escalated'])
  expect(nextTickMs(next.stored, settings, arrivedMs)).toBeNull()
})

describe('A rule', () => {
  const cases: readonly (readonly [string, Partial<AlertSettings>, string, string])[] = [
    [
      'waits until a monitor has failed for long enough',
      { failingMs: 3 * MINUTE },
      'F F F F P',
      'too_short too_short too_short fired recovered',
    ],
    [
      'waits for failures in a row and for the time',
      { failsInARow: 2, failingMs: MINUTE },
      'F F P',
      'counted fired recovered',
    ],
    [
      'asks for two locations at the same time',
      { quorum: { locations: 2, withinMs: 60 * MINUTE } },
      'F@berlin F@berlin F@paris P@paris P@berlin',
      'below_quorum below_quorum fired recovered -',
    ],
    [
      'goes on while enough locations fail',
      { quorum: { locations: 2, withinMs: 60 * MINUTE } },
      'F@berlin F@paris F@rome P@paris P@berlin',
      'below_quorum fired already_told still_failing recovered',
    ],
    [
      'counts in a row for each location',
      { failsInARow: 2, quorum: { locations: 2, withinMs: 60 * MINUTE } },
      'F@berlin F@paris F@berlin F@paris',
      'below_quorum below_quorum below_quorum fired',
    ],
    [
      'forgets a location that has been quiet for longer than the window',
      { quorum: { locations: 2, withinMs: 5 * MINUTE } },
      'F@berlin +10 F@paris F@berlin',
      'below_quorum below_quorum fired',
    ],
    [
      'does not let one good location end a row that another one goes on with',
      { quorum: { locations: 2, withinMs: 60 * MINUTE } },
      'F@berlin P@paris F@paris',
      'below_quorum still_failing fired',
    ],
    [
      'reminds while nobody acknowledges',
      { remindMs: 10 * MINUTE },
      'F +9 T +9 T A +20 T P',
      'fired reminded reminded - - recovered',
    ],
    [
      'reminds with a result that comes at the time',
      { remindMs: 2 * MINUTE },
      'F F F P',
      'fired already_told reminded recovered',
    ],
    [
      'reminds again after an acknowledgement was taken back',
      { remindMs: 5 * MINUTE },
      'F A +10 T U T',
      'fired - - - reminded',
    ],
    [
      'escalates what nobody acknowledges',
      { escalatesMs: 10 * MINUTE },
      'F F +8 T P',
      'awaiting_acknowledgement awaiting_acknowledgement escalated recovered',
    ],
    [
      'waits for the monitors that it depends on, and tells if they are well',
      {},
      '~ F T P',
      'awaiting_dependency fired_late recovered',
    ],
    ['stays quiet if one of them fails in that time', {}, '~ F ^ T P', 'awaiting_dependency - ended_untold'],
    [
      'waits for them only with the first message',
      {},
      '~ F F ~ F P',
      'awaiting_dependency fired already_told recovered',
    ],
    [
      'escalates nothing that was acknowledged',
      { escalatesMs: 10 * MINUTE },
      'F A +8 T F P',
      'awaiting_acknowledgement - - acknowledged ended_acknowledged',
    ],
    [
      'tells of flapping once, and of its end when it is stable',
      { flapping: { openings: 3, withinMs: 30 * MINUTE } },
      'F P F P F P F P +30 T',
      'fired recovered fired recovered flapping recovery_damped already_told recovery_damped recovered_late',
    ],
    ['holds back what hangs on a failing monitor', {}, '^ F ^ F F P', 'held held fired recovered'],
    ['says nothing of the end of what it held back', {}, '^ F P', 'held ended_untold'],
  ]
  test.each(cases)('%s', (_, given, text, outcomes) => {
    expect(play(text, { ...MAIL, ...given }).outcomes).toBe(outcomes)
  })

  test('is silent in quiet hours, on the clock of the receiver, and tells at their end what is still true', () => {
    const quietHours = { zone: 'Europe/Berlin', fromMinute: 9 * 60, toMinute: 11 * 60 + 10, days: [] }
    const { outcomes, ticks, texts } = play('F F +10 T P', { ...MAIL, quietHours })
    expect(outcomes).toBe('quiet_hours quiet_hours fired_late recovered')
    expect(ticks.slice(0, 2)).toEqual([10, 10])
    expect(texts[0]).toBe(
      '“Ops” did not fire: its receiver has quiet hours until 10:10. If the problem persists, it fires when they end.',
    )
    expect(texts[2]).toContain('when its quiet hours ended')
  })

  test('keeps the recovery for the end of quiet hours', () => {
    const quietHours = { zone: 'UTC', fromMinute: 10 * 60 + 1, toMinute: 10 * 60 + 30, days: [1] }
    const { outcomes, ticks, texts } = play('F P +28 T', { ...MAIL, quietHours })
    expect(outcomes).toBe('fired recovery_owed recovered_late')
    expect(ticks[1]).toBe(30)
    expect(texts[1]).toContain('quiet hours until 10:30')
  })

  test('names the counts of each location', () => {
    const { texts } = play('F@berlin F@berlin F@paris', { ...MAIL, quorum: { locations: 2, withinMs: 60 * MINUTE } })
    expect(texts).toEqual([
      '“Ops” did not fire: it fails in 1 location (in a row: berlin 1), and the alert asks for 2 at the same time.',
      '“Ops” did not fire: it fails in 1 location (in a row: berlin 2), and the alert asks for 2 at the same time.',
      '“Ops” fired: this is the 3rd failure in a row, and the alert fires on the first. It fails in 2 locations (in a row: berlin 2, paris 1), and the alert asks for 2.',
    ])
  })

  test('asks for its next tick only where time alone may send something', () => {
    expect(play('F P', { ...MAIL }).ticks).toEqual([null, null])
    expect(play('F F A', { ...MAIL, remindMs: 10 * MINUTE }).ticks).toEqual([10, 10, null])
    expect(play('F P', { ...MAIL, escalatesMs: 15 * MINUTE }).ticks).toEqual([15, null])
    expect(play('F P F P', { ...MAIL, flapping: { openings: 2, withinMs: 30 * MINUTE } }).ticks).toEqual([
      null,
      null,
      null,
      30,
    ])
  })
})
