import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { judgeSignals, LOCK as SIGNALS_LOCK } from '../../../src/server/alerts/signals/sweep.ts'
import { categories, reasons } from '../../../src/server/store/identity/codes.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { evidence, packed } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { resultRow } from '../../support/result-row.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'

/** Alerts about what is no result, each from the first look at it to its end. */

const START = Date.UTC(2026, 5, 11, 10, 20, 30)
const MINUTE = 60_000

let running: TestServer
let now = START
let projectKey: number
let location: number
beforeEach(async () => {
  now = START
  told = 0
  running = await startServer({ clock: () => now })
  const { db } = running.server.services.database
  projectKey = (await db.selectFrom('project').select('key').executeTakeFirstOrThrow()).key
  await db.insertInto('location').values({ id: 'here', doc: '{}', created: 0, last_update: 0 }).execute()
  location = (await db.selectFrom('location').select('key').where('id', '=', 'here').executeTakeFirstOrThrow()).key
})
afterEach(() => running.stop())

/** Messages that earlier looks have queued. */
let told = 0
/** Looks, and returns how many messages are new. The server looks too, once a minute: of the two, either may have been first. */
const look = async (at = now): Promise<number> => {
  const { database, results, resultUrl, sealing } = running.server.services
  await judgeSignals({ database, results, resultUrl, sealing, now: at, announce: () => {}, log: () => {} })
  await eventually(isUnlocked, { what: 'the end of the other look' })
  const before = told
  told = (await sent()).length
  return told - before
}
const isUnlocked = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = ${SIGNALS_LOCK}
    and database = (select oid from pg_database where datname = current_database())`.execute(
    running.server.services.database.db,
  )
  return rows.length === 0
}
const alertOn = async (alerts: string[], more: { parameters?: object; [name: string]: unknown } = {}) =>
  (
    await running.api.post<{ id: string }>('/api/3/webhooks/', {
      name: 'On call',
      alerts,
      ...more,
      parameters: { url: 'http://receiver.invalid/', repeat: false, ...more.parameters },
    })
  ).id
const monitor = async (name: string, url = 'https://api.example.com/') => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url } })
  const { db } = running.server.services.database
  const { key } = await db.selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, key }
}

type Sent = { kind: string; payload: { result_class: string; condition: string; call_id: string; result_url: string } }
/** The messages that were queued, in order. */
const sent = async () => {
  const { rows } = await sql<Sent>`select kind, payload from delivery order by key`.execute(
    running.server.services.database.db,
  )
  return rows.map(({ kind, payload }) => `${kind} ${payload.result_class}: ${payload.condition}`)
}
const decided = async (id: string) =>
  (
    await running.api.get<{ data: { text: string; sent: boolean; result_id: null; path: { event: string } }[] }>(
      `/api/3/webhooks/${id}/decisions`,
    )
  ).data.toReversed()

const addToken = async (name: string, expires: number | null, doc: object = {}) => {
  const { db } = running.server.services.database
  const values = { grant: 'manual', secrets: {}, expires, ...doc }
  await sql`insert into object (id, project_key, kind, name, doc, owner, created, last_update)
    values (${name}, ${projectKey}, 'token', ${name}, ${JSON.stringify(values)}::jsonb, 'o', 0, 0)`.execute(db)
}

test('a token that nothing renews is told of once within the days that the alert asks for, and its renewal ends it', async () => {
  const id = await alertOn(['EXPIRY'], { parameters: { expiry_days: 7 } })
  await addToken('partner', START + 8 * DAY_MS)
  await addToken('renewed by itself', START + DAY_MS, { secrets: { refresh_token: 'x' } })
  await addToken('endless', null)
  expect(await look()).toBe(0)
  now = START + 1.5 * DAY_MS
  expect(await look()).toBe(1)
  expect(await look(now + MINUTE)).toBe(0)
  const { db } = running.server.services.database
  await sql`update object set doc = jsonb_set(doc, '{expires}', ${String(now + 90 * DAY_MS)}::jsonb) where id = 'partner'`.execute(
    db,
  )
  now += HOUR_MS
  expect(await look()).toBe(1)
  expect(await sent()).toEqual([
    'alert EXPIRY: The token “partner” expires in 6 days, at 2026-06-19 10:20:30 UTC.',
    'recovery EXPIRY: The token “partner” no longer expires soon: it was renewed or removed.',
  ])
  expect(
    (await decided(id)).map(({ text, sent: isSent, result_id, path }) => [text, isSent, result_id, path.event]),
  ).toEqual([
    ['“On call” fired: The token “partner” expires in 6 days, at 2026-06-19 10:20:30 UTC.', true, null, 'SIGNAL'],
    ['“On call” resolved: The token “partner” no longer expires soon: it was renewed or removed.', true, null, 'CALM'],
  ])
})

/** Adds a result of a server whose certificate ends then, and an intermediate of it if given. */
const addSeen = async (key: number, due: number, notAfter: string, chained?: string) => {
  const row = resultRow({ project_key: projectKey, target_key: key, location_key: location, due })
  const own = { subject: 'api.example.com', issuer: 'CA', not_after: notAfter }
  const between = {
    subject: 'CA',
    issuer: 'Root',
    not_before: '2020-01-01T00:00:00.000Z',
    not_after: chained ?? notAfter,
  }
  const certificates = [{ ...own, not_before: '2020-01-01T00:00:00.000Z' }, between]
  const tls = { version: 'TLSv1.3', cipher: 'c', ...own, ...(chained !== undefined && { certificates }) }
  await storeResults(running.server.services.database.db, [{ ...row, due: due - 1 }])
  await postgresResults.add(running.server.services.database.db, [{ ...row, detail: packed(evidence({ tls })) }])
}

test('the certificate that a server showed in the newest result is told of, and its replacement seen by the next look', async () => {
  const { id, key } = await monitor('Pay')
  await alertOn(['EXPIRY'], { monitor_id: id })
  await alertOn(['EXPIRY'], { name: 'Of another', monitor_id: (await monitor('Other')).id })
  await addSeen(key, START, '2026-06-14T10:20:30.000Z')
  expect(await look()).toBe(1)
  now = START + 7 * HOUR_MS
  await addSeen(key, now, '2026-09-14T10:20:30.000Z')
  expect(await look()).toBe(1)
  expect(await sent()).toEqual([
    'alert EXPIRY: The certificate of api.example.com, which Pay calls, expires in 3 days, at 2026-06-14 10:20:30 UTC.',
    'recovery EXPIRY: The certificate of api.example.com, which Pay calls, no longer expires soon: it was renewed or removed.',
  ])
})

test('a certificate of the chain that expires before the server’s own is named', async () => {
  const { id, key } = await monitor('Pay')
  await alertOn(['EXPIRY'], { monitor_id: id })
  await addSeen(key, START, '2026-09-14T10:20:30.000Z', '2026-06-14T10:20:30.000Z')
  expect(await look()).toBe(1)
  expect(await sent()).toEqual([
    'alert EXPIRY: The certificate “CA” in the chain of api.example.com, which Pay calls, expires in 3 days, at 2026-06-14 10:20:30 UTC.',
  ])
})

/** Results each minute before now, of which every `nth` fails. */
const addResults = async (
  key: number,
  of: { from: number; to: number; everyMs: number; nth?: number; total?: number },
) => {
  const rows = []
  let number = 0
  for (let due = of.from; due < of.to; due += of.everyMs) {
    const isBad = of.nth !== undefined && number++ % of.nth === 0
    const category = categories.code(isBad ? 'FAIL' : 'PASS')
    const reason = reasons.code(isBad ? 'CONNECTION_ERROR' : 'COMPLETE')
    rows.push(
      resultRow({
        project_key: projectKey,
        target_key: key,
        location_key: location,
        due,
        category,
        reason,
        total: of.total ?? 100,
      }),
    )
  }
  await storeResults(running.server.services.database.db, rows)
}

test('an error budget that burns fast in both windows is told of, and again when it is used up; it is over when the short window is calm', async () => {
  const { key } = await monitor('Pay')
  await running.api.post('/api/2/project/slo/', {
    objectives: [
      {
        id: 'o1',
        metric: 'availability',
        measure: 'rate',
        comparator: '>=',
        value: 99,
        unit: 'percent',
        period: 'P30D',
      },
    ],
    thresholds: [],
  })
  await alertOn(['BURN', 'BUDGET'])
  await addResults(key, { from: START - 6 * HOUR_MS, to: START, everyMs: MINUTE })
  expect(await look()).toBe(0)
  // Every fifth fails: twenty times what may.
  now = START + HOUR_MS
  await addResults(key, { from: START, to: now, everyMs: MINUTE, nth: 5 })
  expect(await look()).toBe(2)
  now += HOUR_MS
  await addResults(key, { from: now - HOUR_MS, to: now, everyMs: MINUTE })
  expect(await look()).toBe(1)
  const messages = await sent()
  expect(messages).toHaveLength(3)
  expect(messages[0]).toMatch(
    /^alert BURN: The error budget of “.+” is used up 20\.0 times as fast as it may be over the last 1 h, and 20\.0 times over the last 5 min\.$/,
  )
  expect(messages[1]).toMatch(/^alert BUDGET: “.+” has used \d+ % of its error budget\.$/)
  expect(messages[2]).toMatch(/^recovery BURN: /)
})

test('a monitor that is slower, or passes less often, than over the week before is told of by the limits of each alert', async () => {
  const { id, key } = await monitor('Pay')
  await alertOn(['CHANGE'], { name: 'Strict', parameters: { slower_percent: 20, lower_points: 5 } })
  await alertOn(['CHANGE'], { name: 'Lax', parameters: { slower_percent: 500, lower_points: 90 } })
  await addResults(key, { from: START - 3 * DAY_MS, to: START - 3 * HOUR_MS, everyMs: 15 * MINUTE })
  await addResults(key, { from: START - 3 * HOUR_MS + 1, to: START, everyMs: 5 * MINUTE, total: 180, nth: 4 })
  expect(await look()).toBe(2)
  expect(await sent()).toEqual([
    'alert CHANGE: Pay is 80 % slower than before: 180 ms on average over the last 3 h, and 100 ms over the week before.',
    'alert CHANGE: Pay passes less often than before: 75.0 % of its runs over the last 3 h, and 100.0 % over the week before.',
  ])
  const { data } = await running.api.get<{ data: { call_name: string; webhook_name: string }[] }>('/api/3/alerts/open')
  expect(data).toEqual([
    expect.objectContaining({ call_name: 'Pay' }),
    expect.objectContaining({ webhook_name: 'Strict' }),
  ])
  // The monitor is deleted: what was said of it goes with it.
  await running.api.call('DELETE', `/api/2/calls/${id}`)
  await look(now + MINUTE)
  expect((await running.api.get<{ data: unknown[] }>('/api/3/alerts/open')).data).toEqual([])
})

test('two servers that look at once tell once, and a snoozed alert tells when its snooze ends', async () => {
  const id = await alertOn(['EXPIRY'])
  await addToken('partner', START + DAY_MS)
  await running.api.post(`/api/2/webhooks/snooze/${id}`, { minutes: 60 })
  await Promise.all([look(), look(), look()])
  expect(await sent()).toEqual([])
  expect((await decided(id)).map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^“On call” did not fire: snoozed.+ If it is still so, it fires when the snooze ends\. The token “partner” expires/,
    ),
  ])
  await running.api.post(`/api/2/webhooks/snooze/${id}`, { minutes: 0 })
  expect(await sent()).toEqual([expect.stringMatching(/^alert EXPIRY/)])
})

test('limits out of range are refused by name, and those that fit come back', async () => {
  await expect(alertOn(['EXPIRY'], { parameters: { expiry_days: 0 } })).rejects.toThrow(
    /expiry_days must be a whole number from 1 to 365/,
  )
  const id = await alertOn(['BUDGET', 'CHANGE'], { parameters: { budget_percent: '80' } })
  const { parameters } = await running.api.get<{ parameters: object }>(`/api/3/webhooks/${id}`)
  expect(parameters).toMatchObject({ budget_percent: 80, slower_percent: 50, lower_points: 5 })
  expect(parameters).not.toHaveProperty('expiry_days')
})
