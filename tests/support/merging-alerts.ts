import { afterAll, beforeAll } from 'vitest'
import { type AlertPolicyDraft, policyOf } from '../../src/domain/alerts/alert-policy.ts'
import type { WebhookDoc } from '../../src/server/store/alerts/webhooks.ts'
import { partitionsOf } from '../../src/server/store/core/partitions.ts'
import { alertWorld, sealing } from './alert-world.ts'
import { addLocation, openStore, type TestStore } from './store.ts'

/** The worlds of a file's tests: each a monitor with two locations, all in one store. */
export const theMergingWorlds = () => {
  let store: TestStore | undefined
  let locations: number[] = []
  beforeAll(async () => {
    store = await openStore()
    const now = Date.now()
    await partitionsOf(store.database.db).maintain(now)
    locations = [
      (await addLocation(store, 'here', now)).location.key,
      (await addLocation(store, 'there', now)).location.key,
    ]
  })
  afterAll(() => store?.stop())
  return () => {
    if (!store) throw new Error('The store is open while tests run only.')
    return alertWorld(store, locations)
  }
}

type Made = { to?: string; fails?: number; policy?: AlertPolicyDraft } & Omit<Partial<WebhookDoc>, 'policy'>

/** An alert by mail. */
export const mail = ({ to = 'ops@example.com', fails = 1, policy, ...doc }: Made = {}) => ({
  web_hook_type: 'email' as const,
  parameters: { email_address: to, fails_in_a_row: fails },
  policy: policyOf(policy),
  ...doc,
})

/** An alert at an incident service. */
export const pager = ({ fails = 1, policy, ...doc }: Made = {}) => ({
  web_hook_type: 'pager_duty_v2' as const,
  // Encrypted anew each time, as each alert's own secret is.
  parameters: { integration_key: sealing.seal('key'), severity: 'critical', fails_in_a_row: fails },
  policy: policyOf(policy),
  ...doc,
})
