import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlertEvent, StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { policyOf } from '../../../src/domain/alerts/alert-policy.ts'
import { decideAlike, openSettings } from '../../../src/server/alerts/decide-alike.ts'
import { isChanged } from '../../../src/server/alerts/states.ts'
import type { WebhookDoc } from '../../../src/server/store/alerts/webhooks.ts'
import { docOf } from '../../support/delivering.ts'

const CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL'] as const
const policy = fc
  .record({
    failing_minutes: fc.constantFrom(0, 0, 1),
    failing_locations: fc.constantFrom(0, 0, 2),
    remind_minutes: fc.constantFrom(0, 5),
    escalate_minutes: fc.constantFrom(0, 0, 1),
    flapping_incidents: fc.constantFrom(0, 0, 2),
  })
  .map((given) => policyOf(given))
const webhook = fc
  .record({
    policy,
    type: fc.constantFrom('webhook' as const, 'pager_duty_v2' as const),
    alerts: fc.constantFrom<WebhookDoc['alerts'][]>(['FAIL'], ['PASS', 'FAIL'], ['PASS']),
    fails_in_a_row: fc.constantFrom(0, 1, 2),
  })
  .map(({ policy: when, type, alerts, fails_in_a_row }) => {
    const doc = docOf(type, {})
    return { ...doc, alerts, parameters: { ...doc.parameters, fails_in_a_row }, policy: when }
  })
const results = fc.array(
  fc.record({
    category: fc.constantFrom(...CATEGORIES, 'FAIL' as const),
    afterMs: fc.constantFrom(1_000, 30_000, 120_000),
    location: fc.constantFrom('1', '2'),
    upstream: fc.constantFrom(null, null, 'Gateway'),
  }),
  { minLength: 1, maxLength: 12 },
)

test('alerts that are decided together come to the same as each by itself', () => {
  fc.assert(
    fc.property(fc.array(webhook, { minLength: 1, maxLength: 3 }), results, (docs, moves) => {
      // Each alert twice, so that some share a decision.
      const hooks = [...docs, ...docs].map((doc, key) => ({ key, doc }))
      const settingsOf = openSettings()
      const states = new Map<number, StoredAlert>()
      let dueMs = 1_760_000_000_000
      for (const { afterMs, ...move } of moves) {
        dueMs += afterMs
        const event: AlertEvent = { type: 'RESULT', resultId: `r${dueMs}`, dueMs, ignored: false, ...move }
        const together = decideAlike(event)
        for (const hook of hooks) {
          const stored = states.get(hook.key) ?? null
          const alone = decide(stored, event, settingsOf(hook).settings)
          const decided = together(stored, settingsOf(hook))
          expect(decided).toEqual(alone)
          expect(isChanged(stored ?? undefined, decided.stored)).toBe(isChanged(stored ?? undefined, alone.stored))
          // As the store gives it back: an equal state, but not the same object.
          states.set(hook.key, structuredClone(alone.stored))
        }
      }
    }),
  )
})
