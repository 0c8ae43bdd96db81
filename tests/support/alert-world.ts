import { judgeAlerts } from '../../src/server/alerts/judge.ts'
import { settleHeld } from '../../src/server/alerts/merging/settle-held.ts'
import { snooze, wake } from '../../src/server/alerts/sweep.ts'
import { targetsOf } from '../../src/server/alerts/targets.ts'
import { tickAlerts } from '../../src/server/alerts/ticks.ts'
import { DELIVERY_STATES } from '../../src/server/store/alerts/delivery-states.ts'
import { type WebhookDoc, webhooks } from '../../src/server/store/alerts/webhooks.ts'
import { eventBatch } from '../../src/server/store/core/events.ts'
import type { Stored } from '../../src/server/store/core/objects.ts'
import { createSecretCipher } from '../../src/server/store/core/secret-cipher.ts'
import { categories, reasons } from '../../src/server/store/identity/codes.ts'
import { postgresResults } from '../../src/server/store/results/result-store.ts'
import { resultRow } from './result-row.ts'
import { addMonitor, type TestStore } from './store.ts'

/** A message as its receiver got it. */
export type Heard = {
  readonly by: string
  readonly kind: string
  readonly category: string
  readonly why: string | null
  readonly toldAs: string | null
}

export const sealing = createSecretCipher('a key of a test, long enough for it')

/** One monitor and its alerts, in the transactions of the server, with receivers that accept or lose each message. */
export const alertWorld = async (store: TestStore, locations: readonly number[]) => {
  const { database } = store
  const { db } = database
  const startMs = Date.now()
  const { key } = await addMonitor(store, startMs)
  const targets = await targetsOf(db, [key])
  const target = targets.get(key)
  if (!target) throw new Error('The monitor was to be there.')
  const alerts = new Map<string, Stored<WebhookDoc>>()
  const common = { results: postgresResults, sealing, resultUrl: (id: string) => id }
  let now = startMs
  let due = startMs - 100_000
  const announce = () => undefined
  const alertOf = (name: string) => {
    const found = alerts.get(name)
    if (!found) throw new Error(`The alert ${name} was to be there.`)
    return found
  }
  const settle = () => settleHeld({ database, now, announce })
  return {
    target,
    alertOf,
    pass: (ms: number) => {
      now += ms
      due += ms
    },
    add: async (name: string, doc: Partial<WebhookDoc> & Pick<WebhookDoc, 'web_hook_type' | 'parameters'>) => {
      const whole: WebhookDoc = {
        monitor_id: target.id,
        enabled: true,
        alerts: ['FAIL'],
        include_tags: [],
        exclude_tags: [],
        snoozed_until: null,
        ...doc,
      }
      alerts.set(name, await webhooks.create(db, { projectKey: store.projectKey, name, doc: whole, owner: 'o', now }))
    },
    change: async (name: string, change: Partial<WebhookDoc>) => {
      now += 1
      const before = alertOf(name)
      alerts.set(name, await webhooks.update(db, before, { name, doc: { ...before.doc, ...change }, now }))
    },
    remove: async (name: string) => {
      await db.deleteFrom('object').where('key', '=', alertOf(name).key).execute()
      alerts.delete(name)
    },
    snooze: async (name: string, forMs: number) => {
      const before = alertOf(name)
      const until = now + forMs
      const stored = await webhooks.update(db, before, { name, doc: { ...before.doc, snoozed_until: until }, now })
      alerts.set(name, stored)
      await db.transaction().execute((tx) => snooze(tx, stored, until, now))
    },
    wake: async (name: string) => {
      const { key: webhookKey } = alertOf(name)
      await db.transaction().execute((tx) => wake(tx, { ...common, now }, webhookKey))
      alerts.set(name, { ...alertOf(name), doc: { ...alertOf(name).doc, snoozed_until: null } })
    },
    tick: () => tickAlerts({ ...common, database, now, announce, log: () => {} }),
    /** Stores results that arrive together, each with its category, the number of its location, and how late it is. */
    results: (batch: readonly (readonly [category: string, location: number, lateMs?: number])[]) =>
      db.transaction().execute(async (tx) => {
        const rows = batch.map(([category, location, lateMs = 0]) => {
          due += 10
          return {
            ...resultRow({
              project_key: target.project_key,
              target_key: target.key,
              location_key: locations[location % locations.length] ?? 0,
              due: due - lateMs,
              category: categories.code(category as 'FAIL'),
              reason: reasons.code(category === 'PASS' ? 'COMPLETE' : 'CONTENT_ERROR'),
            }),
            detail: '',
          }
        })
        now = Math.max(now + 10, due)
        const added = await postgresResults.add(tx, rows)
        await judgeAlerts(tx, { ...common, now, added, targets, events: eventBatch() })
      }),
    settle,
    /** Delivers what is due, oldest first; `loses` says which messages are given up. Returns what the receiver got. */
    deliver: async (loses: (by: string, kind: string) => boolean = () => false): Promise<Heard[]> => {
      const heard: Heard[] = []
      for (;;) {
        await settle()
        const row = await db
          .selectFrom('delivery')
          .innerJoin('object', 'object.key', 'delivery.webhook_key')
          .select(['delivery.key', 'delivery.kind', 'payload', 'why', 'told_as', 'object.name'])
          .where('target_key', '=', target.key)
          .where('state', '=', DELIVERY_STATES.pending)
          .orderBy('delivery.key')
          .executeTakeFirst()
        if (!row) return heard
        const isLost = loses(row.name, row.kind)
        await db
          .updateTable('delivery')
          .set({ state: isLost ? DELIVERY_STATES.failed : DELIVERY_STATES.delivered, last_try: now, next_try: null })
          .where('key', '=', row.key)
          .execute()
        const { result_class: category } = row.payload as { result_class: string }
        if (!isLost) heard.push({ by: row.name, kind: row.kind, category, why: row.why, toldAs: row.told_as })
      }
    },
    states: async () => {
      const rows = await db
        .selectFrom('delivery')
        .innerJoin('object', 'object.key', 'delivery.webhook_key')
        .select(['object.name', 'delivery.kind', 'state', 'error'])
        .where('target_key', '=', target.key)
        .orderBy('delivery.key')
        .execute()
      return rows
    },
  }
}
