import { expect, test } from 'vitest'
import type { AlertEvent, AlertSettings, StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { kindOf } from '../../../machines/alerts/alert-rules.ts'
import { reasonText } from '../../../src/domain/alerts/alert-reason.ts'

const noData = (at: number): AlertEvent => ({
  type: 'NO_DATA',
  resultId: `silence ${at}`,
  dueMs: at,
  sinceMs: at - 100,
  missed: 10,
  periods: 10,
  needed: 5,
})
const data = (at: number): AlertEvent => ({ type: 'DATA', resultId: `data ${at}`, dueMs: at })
const wants = (change: Partial<AlertSettings> = {}): AlertSettings => ({
  alerts: ['NO_DATA'],
  failsInARow: 3,
  stateful: true,
  ...change,
})

/** Messages and decisions, event by event. */
const story = (events: readonly AlertEvent[], wanted = wants()) => {
  let stored: StoredAlert | null = null
  return events.map((event) => {
    const next = decide(stored, event, wanted)
    stored = next.stored
    const { effects, decisions } = next
    return {
      sent: effects.map(({ type, resultId }) => `${type} ${resultId}`).join(),
      decided: decisions.map(({ outcome }) => outcome).join(),
      state: next.stored.value,
    }
  })
}

test('missing data alerts immediately and once, and so does its end', () => {
  expect(story([noData(1), noData(2), data(3), noData(4)])).toEqual([
    { sent: 'notify silence 1', decided: 'fired', state: 'open' },
    { sent: '', decided: '', state: 'open' },
    { sent: 'recover data 3', decided: 'recovered', state: 'quiet' },
    { sent: 'notify silence 4', decided: 'fired', state: 'open' },
  ])
})

test('the message contains the start and the number of missed runs', () => {
  const { effects, decisions } = decide(null, noData(1000), wants())
  expect(effects).toMatchObject([{ inARow: 10, sinceMs: 900, dueMs: 1000 }])
  expect(decisions).toMatchObject([{ counted: 10, needed: 5, event: 'NO_DATA' }])
})

test('the end is sent to receivers that track incidents, or that cover passes', () => {
  const endOf = (wanted: AlertSettings) => story([noData(1), data(2)], wanted)[1]
  expect(endOf(wants({ stateful: false }))).toMatchObject({ sent: '', decided: 'recovery_unwanted' })
  expect(endOf(wants({ stateful: false, alerts: ['NO_DATA', 'PASS'] }))).toMatchObject({ sent: 'recover data 2' })
})

test('nothing is sent during a snooze; at its end the current state is sent', () => {
  const snooze: AlertEvent = { type: 'SNOOZE', untilMs: 10 }
  expect(
    story([snooze, noData(1), { type: 'UNSNOOZE' }, data(12)]).map(({ sent, decided }) => [sent, decided]),
  ).toEqual([
    ['', ''],
    ['', 'snoozed'],
    ['notify silence 1', 'fired_late'],
    ['recover data 12', 'recovered'],
  ])
  expect(story([snooze, noData(1), data(2), { type: 'UNSNOOZE' }]).map(({ sent, decided }) => [sent, decided])).toEqual(
    [
      ['', ''],
      ['', 'snoozed'],
      ['', 'ended_untold'],
      ['', ''],
    ],
  )
})

test('a pass selected beside missing data is not trouble; only alone it is negative testing', () => {
  const pass = { type: 'RESULT', category: 'PASS', resultId: 'r', dueMs: 1, ignored: false } as const
  expect(kindOf({ ...pass, settings: wants({ alerts: ['PASS', 'NO_DATA'] }) })).toBe('recovery')
  expect(kindOf({ ...pass, settings: wants({ alerts: ['PASS'] }) })).toBe('trouble')
})

test('every decision about missing data has a sentence with the location', () => {
  const said = {
    name: 'Ops',
    category: null,
    countedBefore: 0,
    counted: 10,
    needed: 5,
    snoozedUntilMs: 1,
    snoozedBy: 'Ada',
  }
  for (const step of ['no_data', 'data', 'not_expected'] as const)
    for (const outcome of ['fired', 'snoozed', 'fired_late', 'recovered', 'recovery_owed', 'already_told'] as const) {
      const silence = { step, locationId: 'berlin' }
      expect(reasonText({ ...said, outcome, silence }, () => 'noon')).toMatch(
        /^“Ops” (fired|did not fire|resolved|sent (a recovery|nothing))\b.*\.$/,
      )
    }
  expect(
    reasonText({ ...said, outcome: 'fired', silence: { step: 'no_data', locationId: 'berlin' } }, () => 'noon'),
  ).toBe('“Ops” fired: there was no data from berlin for 10 periods, and the alert fires after 5.')
})
