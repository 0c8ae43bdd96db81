import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { DAY_MS } from '../../src/domain/core/periods.ts'
import { parseTime } from '../../src/domain/core/wire-time.ts'
import { parametersOf } from '../../src/server/http/query.ts'
import { joinAgent } from '../support/agent.ts'
import type { Answer } from '../support/api.ts'
import { type SignedIn, signIn } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'
import { CURSORS, EMPTY, OUTSIDE, REVERSED, TIMES, WINDOWS } from './extremes.ts'
import { type Ids, pathWith, variablesOf, withOwnIds } from './ids.ts'
import { makerOf } from './maker.ts'
import { samples } from './samples.ts'
import { bodyTimes, endpoints, queriedTimes, withAt, withTimes } from './timed-endpoints.ts'

/** Statements of one request, with those of the server's loops that happen to run meanwhile. */
const MOST_STATEMENTS = 60

const withCursor = endpoints.filter(([, endpoint]) => parametersOf(endpoint).includes('cursor'))

let running: TestServer
let siteAdmin: SignedIn
let agentKey: string
let mine: Ids

beforeAll(async () => {
  running = await startServer({ env: { SONDE_INTEGRATIONS: '[{"id":"datadog","client_id":"c"}]' } })
  const agent = await joinAgent(running.api, running.server.joinToken)
  agentKey = agent.key
  siteAdmin = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  mine = await makerOf({ running, agent }, running.api, siteAdmin).all()
})
afterAll(() => running.stop())

const apiOf = ({ access }: AnyEndpoint) =>
  access === 'agent'
    ? running.api.as(agentKey)
    : access === 'account' || access === 'site' || access === 'organization'
      ? siteAdmin.api()
      : running.api

type Asked = { readonly query?: Readonly<Record<string, string>>; readonly body?: unknown; readonly ids?: Ids }

const call = ({ route, ...endpoint }: AnyEndpoint, { query = {}, body, ids = mine }: Asked): Promise<Answer> =>
  apiOf({ route, ...endpoint }).call(
    route.split(' ')[0] ?? '',
    `${pathWith(route, ids)}?${new URLSearchParams(query)}`,
    body,
  )

/** Calls an endpoint, and counts the statements meanwhile. */
const counted = async (endpoint: AnyEndpoint, asked: Asked): Promise<{ answer: Answer; count: number }> => {
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answer = await call(endpoint, asked)
    return { answer, count: statements.mock.calls.length }
  } finally {
    statements.mockRestore()
  }
}

/** Calls an endpoint and holds the answer against the law; returns the answer. */
const hold = async (name: string, endpoint: AnyEndpoint, asked: Asked): Promise<Answer> => {
  const { answer, count: first } = await counted(endpoint, asked)
  let count = first
  // On a slow machine, the server's loops run more often during a request.
  for (let turn = 0; count > MOST_STATEMENTS && turn < 3; turn++)
    count = Math.min(count, (await counted(endpoint, asked)).count)
  const what = `${name} ${JSON.stringify(asked.query ?? asked.body ?? '')}: ${JSON.stringify(answer.body)}`.slice(
    0,
    900,
  )
  expect.soft(answer.status, what).toBeLessThan(500)
  expect.soft(count, `statements of ${what}`).toBeLessThanOrEqual(MOST_STATEMENTS)
  return answer
}

/** Fields of queries that name a monitor: the samples' ids are none of this project. */
const MONITOR_FIELDS: ReadonlySet<string> = new Set(['call_id', 'monitor_id'])

const rowsOf = (body: unknown): unknown => Object(body).data ?? Object(body).results

/** Holds the window that an answer says it is about against what can exist: from 1970 until a year from now. */
const possible = ({ body }: Answer): void => {
  const meta: Record<string, unknown> = Object(Object(body).meta)
  const [from, to] = [meta.start ?? meta.from, meta.end ?? meta.to].map((text) => parseTime(String(text)))
  if (from == null || to == null) return
  expect.soft(from, JSON.stringify(meta)).toBeGreaterThanOrEqual(0)
  expect.soft(to, JSON.stringify(meta)).toBeGreaterThanOrEqual(from)
  expect.soft(to, JSON.stringify(meta)).toBeLessThanOrEqual(Date.now() + 366 * DAY_MS)
}

const bodyOf = (name: string): unknown => withOwnIds(samples[name]?.body, mine)

type Fill = (start: string, end: string) => Asked

/** Asks for each window. One that ends before it begins is refused with a sentence that names its start. */
const holdWindows = async (
  name: string,
  endpoint: AnyEndpoint,
  [first, fill]: readonly [first: string, fill: Fill],
) => {
  for (const [start, end] of WINDOWS) possible(await hold(name, endpoint, fill(start, end)))
  for (const [start, end] of OUTSIDE) {
    const answer = await hold(name, endpoint, fill(start, end))
    const { status, body } = answer
    possible(answer)
    expect.soft([status, rowsOf(body) ?? []], `${name} from ${start} to ${end}`).toEqual([200, []])
  }
  for (const [start, end] of EMPTY) await hold(name, endpoint, fill(start, end))
  for (const [start, end] of REVERSED) {
    const { status, body } = await hold(name, endpoint, fill(start, end))
    expect.soft(status, `${name} from ${start} to ${end}`).toBe(422)
    expect.soft(JSON.stringify(body)).toContain(first)
  }
}

// Changes first, so that the lists have their far times to show.
test.each(withTimes.filter(([, { effect }]) => effect === 'write'))(
  '%s takes no time that would break it',
  async (name, endpoint) => {
    for (const path of bodyTimes(name, endpoint))
      for (const value of TIMES) await hold(name, endpoint, { body: withAt(bodyOf(name), path, value) })
    const [first, second] = bodyTimes(name, endpoint)
    for (const [start, end] of first && second ? [...WINDOWS, ...OUTSIDE, ...REVERSED, ...EMPTY] : [])
      await hold(name, endpoint, { body: withAt(withAt(bodyOf(name), first ?? [], start), second ?? [], end) })
  },
)

test.each(withTimes.filter(([, { effect }]) => effect === 'read'))(
  '%s answers any window without an error and without end',
  async (name, endpoint) => {
    const body = bodyOf(name) ?? undefined
    expect(await hold(name, endpoint, { body })).toMatchObject({ status: 200 })
    const inQuery = queriedTimes(endpoint)
    const known = new Set(parametersOf(endpoint).filter((field) => !inQuery.includes(field)))
    const others = Object.fromEntries(
      Object.entries(samples[name]?.query ?? {}).flatMap(([field, value]) =>
        known.has(field) ? [[field, MONITOR_FIELDS.has(field) ? mine.monitor : value]] : [],
      ),
    )
    for (const field of inQuery)
      for (const value of TIMES) await hold(name, endpoint, { query: { [field]: value }, body })
    const [start = '', end] = inQuery
    if (end !== undefined)
      for (const rest of [{}, others])
        await holdWindows(name, endpoint, [
          start,
          (from, to) => ({ query: { ...rest, [start]: from, [end]: to }, body }),
        ])
    const inBody = bodyTimes(name, endpoint)
    for (const path of inBody)
      for (const value of TIMES) await hold(name, endpoint, { body: withAt(body, path, value) })
    const [first, second] = inBody
    if (first && second)
      await holdWindows(name, endpoint, [
        first.join('.'),
        (from, to) => ({ body: withAt(withAt(body, first, from), second, to) }),
      ])
  },
)

test.each(endpoints.filter(([, { route }]) => variablesOf(route).some(({ kind }) => kind === 'day')))(
  '%s answers any day without an error',
  async (name, endpoint) => {
    for (const [start, end] of [...WINDOWS, ...OUTSIDE, ...REVERSED])
      for (const day of [start, end].map((text) => text.slice(0, 10)))
        await hold(name, endpoint, { ids: { ...mine, day } })
  },
)

test.each(endpoints.filter(([, { route }]) => variablesOf(route).some(({ kind }) => kind === 'insights-report')))(
  '%s answers any period without an error',
  async (name, endpoint) => {
    for (const [start, end] of [...WINDOWS, ...OUTSIDE, ...REVERSED]) {
      const id = `${mine.monitor}__${start.slice(0, 10)}__${end.slice(0, 10)}`
      await hold(name, endpoint, { ids: { ...mine, 'insights-report': id } })
    }
  },
)

const ofReports = endpoints.filter(
  ([name, { effect, route }]) => name.startsWith('report.') && effect === 'read' && route.includes('{'),
)

test('a report of any period answers, and its public link too', async () => {
  let made = 0
  for (const [from, to] of [...WINDOWS, ...OUTSIDE, ...REVERSED, ...EMPTY]) {
    const groups = [{ id: 'read', name: 'Read', rows: [{ call_id: mine.monitor }] }]
    const report = { period: { kind: 'fixed', from, to }, timezone: 'UTC', groups }
    const { status, body } = await running.api.call('POST', '/api/2/reports/', { meta: { name: 'Far' }, report })
    expect([201, 422], JSON.stringify(body)).toContain(status)
    if (status !== 201) continue
    made++
    const { id } = Object(body)
    const link = await running.api.post<{ meta: { public_token: string } }>(`/api/3/reports/${id}/link`, {})
    const ids = { ...mine, report: id, 'public-report': link.meta.public_token }
    for (const [name, endpoint] of ofReports) {
      const answer = await hold(name, endpoint, { ids })
      expect.soft(answer.status, name).toBe(200)
      possible(answer)
    }
  }
  expect(made).toBeGreaterThan(2)
})

test.each(withCursor)('%s answers any cursor with a page or a refusal', async (name, endpoint) => {
  expect(await hold(name, endpoint, {})).toMatchObject({ status: 200 })
  for (const cursor of CURSORS) await hold(name, endpoint, { query: { cursor } })
  // The first page again would be a list without end.
  for (const cursor of ["'", '-', '\u{1f4a9}']) {
    const { status, body } = await hold(name, endpoint, { query: { cursor } })
    if (status !== 200) expect([400, 422], cursor).toContain(status)
    else expect([Object(body).meta.more, rowsOf(body)], cursor).toEqual([false, []])
  }
})

test('nothing of all this was an error of the server', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
