import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { sumUpLastDays } from '../../../src/server/store/monitors/last-days.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { type SignedIn, signIn } from '../../support/person.ts'
import { resultRow } from '../../support/result-row.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'

/** Summaries of projects agree with each other, whoever asks. */

const NOW = Date.UTC(2026, 5, 17, 15, 20)
/** Monday of the last week that is over. */
const WEEK = Date.UTC(2026, 5, 8)

const FIGURES = { pass: 1, slow: 0, warning: 0, fail: 0, outliers: 0, mean: 1, median: 1, p95: 1 }

type Synopsis = {
  calls: number
  calls_now: Record<'pass' | 'slow' | 'warning' | 'fail' | 'other', number>
  results_24h: Record<'pass' | 'slow' | 'warning' | 'fail', number>
  pass_rate_24h: number | null
  worst: { name: string; pass_rate_24h: number | null }[]
  score: number | null
  previous_score: number | null
  last_alert: { time: string; title: string } | null
}
type Overview = { meta: { name: string }; results: (Synopsis & { project_id: string; name: string })[] }
type Figures = {
  results: { project_id: string; calls: number; pass_rate_24h: number | null; last_alert: object | null }[]
}

let nowMs = NOW
let running: TestServer
let ada: SignedIn
let projects: { id: string; key: number; org_id: string; api: Api }[]
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  const { database } = running.server.services
  const { db } = database
  ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  const first = await db.selectFrom('project').select(['id', 'org_id']).executeTakeFirstOrThrow()
  await ada.api().post('/api/2/account/projects', { name: 'Beta', org_id: first.org_id })
  const rows = await db.selectFrom('project').select(['id', 'key', 'org_id']).orderBy('key').execute()
  projects = rows.map(({ id, key, org_id }) => ({ id, key, org_id: org_id ?? '', api: ada.api(id) }))
  // Newest categories: PASS and FAIL in the first; SLOW, WARNING, none in the second. The failures are hours old.
  const runs = [
    [
      [3, 3, 0],
      [0, 0, 3],
    ],
    [[0, 3, 1], [2], []],
  ]
  const results = []
  for (const [index, project] of projects.entries())
    for (const [nth, categories] of (runs[index] ?? []).entries()) {
      const { id } = await project.api.post<{ id: string }>('/api/2/calls/', {
        meta: { name: `m${index}${nth}` },
        request: { url: 'http://example.com/' },
      })
      const { key } = await db.selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
      for (const [at, category] of categories.entries())
        results.push(
          resultRow({
            project_key: project.key,
            target_key: key,
            location_key: 1,
            due: NOW - (categories.length - at) * 100 * 60_000,
            category,
            total: 100,
          }),
        )
      for (const [start, score, count] of [
        [WEEK, 8 + nth / 10, 100],
        [WEEK - 7 * DAY_MS, 9 - nth / 10, 400 * (nth + 1)],
      ] as const)
        await db
          .insertInto('score_report')
          .values({
            ...{ target_key: key, kind: 3, start, project_key: project.key, formula: 1, score, missing: null, count },
            ...{ computed: NOW, doc: JSON.stringify({ formula: 1, score, missing: null, all: FIGURES }) },
          })
          .execute()
    }
  await storeResults(db, results)
  while (await compact(database, NOW));
  while (await sumUpLastDays(database, NOW));
  await db
    .insertInto('notification')
    .values({
      project_key: projects[1]?.key ?? 0,
      time: NOW - 2 * HOUR_MS,
      last: NOW - HOUR_MS,
      kind: 0,
      title: 'm10 fails',
      text: '',
    })
    .execute()
}, 60_000)
afterAll(() => running.stop())

const synopsisOf = (index: number) => projects[index]?.api.get<Synopsis>('/api/2/project/synopsis') as Promise<Synopsis>

test('the figures of each project are counted by hand', async () => {
  expect(await synopsisOf(0)).toMatchObject({
    calls: 2,
    calls_now: { pass: 1, slow: 0, warning: 0, fail: 1, other: 0 },
    results_24h: { pass: 3, slow: 0, warning: 0, fail: 3 },
    pass_rate_24h: 0.5,
    worst: [
      { name: 'm00', pass_rate_24h: 1 / 3 },
      { name: 'm01', pass_rate_24h: 2 / 3 },
    ],
    last_alert: null,
  })
  expect(await synopsisOf(1)).toMatchObject({
    calls: 3,
    calls_now: { pass: 0, slow: 1, warning: 1, fail: 0, other: 1 },
    results_24h: { pass: 1, slow: 1, warning: 1, fail: 1 },
    pass_rate_24h: 2 / 3,
    worst: [
      { name: 'm10', pass_rate_24h: 2 / 3 },
      { name: 'm11', pass_rate_24h: null },
    ],
    last_alert: { title: 'm10 fails', time: new Date(NOW - HOUR_MS).toISOString() },
  })
})

test('the score is the mean of the monitors’ scores weighted by the square roots of their runs', async () => {
  // (9 · √400 + 8.9 · √800) / (√400 + √800) = 8.9414, rounded down.
  expect(await synopsisOf(0)).toMatchObject({ score: 8.05, previous_score: 8.94 })
  const { meta } = (await projects[0]?.api.get<{ meta: object }>(
    `/api/2/insights/rank/?start=${new Date(WEEK).toISOString()}`,
  )) ?? { meta: {} }
  expect(meta).toMatchObject({ score: 8.05, previous_score: 8.94 })
})

test('an organization says of each project what the project says, and so do the collections', async () => {
  const overview = await ada.api().get<Overview>(`/api/2/project/organization/${projects[0]?.org_id}/`)
  expect(overview.results.map(({ project_id }) => project_id).sort()).toEqual(projects.map(({ id }) => id).sort())
  const { results: figures } = await ada.api().get<Figures>('/api/2/account/projects/figures')
  for (const [index, { id }] of projects.entries()) {
    const own = await synopsisOf(index)
    expect(overview.results.find(({ project_id }) => project_id === id)).toMatchObject(own)
    const { calls, pass_rate_24h, last_alert } = own
    expect(figures.find(({ project_id }) => project_id === id)).toEqual({
      project_id: id,
      calls,
      pass_rate_24h,
      last_alert,
    })
  }
})

test('a member sees the figures of their own projects alone, and no organization', async () => {
  const bea = await addAccount(running, 'bea@example.com')
  await grant(running, bea, projects[1]?.key ?? 0, 'VIEWER')
  const { api } = await signIn(running.server, bea.email, PASSWORD)
  const { results } = await api().get<Figures>('/api/2/account/projects/figures')
  expect(results.map(({ project_id }) => project_id)).toEqual([projects[1]?.id])
  const refused = await api().call('GET', `/api/2/project/organization/${projects[0]?.org_id}/`)
  expect(refused.status).toBe(404)
})

test('as hours pass, results leave the last 24 hours, whether they were summed up since or not', async () => {
  // By a key, which does not expire.
  const own = () => running.api.get<Synopsis>('/api/2/project/synopsis')
  nowMs = NOW + HOUR_MS
  expect((await own()).results_24h).toEqual({ pass: 3, slow: 0, warning: 0, fail: 3 })
  // It begins at 12:00: one failure and one pass were due at 10:20.
  nowMs = NOW + 20 * HOUR_MS
  const left = { results_24h: { pass: 2, slow: 0, warning: 0, fail: 2 }, calls_now: { pass: 1, fail: 1, other: 0 } }
  expect(await own()).toMatchObject(left)
  while (await sumUpLastDays(running.server.services.database, nowMs));
  expect(await own()).toMatchObject(left)
})
