import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertPolicy, policyOf } from '../../../src/domain/alerts/alert-policy.ts'
import { isSent } from '../../../src/domain/alerts/alert-reason.ts'
import { acknowledge, takeBack } from '../../../src/server/alerts/acknowledge.ts'
import { judgeAlerts } from '../../../src/server/alerts/judge.ts'
import { snooze, wake } from '../../../src/server/alerts/sweep.ts'
import { type AlertTarget, targetsOf } from '../../../src/server/alerts/targets.ts'
import { tickAlerts } from '../../../src/server/alerts/ticks.ts'
import { decisionsOfWebhook, outcomes } from '../../../src/server/store/alerts/alert-decisions.ts'
import { type WebhookDoc, webhooks } from '../../../src/server/store/alerts/webhooks.ts'
import type { Db } from '../../../src/server/store/core/database.ts'
import { eventBatch } from '../../../src/server/store/core/events.ts'
import type { Stored } from '../../../src/server/store/core/objects.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { createSecretCipher } from '../../../src/server/store/core/secret-cipher.ts'
import { categories, reasons, triggers } from '../../../src/server/store/identity/codes.ts'
import { type NewResult, postgresResults } from '../../../src/server/store/results/result-store.ts'
import { idOfRun } from '../../../src/server/store/results/runs.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'

let store: TestStore
let locationKey: number
let otherLocationKey: number
const NOW = Date.now()
const sealing = createSecretCipher('a key of a test, long enough for it')

beforeAll(async () => {
  store = await openStore()
  await partitionsOf(store.database.db).maintain(NOW)
  locationKey = (await addLocation(store, 'here', NOW)).location.key
  otherLocationKey = (await addLocation(store, 'there', NOW)).location.key
})
afterAll(() => store.stop())

const CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL'] as const
const alerts = fc.uniqueArray(fc.constantFrom(...CATEGORIES), { minLength: 1 })
const policy = fc
  .record({
    failing_minutes: fc.constantFrom(0, 0, 0, 1),
    failing_locations: fc.constantFrom(0, 0, 1, 2),
    remind_minutes: fc.constantFrom(0, 1),
    escalate_minutes: fc.constantFrom(0, 0, 1),
    flapping_incidents: fc.constantFrom(0, 2, 3),
  })
  .map((given) => policyOf(given))
const edit = fc.record({
  policy,
  alerts,
  fails: fc.nat({ max: 3 }),
  enabled: fc.integer({ max: 5 }).map((number) => number !== 0),
})
const move = fc.oneof(
  {
    weight: 7,
    arbitrary: fc
      .array(fc.constantFrom(...CATEGORIES, 'FAIL' as const), { minLength: 1, maxLength: 4 })
      .map((batch) => ({ batch })),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }).map((forMs) => ({ snoozeMs: forMs })) },
  { weight: 1, arbitrary: fc.constant({ wake: true }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }).map((tickMinutes) => ({ tickMinutes })) },
  { weight: 1, arbitrary: fc.boolean().map((isAcknowledged) => ({ isAcknowledged })) },
  { weight: 3, arbitrary: edit.map((change) => ({ change })) },
  { weight: 1, arbitrary: fc.constantFrom(...CATEGORIES).map((manual) => ({ manual })) },
)

const docOf = (
  {
    alerts: wanted,
    fails,
    enabled,
    policy: when = policyOf({}),
  }: { alerts: WebhookDoc['alerts']; fails: number; enabled: boolean; policy?: AlertPolicy },
  type: WebhookDoc['web_hook_type'],
): WebhookDoc => ({
  web_hook_type: type,
  monitor_id: null,
  enabled,
  alerts: wanted,
  parameters: { url: 'http://example.com/', fails_in_a_row: fails },
  include_tags: [],
  exclude_tags: [],
  snoozed_until: null,
  policy: when,
})

const resultRow = (
  target: AlertTarget,
  due: number,
  category: (typeof CATEGORIES)[number],
  trigger: 'schedule' | 'manual',
): NewResult => ({
  project_key: target.project_key,
  target_key: target.key,
  // Every third run is from elsewhere.
  location_key: due % 3 === 0 ? otherLocationKey : locationKey,
  source: 1,
  attempt: 0,
  trigger: triggers.code(trigger),
  category: categories.code(category),
  reason: reasons.code(category === 'PASS' ? 'COMPLETE' : 'CONTENT_ERROR'),
  http_code: 200,
  exception: 0,
  due,
  started: due,
  dns: 0,
  tcp: 0,
  handshake: 0,
  upload: 0,
  processing: 0,
  download: 0,
  redirect: 0,
  total: 1,
  request_size: 0,
  response_size: 0,
  dest_ip: null,
  ignored: 0,
  detail: '',
})

/** A monitor and two webhooks, one of which keeps incidents, in their own project. */
const world = async () => {
  const { db } = store.database
  const monitor = await addMonitor(store, NOW)
  const targets = await targetsOf(db, [monitor.key])
  const target = targets.get(monitor.key)
  if (!target) throw new Error('The monitor was to be there.')
  const make = (type: WebhookDoc['web_hook_type']) =>
    webhooks.create(db, {
      projectKey: store.projectKey,
      name: 'w',
      doc: { ...docOf({ alerts: ['FAIL'], fails: 2, enabled: true }, type), monitor_id: target.id },
      owner: 'o',
      now: NOW,
    })
  let hooks = [await make('webhook'), await make('pager_duty_v2')]
  const inOne = <Answer>(work: (db: Db) => Promise<Answer>) => db.transaction().execute(work)
  const common = { results: postgresResults, sealing, now: NOW, resultUrl: (id: string) => id }
  return {
    target,
    hooks: () => hooks,
    add: (rows: NewResult[]) =>
      inOne(async (tx) => {
        const added = await postgresResults.add(tx, rows)
        await judgeAlerts(tx, { ...common, added, targets, events: eventBatch() })
      }),
    change: async (change: (hook: Stored<WebhookDoc>, db: Db) => Promise<Stored<WebhookDoc>>) => {
      const changed: Stored<WebhookDoc>[] = []
      for (const hook of hooks) changed.push(await inOne((tx) => change(hook, tx)))
      hooks = changed
    },
    tick: (now: number) =>
      tickAlerts({ ...common, database: store.database, now, announce: () => undefined, log: () => undefined }),
    acknowledge: (isAcknowledged: boolean, now: number) =>
      inOne(async (tx) => {
        const about = { projectKey: target.project_key, targetKey: target.key, now }
        await (isAcknowledged ? acknowledge(tx, { ...about, by: 'Ada' }) : takeBack(tx, about))
      }),
    wake: async () => {
      for (const { key } of hooks) await inOne((tx) => wake(tx, common, key))
      hooks = await webhooks.readMany(
        db,
        store.projectKey,
        hooks.map(({ id }) => id),
      )
    },
  }
}

const queued = async (hook: Stored<WebhookDoc>): Promise<string[]> => {
  const rows = await store.database.db
    .selectFrom('delivery')
    .select(['result_id', 'kind'])
    .where('webhook_key', '=', hook.key)
    .execute()
  return rows.map(({ result_id, kind }) => `${result_id} ${kind}`).sort()
}

type Move = typeof move extends fc.Arbitrary<infer Made> ? Made : never

const afterOne = (when: Parameters<typeof policyOf>[0]): Move => ({
  change: { policy: policyOf(when), alerts: ['FAIL'], fails: 1, enabled: true },
})

/** Moves that a random sequence rarely makes: an outage and its end, a reminder, an escalation. */
const RULES_OF_TIME: [Move[]][] = [
  [[{ batch: ['FAIL', 'FAIL'] }, { batch: ['PASS'] }]],
  [[afterOne({ remind_minutes: 1 }), { batch: ['FAIL'] }, { tickMinutes: 3 }]],
  [[afterOne({ escalate_minutes: 1 }), { batch: ['FAIL'] }, { tickMinutes: 3 }]],
]

test('a message is queued exactly when a decision says that it was sent', async () => {
  const sentAs = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 14 }), async (moves) => {
      const { target, hooks, add, change, tick, acknowledge: acknowledgeAll, wake: wakeAll } = await world()
      let due = NOW - 100_000
      let now = NOW
      for (const one of moves) {
        if ('tickMinutes' in one) {
          now += one.tickMinutes * 60_000
          due += one.tickMinutes * 60_000
          await tick(now)
        } else if ('isAcknowledged' in one) await acknowledgeAll(one.isAcknowledged, now)
        else if ('batch' in one) await add(one.batch.map((category) => resultRow(target, due++, category, 'schedule')))
        else if ('manual' in one) await add([resultRow(target, due++, one.manual, 'manual')])
        else if ('snoozeMs' in one) {
          const until = due + one.snoozeMs
          await change(async (hook, db) => {
            const stored = await webhooks.update(db, hook, {
              name: 'w',
              doc: { ...hook.doc, snoozed_until: until },
              now: NOW,
            })
            await snooze(db, stored, until, NOW)
            return stored
          })
        } else if ('change' in one)
          await change((hook, db) => {
            const { alerts: wanted, enabled, parameters, policy: when } = docOf(one.change, hook.doc.web_hook_type)
            return webhooks.update(db, hook, {
              name: 'w',
              doc: { ...hook.doc, alerts: wanted, enabled, parameters, ...(when && { policy: when }) },
              now: NOW,
            })
          })
        else await wakeAll()
      }
      for (const hook of hooks()) {
        const decided = await decisionsOfWebhook(store.database.db, { webhookKey: hook.key, limit: 1000 })
        const sent = decided.filter(({ outcome }) => isSent(outcomes.name(outcome)))
        for (const { outcome } of sent) sentAs.add(outcomes.name(outcome))
        const kindOf = (outcome: number) => (outcomes.name(outcome).startsWith('recovered') ? 'recovery' : 'alert')
        expect(sent.map((row) => `${idOfRun(row)} ${kindOf(row.outcome)}`).sort()).toEqual(await queued(hook))
      }
    }),
    { numRuns: 100, examples: RULES_OF_TIME },
  )
  // The rules about time play their part.
  expect([...sentAs]).toEqual(expect.arrayContaining(['fired', 'recovered', 'reminded', 'escalated']))
}, 120_000)

test('pages of decisions follow each other without gaps', async () => {
  const { target, hooks, add } = await world()
  await add(Array.from({ length: 7 }, (_, at) => resultRow(target, NOW - 50_000 + at, 'FAIL', 'schedule')))
  const [hook] = hooks()
  if (!hook) throw new Error('A webhook was to be there.')
  const { db } = store.database
  const all = await decisionsOfWebhook(db, { webhookKey: hook.key, limit: 100 })
  const pages = []
  let after: (typeof all)[number] | undefined
  do {
    const page = await decisionsOfWebhook(db, {
      webhookKey: hook.key,
      targetKey: target.key,
      limit: 3,
      ...(after && { after }),
    })
    pages.push(...page)
    after = page.at(-1)
  } while (after)
  expect(pages).toEqual(all)
  expect(all.map(({ outcome }) => outcomes.name(outcome))).toEqual([...Array(5).fill('repeated'), 'fired', 'counted'])
})
