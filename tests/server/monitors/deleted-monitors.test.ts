import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeDeletedMonitors } from '../../../src/server/store/monitors/deleted-monitors.ts'
import { type HandAgent, joinAgent, reportOf } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const DAY_MS = 86_400_000

let running: TestServer
let agent: HandAgent
let aheadMs = 0
beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + aheadMs, env: { SONDE_PROJECT_MONITORS: '3' } })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

type Monitor = {
  id: string
  meta: { name: string; last_update: string }
  request: { headers: object[] }
  schedule_ids: string[]
}
type Schedule = { id: string; targets: string[]; next_run: string | null }
type Deleted = { id: string; name: string; url: string; deleted: string; restorable_until: string }

const newMonitor = (name: string) =>
  running.api.post<Monitor>('/api/2/calls/', {
    meta: { name, tags: ['shop'] },
    request: { url: 'https://example.com/', headers: [{ key: 'Authorization', value: 'Bearer CANARY' }] },
  })
const remove = (id: string) => running.api.call('DELETE', `/api/2/calls/${id}/`)
const restore = (id: string) => running.api.call('POST', `/api/3/monitors/${id}/restore`)
const deleted = async (query = '') =>
  running.api.get<{ meta: { more: boolean; next_cursor: string | null }; data: Deleted[] }>(
    `/api/3/monitors/deleted${query}`,
  )

test('a deleted monitor is gone everywhere, and comes back with its results, schedules and secrets', async () => {
  const { api } = running
  const { id } = await newMonitor('Checkout')
  const [often, gone] = await Promise.all(
    ['Often', 'Gone'].map((name) => api.post<Schedule>('/api/3/schedules/', { name, targets: [id] })),
  )
  await api.post(`/api/3/monitors/${id}/run`)
  const [job] = await agent.work()
  if (job) await agent.report(reportOf(job))
  const before = await api.get<Monitor>(`/api/3/monitors/${id}`)
  const results = await api.get(`/api/2/results/call/${id}/`)
  expect(before.schedule_ids).toHaveLength(2)

  expect((await remove(id)).status).toBe(204)
  expect((await api.call('GET', `/api/3/monitors/${id}`)).status).toBe(404)
  expect(await api.get('/api/3/monitors/')).toMatchObject({ data: [] })
  expect(await api.get(`/api/3/schedules/${often?.id}`)).toMatchObject({ targets: [] })
  const { data } = await deleted()
  expect(data).toMatchObject([{ id, name: 'Checkout', url: 'https://example.com/', tags: ['shop'] }])
  const [kept] = data
  expect(Date.parse(kept?.restorable_until ?? '') - Date.parse(kept?.deleted ?? '')).toBe(30 * DAY_MS)
  expect(JSON.stringify(data)).not.toContain('CANARY')
  await api.call('DELETE', `/api/3/schedules/${gone?.id}`)

  const back = await restore(id)
  expect(back).toMatchObject({ status: 200, body: { id, meta: { name: 'Checkout' } } })
  // Restoring it is a change.
  const now = await api.get<Monitor>(`/api/3/monitors/${id}`)
  expect(now.meta.last_update).not.toBe(before.meta.last_update)
  const meta = { ...before.meta, last_update: now.meta.last_update }
  expect(now).toEqual({ ...before, meta, schedule_ids: [often?.id] })
  expect(await api.get(`/api/2/results/call/${id}/`)).toEqual(results)
  const schedule = await api.get<Schedule>(`/api/3/schedules/${often?.id}`)
  expect(schedule).toMatchObject({ targets: [id], next_run: expect.any(String) })
  expect(await deleted()).toMatchObject({ data: [] })
  expect(await restore(id)).toMatchObject({ status: 409 })
  const { results: entries } = await api.get<{ results: { action: string }[] }>(`/api/2/audits/resource/${id}/`)
  expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['monitor.restore', 'monitor.delete'])
  await remove(id)
})

test('a deleted monitor takes no place of the quota, and comes back only where there is room', async () => {
  const made = [await newMonitor('a'), await newMonitor('b'), await newMonitor('c')]
  const [first] = made
  await remove(first?.id ?? '')
  const another = await newMonitor('a')
  expect(await restore(first?.id ?? '')).toMatchObject({ status: 403 })
  await remove(another.id)
  // Two of one name are two monitors.
  expect(await restore(first?.id ?? '')).toMatchObject({ status: 200 })
  for (const { id } of made) await remove(id)
})

test('a schedule that is disabled while a monitor is restored gets no runs of it', async () => {
  const { api, server } = running
  const { db } = server.services.database
  const { id } = await newMonitor('Basket')
  const schedule = await api.post<Schedule>('/api/3/schedules/', { name: 'Ending', targets: [id] })
  await remove(id)
  const ending = await db.startTransaction().execute()
  await sql`update object set doc = doc || '{"enabled": false}' where id = ${schedule.id}`.execute(ending)
  let isBack = false
  const restoring = restore(id).finally(() => {
    isBack = true
  })
  for (let isWaiting = false; !isWaiting && !isBack; ) {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
    isWaiting = rows.length > 0
  }
  await ending.commit().execute()
  expect(await restoring).toMatchObject({ status: 200 })
  expect(await api.get(`/api/3/schedules/${schedule.id}`)).toMatchObject({ targets: [id], next_run: null })
  await remove(id)
})

test('a restored monitor has its dependencies again, in both directions and in any order', async () => {
  const { api } = running
  const [first, monitor, last] = [await newMonitor('DNS'), await newMonitor('Gateway'), await newMonitor('Shop')]
  const all = [first.id, monitor.id, last.id]
  const depend = (id: string, ...on: string[]) => api.call('PUT', `/api/3/dependencies/${id}`, { depends_on: on })
  const edges = () => Promise.all(all.map((id) => api.get(`/api/3/dependencies/${id}`)))
  await depend(monitor.id, first.id)
  await depend(last.id, monitor.id)
  const before = await edges()
  await fc.assert(
    fc.asyncProperty(
      fc
        .shuffledSubarray(all, { minLength: 1 })
        .chain((gone) => fc.tuple(fc.constant(gone), fc.shuffledSubarray(gone, { minLength: gone.length }))),
      async ([gone, back]) => {
        for (const id of gone) await remove(id)
        for (const id of back) expect(await restore(id)).toMatchObject({ status: 200 })
        expect(await edges()).toEqual(before)
      },
    ),
    { numRuns: 12 },
  )
  // What would lead back to its beginning by now is left out.
  await remove(monitor.id)
  await depend(first.id, last.id)
  await restore(monitor.id)
  expect(await api.get(`/api/3/dependencies/${monitor.id}`)).toMatchObject({
    depends_on: [{ name: 'DNS' }],
    dependents: [],
  })
  // The audit log says so.
  const { rows } = await sql<{ entry: string }>`select to_jsonb(a)::text as entry from audit a
    where to_jsonb(a)::text like '%left_out_circles%'`.execute(running.server.services.database.db)
  expect(rows.map(({ entry }) => entry)).toEqual([expect.stringMatching(/“Shop” → “Gateway” → “DNS” → “Shop”/)])
  for (const id of all) await remove(id)
})

test('a restored monitor has the acknowledgements of its incidents again', async () => {
  const { db } = running.server.services.database
  const { id } = await newMonitor('Checkout')
  await sql`insert into acknowledgement (project_key, target_key, time, name, note)
    select project_key, key, 1, 'Ann', 'on it' from object where id = ${id}`.execute(db)
  const rows = async () =>
    (await sql`select a.* from acknowledgement a join object o on o.key = a.target_key where o.id = ${id}`.execute(db))
      .rows
  const before = await rows()
  expect(before).toHaveLength(1)
  await remove(id)
  await restore(id)
  expect(await rows()).toEqual(before)
  await remove(id)
})

/** Tables whose rows go with a monitor's, and why that loses nothing that the question of a deletion does not name. */
const GOES_WITH_A_MONITOR = {
  'schedule_target.target_key': 'restored',
  'slot.target_key': 'made anew of the schedule',
  'monitor_dependency.target_key': 'restored',
  'monitor_dependency.on_key': 'restored',
  'acknowledgement.target_key': 'restored',
  'alert_state.target_key': 'named: its alerts are closed',
  'silence.target_key': 'found anew',
  'suspect_target.target_key': 'found anew',
  'last_day.target_key': 'summed up anew',
  'seen_certificate.target_key': 'seen again at the next run',
}
/** References to schedules, downtimes, alerts and other objects that are no monitors. */
const OF_OTHERS =
  /^(downtime|schedule_hours)\.key$|^workflow_setting\.|\.(schedule|downtime|webhook|token|file|report)_key$/

test('whatever goes with a deleted monitor is restored with it, made anew, or named in the question', async () => {
  const { db } = running.server.services.database
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname as reference from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'object'::regclass order by 1`.execute(db)
  const found = rows.map(({ reference }) => reference).filter((reference) => !OF_OTHERS.test(reference))
  expect(found.toSorted()).toEqual(Object.keys(GOES_WITH_A_MONITOR).toSorted())
})

test('the list is read page by page, and what was deleted 30 days ago is gone', async () => {
  const { data: all } = await deleted()
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof deleted>> = await deleted(`?limit=2&cursor=${cursor}`)
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.meta.next_cursor
  }
  expect(all.length).toBeGreaterThan(3)
  expect(seen).toEqual(all.map(({ id }) => id))
  aheadMs = 30 * DAY_MS + 60_000
  expect(await deleted()).toMatchObject({ data: [] })
  expect(await restore(all[0]?.id ?? '')).toMatchObject({ status: 404 })
  const { db } = running.server.services.database
  await purgeDeletedMonitors(db, Date.now() + aheadMs)
  expect(
    await db
      .selectFrom('deleted_monitor' as never)
      .selectAll()
      .execute(),
  ).toEqual([])
})
