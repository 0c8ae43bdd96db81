import { expect, test } from 'vitest'
import { decisionGroups } from '../../../src/views/alerts/decision-groups.ts'
import type { Decision } from '../../../src/views/alerts/decision-words.ts'

let minute = 60
/** Decisions come newest first. */
const decision = (outcome: Decision['outcome'], given: Partial<Decision> = {}): Decision => ({
  outcome,
  sent: outcome === 'fired' || outcome === 'repeated',
  text: '',
  webhook_id: 'w1',
  webhook_name: 'Ops',
  call_id: 'm1',
  call_name: 'Orders',
  call_kind: 'monitor',
  result_id: `r${minute}`,
  result_category: 'FAIL',
  no_data: null,
  due: '',
  time: `2026-11-21T14:${String(--minute).padStart(2, '0')}:00Z`,
  path: { from: 'open', event: 'RESULT', guard: null, to: 'open' },
  counted_before: minute,
  counted: minute,
  needed: 1,
  snoozed_until: null,
  snoozed_by: null,
  facts: {},
  delivery: null,
  ...given,
})
const sizes = (decisions: readonly Decision[]) => decisionGroups(decisions).map((group) => group.length)

test('decisions that stayed quiet for one reason are one group, whatever other monitors did meanwhile', () => {
  const other = () => decision('already_told', { call_id: 'm2' })
  const all = [
    decision('recovered', { sent: true }),
    ...Array.from({ length: 29 }, () => [decision('already_told'), other()]).flat(),
  ]
  expect(sizes([...all, decision('fired')])).toEqual([1, 29, 29, 1])
})

test('decisions that were sent, that count, or whose reason changed stand alone', () => {
  expect(sizes([decision('repeated'), decision('repeated'), decision('counted'), decision('counted')])).toEqual([
    1, 1, 1, 1,
  ])
  const until = { snoozed_until: '2026-11-21T15:00:00Z' }
  expect(sizes([decision('snoozed', until), decision('snoozed', until), decision('snoozed')])).toEqual([2, 1])
  expect(sizes([decision('already_told'), decision('fired'), decision('already_told')])).toEqual([1, 1, 1])
  const warning = { result_category: 'WARNING' } as const
  expect(sizes([decision('already_told'), decision('already_told', warning)])).toEqual([1, 1])
})
