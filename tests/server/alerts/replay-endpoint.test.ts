import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplayLine, ReplayPicture } from '../../../machines/alerts/replay.ts'
import { DAY_MS } from '../../../src/domain/core/periods.ts'
import type { ReplayThread } from '../../../src/server/alerts/replay/replay-thread.ts'
import type { FromReplay } from '../../../src/server/alerts/replay/replay-worker.ts'
import { replayLines } from '../../../src/server/handlers/alerts/replay-stream.ts'
import { openReplayTurns, type TurnLimits, type WaitForTurn } from '../../../src/server/handlers/alerts/replay-turn.ts'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { monitors, newMonitor } from '../../../src/server/store/monitors/monitors.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { joinAgent } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const ROWS = 5_000
/** Runs of an outage, and how far apart outages begin. */
const [OUTAGE, EVERY] = [4, 500]

let running: TestServer
let database: Database
let callId: string
/** Key of the project with results. */
let project: number
beforeAll(async () => {
  running = await startServer()
  await joinAgent(running.api, running.server.joinToken)
  database = openDatabase(running.databaseUrl, { connections: 3 })
  callId = await newCall('Checkout')
  const now = Date.now()
  const { db } = database
  const stepMs = Math.floor((6 * DAY_MS) / ROWS)
  await partitionsOf(db).cover(
    [0, 1, 2, 3, 4, 5, 6, 7].map((days) => now - days * DAY_MS),
    now,
  )
  await sql`
    insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
      due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, ignored)
    select o.project_key, o.key, (select min(key) from location), 1, 0, 0,
      case when n % ${EVERY} between 100 and ${99 + OUTAGE} then 3 else 0 end, case when n % ${EVERY} between 100 and ${99 + OUTAGE} then 7 else 0 end,
      case when n % ${EVERY} between 100 and ${99 + OUTAGE} then 503 else 200 end, 0,
      ${now}::bigint - 5000 - n * ${stepMs}, ${now}::bigint - 5000 - n * ${stepMs}, 0, 0, 0, 0, 5, 0, 0, 5, 0, 0, 0
    from object o, generate_series(1, ${ROWS}) n where o.id = ${callId}`.execute(db)
  project = (await db.selectFrom('object').select('project_key').where('id', '=', callId).executeTakeFirstOrThrow())
    .project_key
})
afterAll(async () => {
  await database.close()
  await running.stop()
})

const newCall = async (name: string, api = running.api): Promise<string> =>
  (await api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } })).id

const linesOf = (text: string): ReplayLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const replay = async (body: object): Promise<ReplayLine[]> => {
  const { status, body: text } = await running.api.call('POST', '/api/3/webhooks/replay', body)
  expect(status).toBe(200)
  // A body of one line reads as JSON.
  return typeof text === 'string' ? linesOf(text) : [text as ReplayLine]
}

const pictureOf = async (body: object): Promise<ReplayPicture> => {
  const last = (await replay(body)).at(-1)
  if (last?.type !== 'picture' || !last.done) throw new Error(`The replay ended with ${JSON.stringify(last)}.`)
  return last
}

const slack = { web_hook_type: 'slack', parameters: { repeat: false } }

test('a replay draws first pictures while it goes on, and ends with messages that link to their results and say why', async () => {
  const lines = await replay({ ...slack, alerts: ['FAIL', 'PASS'], name: 'On call' })
  expect(lines.length).toBeGreaterThan(1)
  const shares = lines.map((line) => (line.type === 'picture' ? line.share : -1))
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  const last = lines.at(-1)
  if (last?.type !== 'picture') throw new Error('A picture was to be the last line.')
  const outages = ROWS / EVERY
  expect(last).toMatchObject({ done: true, share: 1, results: ROWS, covered: 1, sent: null, without_no_data: false })
  expect(last.totals.recovered).toBe(outages)
  expect(last.totals).toMatchObject({ fired: expect.any(Number), repeated: 0 })
  expect(last.buckets.reduce((sum, { recovered }) => sum + recovered, 0)).toBe(outages)
  const fired = last.messages.find(({ outcome }) => outcome === 'fired')
  expect(fired).toMatchObject({
    call_id: callId,
    call_name: 'Checkout',
    call_kind: 'monitor',
    location_id: 'local',
    what: 'Checkout failed with a server error (HTTP 503, from local).',
    why: expect.stringContaining('“On call” fired'),
  })
  const result = await running.api.get<{ meta: { due: string } }>(`/api/2/results/${fired?.result_id}/?mode=full`)
  expect(result.meta.due).toBe(fired?.time)
})

test('raising the number of failures in a row sends fewer messages', async () => {
  const first = await pictureOf({ ...slack, alerts: ['FAIL'] })
  const third = await pictureOf({ ...slack, alerts: ['FAIL'], parameters: { repeat: false, fails_in_a_row: 3 } })
  const never = await pictureOf({ ...slack, alerts: ['FAIL'], parameters: { fails_in_a_row: OUTAGE + 1 } })
  expect(first.totals.fired).toBe(ROWS / EVERY)
  expect(third.totals.fired).toBe(ROWS / EVERY)
  expect(third.totals.held).toBe(first.totals.held)
  expect(never.totals).toMatchObject({ fired: 0, held: (ROWS / EVERY) * OUTAGE })
  const repeating = await pictureOf({ ...slack, alerts: ['FAIL'], parameters: { repeat: true } })
  expect(repeating.totals).toMatchObject({ fired: ROWS / EVERY, repeated: (ROWS / EVERY) * (OUTAGE - 1) })
})

test('a stored alert is replayed without its secrets, though it is off or snoozed, and beside what it really sent', async () => {
  const { api } = running
  const made = await api.post<{ id: string; created: string }>('/api/3/webhooks/', {
    web_hook_type: 'pager_duty_v2',
    alerts: ['FAIL'],
    enabled: false,
    parameters: { integration_key: 'k'.repeat(32) },
  })
  await api.post(`/api/2/webhooks/snooze/${made.id}`, { minutes: 60 })
  const picture = await pictureOf({ id: made.id, parameters: { integration_key: '****' } })
  expect(picture.totals).toMatchObject({ fired: ROWS / EVERY, recovered: ROWS / EVERY })
  expect(picture.sent).toEqual({ fired: 0, repeated: 0, recovered: 0, held: 0, created: made.created })
  expect((await api.get<{ snoozed_until: string | null }>(`/api/3/webhooks/${made.id}`)).snoozed_until).not.toBeNull()
})

test('an alert for a monitor without results, or for no monitor, says so', async () => {
  const empty = await newCall('New')
  expect(await pictureOf({ monitor_id: empty })).toMatchObject({ results: 0, covered: 1, messages: [], first: null })
  expect(await pictureOf({ include_tags: ['no such tag'] })).toMatchObject({ results: 0, covered: 0 })
})

test('a monitor of another project, an unknown alert and a wrong rule are refused, with the field', async () => {
  const { api } = running
  const refused = async (body: object) => api.call('POST', '/api/3/webhooks/replay', body)
  const { db, now } = { db: database.db, now: Date.now() }
  const [account] = (await sql<{ id: string }>`select id from account limit 1`.execute(db)).rows
  const other = await createProject(db, { name: 'Other', orgId: null, tags: [], accountId: account?.id ?? '', now })
  const foreign = await monitors.create(db, { projectKey: other.key, name: 'm', doc: newMonitor, owner: 'o', now })
  for (const monitor_id of [foreign.id, 'no-such-monitor']) {
    const answer = await refused({ monitor_id })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain('monitor_id must be null, or the id of a monitor or workflow')
  }
  expect(await refused({ id: 'no-such-alert' })).toMatchObject({ status: 404 })
  for (const wrong of [
    { days: 31 },
    { days: 0 },
    { alerts: [] },
    { alerts: ['FAIL', 'FAIL'] },
    { parameters: { fails_in_a_row: '-1' } },
    { parameters: { fails_in_a_row: 1e300 } },
    { include_tags: ['x'.repeat(10_000)] },
  ])
    expect((await refused(wrong)).status, JSON.stringify(wrong)).toBe(422)
})

const CHECKOUT = 1
const SEARCH = 2
const BILLING = 3

const LONG: TurnLimits = { aloneMs: 60_000, sharedMs: 60_000 }
const waitForTurn = openReplayTurns(LONG)

type Handled = {
  readonly signal?: AbortSignal
  readonly turns?: WaitForTurn
}

/** A replay of a project, with a thread that a test controls. */
const handled = (
  projectKey: number,
  ask: ReplayThread['ask'],
  { signal = new AbortController().signal, turns = waitForTurn }: Handled = {},
) => {
  const log: string[] = []
  let ended = 0
  const lines = replayLines({
    db: database.db,
    rule: {
      settings: { alerts: ['FAIL'], failsInARow: 1, stateful: true },
      scope: { monitor_id: null, include_tags: [] },
      alertsOnManualRuns: false,
      fromMs: 0,
      toMs: Date.now(),
      stepMs: DAY_MS,
    },
    range: { projectKey, targetKeys: null, fromMs: 0, toMs: Date.now() },
    signal,
    waitForTurn: turns,
    open: () => ({ ask, end: () => void ended++ }),
    log: (line) => log.push(line),
    lineOf: async (_, { share, done, partial }) => ({
      type: 'failed',
      message: partial ?? `${done ? 'done' : 'part'} ${share > 0}`,
    }),
  })
  return { lines, log, ended: () => ended }
}

const calm: FromReplay = {
  picture: {
    results: 1,
    firstMs: 1,
    lastMs: 1,
    totals: { fired: 0, repeated: 0, recovered: 0, held: 0 },
    buckets: [],
  },
  messages: [],
}

test('a thread that crashes is told as an error, and its place is free again', async () => {
  const { lines, log, ended } = handled(CHECKOUT, () => Promise.reject(new Error('out of memory')))
  expect((await lines.next()).value).toMatchObject({ type: 'failed', message: expect.stringContaining('Try again') })
  expect((await lines.next()).done).toBe(true)
  expect(ended()).toBeGreaterThan(0)
  expect(log.join()).toContain('alert.replay')
  const next = handled(CHECKOUT, async () => calm)
  expect((await next.lines.next()).value).not.toMatchObject({ type: 'waiting' })
  await next.lines.return(undefined)
})

test('a client that left before its replay began keeps no place', async () => {
  const first = handled(CHECKOUT, async () => calm)
  await first.lines.next()
  const gone = handled(CHECKOUT, async () => calm, { signal: AbortSignal.abort() })
  await gone.lines.next()
  await first.lines.return(undefined)
  const next = handled(CHECKOUT, async () => calm)
  expect((await next.lines.next()).value).not.toEqual({ type: 'waiting' })
  await next.lines.return(undefined)
})

test('a client that leaves ends the thread at once, and whoever waits says so and comes next', async () => {
  const leaving = new AbortController()
  const first = handled(CHECKOUT, async () => calm, { signal: leaving.signal })
  await first.lines.next()
  const second = handled(CHECKOUT, async () => calm)
  expect((await second.lines.next()).value).toEqual({ type: 'waiting' })
  const other = handled(SEARCH, async () => calm)
  expect((await other.lines.next()).value).not.toEqual({ type: 'waiting' })
  leaving.abort()
  expect(first.ended()).toBe(1)
  expect((await second.lines.next()).value).not.toEqual({ type: 'waiting' })
  const third = handled(BILLING, async () => calm)
  expect((await third.lines.next()).value).toEqual({ type: 'waiting' })
  await other.lines.return(undefined)
  expect((await third.lines.next()).value).not.toEqual({ type: 'waiting' })
  await third.lines.return(undefined)
  await second.lines.return(undefined)
  expect([second.ended(), other.ended(), third.ended()]).toEqual([1, 1, 1])
})

test('the replays of one project follow each other, and that of another project begins beside them', async () => {
  const turns = openReplayTurns(LONG)
  const many = Array.from({ length: 5 }, () => handled(CHECKOUT, async () => calm, { turns }))
  const firsts = await Promise.all(many.map(async ({ lines }) => (await lines.next()).value))
  expect(firsts.filter((line) => line?.type === 'waiting')).toHaveLength(4)
  const other = handled(SEARCH, async () => calm, { turns })
  expect((await other.lines.next()).value).not.toEqual({ type: 'waiting' })
  for (const { lines } of [...many, other]) await lines.return(undefined)
})

test('a replay for which others wait ends when its turn is over, and says how far it came', async () => {
  const turns = openReplayTurns({ aloneMs: 60_000, sharedMs: 0 })
  const asked: string[] = []
  const first = handled(
    project,
    async (message) => {
      asked.push(typeof message === 'string' ? message : 'lines')
      return calm
    },
    { turns },
  )
  expect((await first.lines.next()).value).toMatchObject({ message: 'part true' })
  const second = handled(project, async () => calm, { turns })
  expect((await second.lines.next()).value).toEqual({ type: 'waiting' })
  expect((await first.lines.next()).value).toEqual({
    type: 'failed',
    message:
      'Other replays were waiting, so this one ended early: it covers the results until 1970-01-01 00:00 UTC. Replay again later to see the rest.',
  })
  expect((await first.lines.next()).done).toBe(true)
  // Timers that would have run out after the last result are no part of it.
  expect(asked).toEqual(['lines', 'stop'])
  expect((await second.lines.next()).value).toMatchObject({ message: 'part true' })
  await second.lines.return(undefined)
})

test('a replay whose results cannot be read in time ends with what it has, and its statement with it', async () => {
  const holder = await database.db.startTransaction().execute()
  await sql`lock table result in access exclusive mode`.execute(holder)
  try {
    const replay = handled(project, async () => calm, { turns: openReplayTurns({ aloneMs: 100, sharedMs: 100 }) })
    expect((await replay.lines.next()).value).toMatchObject({ message: expect.stringContaining('are too many') })
    expect((await replay.lines.next()).done).toBe(true)
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%string_agg%'`
    // Sooner than the statement would end by itself.
    await eventually(async () => (await waiting.execute(holder)).rows.length === 0, { withinMs: 15_000 })
  } finally {
    await holder.rollback().execute()
  }
})
