import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/domain/core/periods.ts'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { joinAgent } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const ROWS = 20_000
const FAILED = ROWS / 100

let running: TestServer
let database: Database
let callId: string
beforeAll(async () => {
  running = await startServer()
  await joinAgent(running.api, running.server.joinToken)
  database = openDatabase(running.databaseUrl, { connections: 2 })
  const made = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: '=cmd, "quoted"', tags: ['shop'] },
    request: { url: 'http://example.com/' },
  })
  callId = made.id
  await running.api.post('/api/2/calls/', {
    meta: { name: 'Other', tags: [] },
    request: { url: 'http://example.com/' },
  })
  const now = Date.now()
  const { db } = database
  await partitionsOf(db).cover(
    [0, 1, 2, 3].map((days) => now - days * DAY_MS),
    now,
  )
  await sql`
    insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
      due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, ignored)
    select o.project_key, o.key, (select min(key) from location), 1, 0, 0,
      case when n % 100 = 0 then 3 else 0 end, case when n % 100 = 0 then 7 else 0 end, case when n % 100 = 0 then 503 else 200 end, 0,
      ${now}::bigint - 5000 - n * 10000, ${now}::bigint - 5000 - n * 10000, 0, 0, 0, 0, 5, 0, 0, 5, 0, 0, 0
    from object o, generate_series(1, ${ROWS}) n where o.id = ${callId}`.execute(db)
})
afterAll(async () => {
  await database.close()
  await running.stop()
})

const csv = async (query = '', key = running.api.key): Promise<{ answer: Response; lines: string[] }> => {
  const answer = await fetch(`${running.api.base}/api/3/results/csv${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const text = await answer.text()
  return { answer, lines: text.split('\r\n').slice(0, -1) }
}

test('an export has every result of its filter once, newest first, under a line of heads', async () => {
  const { answer, lines } = await csv()
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="results-.*\.csv"/)
  const [head = '', ...rows] = lines
  expect(head.split(',').slice(0, 7)).toEqual(['time', 'category', 'monitor', 'location', 'code', 'total ms', 'id'])
  expect(rows.length).toBe(ROWS)
  const times = rows.map((row) => row.slice(0, 24))
  expect(new Set(times).size).toBe(ROWS)
  expect(times).toEqual([...times].sort().reverse())
  // No spreadsheet takes the name for a formula.
  expect(rows[0]).toContain(`"'=cmd, ""quoted"""`)
})

test.each([
  ['?result_category=FAIL,SLOW', FAILED],
  ['?code=5xx', FAILED],
  ['?code=200,none', ROWS - FAILED],
  ['?reason=HTTP_SERVER_ERROR', FAILED],
  ['?tag=shop,none', ROWS],
  ['?tag=none', 0],
])('an export of %s has %i rows, and so has the list', async (query, count) => {
  expect((await csv(query)).lines.length).toBe(count + 1)
  let cursor: string | null = null
  let listed = 0
  for (let pages = 0; pages < 2; pages++) {
    const page: { meta: { next_cursor: string | null }; results: unknown[] } = await running.api.get(
      `/api/2/results/${query}&limit=100${cursor ? `&cursor=${cursor}` : ''}`,
    )
    listed += page.results.length
    cursor = page.meta.next_cursor
    if (cursor === null) break
  }
  expect(listed).toBe(Math.min(count, 200))
})

test('a filter that is wrong is named', async () => {
  const answer = await running.api.call('GET', '/api/2/results/?result_category=FAIL,BAD&code=6000&reason=NO&from=x')
  expect(answer.status).toBe(422)
  const body = JSON.stringify(answer.body)
  for (const field of ['result_category', 'code', 'reason', 'from']) expect(body).toContain(field)
})

test('a viewer exports the summary alone, and cannot ask for reasons', async () => {
  const { secret: viewer } = await running.api.post<{ secret: string }>('/api/2/api_keys/', {
    name: 'viewer',
    access_level: 'VIEWER',
  })
  const { lines } = await csv('?code=5xx', viewer)
  expect(lines[0]).toBe('time,category,monitor,location,code,total ms,id')
  expect(lines.length).toBe(FAILED + 1)
  expect((await csv('?reason=COMPLETE', viewer)).answer.status).toBe(403)
})

/** Reads the beginning of an export, then waits for `go`; resolves to whether the rest came whole. */
const readSlowly = (go: () => Promise<void>): Promise<'whole' | 'broken off'> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${running.api.base}/api/3/results/csv`,
      { headers: { authorization: `Bearer ${running.api.key}` }, agent: false },
      (answer) => {
        answer.once('data', () => {
          answer.pause()
          go().then(() => answer.resume(), reject)
        })
        answer.on('end', () => resolve(answer.complete ? 'whole' : 'broken off'))
        answer.on('error', () => resolve('broken off'))
        answer.on('aborted', () => resolve('broken off'))
      },
    )
    sent.on('error', () => resolve('broken off'))
    sent.end()
  })

test('an export that fails on its way is broken off, and never looks whole', async () => {
  const { db } = database
  expect(await readSlowly(async () => {})).toBe('whole')
  const outcome = readSlowly(async () => {
    await sql`alter table result rename to result_gone`.execute(db)
  })
  expect(await outcome).toBe('broken off')
  await sql`alter table result_gone rename to result`.execute(db)
  expect((await csv('?code=5xx')).lines.length).toBe(FAILED + 1)
})

test('an export whose client has gone ends, and the server goes on', async () => {
  await new Promise<void>((resolve) => {
    const sent = request(
      `${running.api.base}/api/3/results/csv`,
      { headers: { authorization: `Bearer ${running.api.key}` }, agent: false },
      (answer) =>
        answer.once('data', () => {
          sent.destroy()
          resolve()
        }),
    )
    sent.on('error', () => {})
    sent.end()
  })
  expect((await csv('?code=5xx')).lines.length).toBe(FAILED + 1)
  expect(running.log.filter((line) => line.startsWith('error '))).toEqual([])
})

test('a project that shortens its retention no longer shows earlier results, and says for how long they are kept', async () => {
  const [project] = await database.db.selectFrom('project').select('id').execute()
  const id = project?.id ?? ''
  const last = (await running.api.get<{ results: { id: string }[] }>('/api/2/results/?limit=1')).results[0]
  const old = await running.api.get<{ results: { id: string; meta: { due: string } }[] }>(
    `/api/2/results/?limit=1&time=${new Date(Date.now() - 2 * DAY_MS).toISOString()}`,
  )
  const before = old.results[0]
  const lost = await running.api.get<{ results: { count: number } }>(
    `/api/3/projects/${id}/expiring?result_days=1&body_days=1`,
  )
  expect(lost.results.count).toBeGreaterThan(0)
  await running.api.post(`/api/2/projects/${id}`, { result_days: 1, body_days: 7 })
  const settings = await running.api.get<{ settings: object }>(`/api/2/projects/${id}`)
  expect(settings.settings).toMatchObject({ result_days: 1, body_days: 1 })
  const expiring = await running.api.get<{ results: { count: number } }>(
    `/api/3/projects/${id}/expiring?result_days=1&body_days=1`,
  )
  expect((await running.api.call('GET', `/api/2/results/${last?.id}/`)).status).toBe(200)
  const answer = await running.api.call('GET', `/api/2/results/${before?.id}/`)
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, expect.stringContaining('kept for 1 day.')])
  expect(expiring.results.count).toBe(0)
  expect((await running.api.get<{ results: unknown[] }>(`/api/2/results/?time=${before?.meta.due}`)).results).toEqual(
    [],
  )
  const wrong = await running.api.call('POST', `/api/2/projects/${id}`, { result_days: 0 })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('result_days')])
})
