import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../src/server/configuration.ts'
import { openServer } from '../../src/server/server.ts'
import { verifyAll } from '../../src/server/store/audit/audit-verification.ts'
import { rowsOf, schemaOf } from '../backup/commands.ts'
import { joinAgent, reportOf } from '../support/agent.ts'
import { apiWith } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase } from '../support/postgres.ts'
import { ADMIN_KEY } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { databaseOf, FIXTURE_KEY, releases } from './released.ts'

type StoredMonitor = {
  id: string
  meta: { name: string }
  request: { redirect_method: string; unset_variables: string }
}

type StoredConditions = { meta: { numeric_texts: string }; conditions: unknown[] }

const DAY_LATER = Date.UTC(2026, 0, 16, 10)

test('every released version has its rows here', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql'))
  expect(files.map((name) => name.replace('.sql', '')).sort()).toEqual(Object.keys(releases))
})

for (const version of Object.keys(releases))
  test(`a database of ${version} is brought to today's schema, and everything in it works on`, async () => {
    const url = await databaseOf(version)
    const began = Date.now()
    const clock = () => DAY_LATER + (Date.now() - began)
    const server = await openServer({
      configuration: readConfiguration(
        { PORT: '0', DATABASE_URL: url, SONDE_DATA_DIR: temporaryFolder(), SONDE_SECRET_KEY: FIXTURE_KEY },
        () => {},
      ),
      log: () => {},
      onStep: () => {},
      clock,
      agent: null,
      checkAnswers: true,
    })
    onTestFinished(server.stop)
    const { sealing, database } = server.services

    const fresh = await freshDatabase()
    onTestFinished(fresh.drop)
    const [constraints, indexes, triggers] = await schemaOf(url)
    const today = await schemaOf(fresh.url)
    const ofDays = (one: unknown) => !/_20260\d\d\d|_2026\d{4}/.test(JSON.stringify(one))
    expect([constraints, indexes, triggers].map((all) => (all as unknown[]).filter(ofDays))).toEqual(today.slice(0, 3))

    for await (const verdict of verifyAll(database.db, sealing)) expect(verdict?.fault).toBeNull()

    const api = apiWith(server.url, ADMIN_KEY)
    const { data } = await api.get<{ data: StoredMonitor[] }>('/api/3/monitors/?limit=10')
    expect(data.map(({ meta }) => meta.name).sort()).toEqual(['Checkout', 'Search'])
    // Stored calls keep the rules that they were written under; new ones get those of today.
    const added = await api.post<StoredMonitor>('/api/2/calls/', {
      meta: { name: 'New' },
      request: { url: 'https://shop.example.com/' },
    })
    const rules = [...data, added].map(({ request }) => [request.redirect_method, request.unset_variables])
    expect(rules).toEqual([
      ['get', 'send'],
      ['get', 'send'],
      ['keep', 'fail'],
    ])
    const older = await api.get<{ data: { name: string }[] }>('/api/3/monitors/older-rules')
    expect(older.data.map(({ name }) => name).sort()).toEqual(['Checkout', 'Search'])
    for (const { id } of data) {
      const { meta, conditions } = await api.get<StoredConditions>(`/api/2/calls/${id}/conditions/`)
      expect(meta.numeric_texts).toBe(conditions.length > 0 ? 'number' : 'text')
    }
    const categories: string[] = []
    for (const { id } of data) {
      const listed = await api.get<{ results: { id: string }[] }>(`/api/2/results/call/${id}/?limit=10`)
      for (const result of listed.results) {
        const full = await api.get<{ result_category: string }>(`/api/2/results/${result.id}/?mode=full`)
        expect(full).toMatchObject({ response: { status_code: 200, body: 'hello' } })
        categories.push(full.result_category)
      }
    }
    expect(categories.sort()).toEqual(['FAIL', 'PASS', 'PASS', 'PASS'])
    const [sums] = await rowsOf(
      url,
      `select (select sum(pass + fail)::int from rollup where kind = 1 and location_key > 0) as hours,
        (select sum(runs)::int from usage) as used, (select sum(missed)::int from slot) as missed`,
    )
    expect(sums).toMatchObject({ hours: 4, used: 4 })

    // What was sealed then is opened now, for the agent that makes the call.
    const agent = await joinAgent(api, server.joinToken)
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${data[0]?.id}/run`)
    // A run of the schedule may be ahead of it at the same location, where runs of one monitor never overlap: it is reported first.
    const job = await eventually(
      async () => {
        const jobs = await agent.work(100, 1)
        const others = jobs.filter(({ id }) => id !== result_id)
        if (others.length > 0) await agent.report(...others.map((one) => reportOf(one)))
        return jobs.find(({ id }) => id === result_id)
      },
      { what: `the run ${result_id}` },
    )
    expect(JSON.stringify(job)).toContain('Bearer fixture-secret')
    for (const rule of ['redirect_method', 'unset_variables']) expect(job.call).not.toHaveProperty(rule)
    expect(job.conditions.meta).not.toHaveProperty('numeric_texts')
    await agent.report(reportOf(job))
    expect(await api.get(`/api/2/results/${result_id}/`)).toMatchObject({ result_category: 'PASS' })

    // A day is missed, not made up for, and the next runs are where they always were.
    const slots = await eventually(async () => {
      const found = await rowsOf<Record<'next_due' | 'anchor' | 'frequency' | 'missed', string>>(
        url,
        'select next_due, anchor, frequency, missed from slot',
      )
      return found.every(({ next_due }) => Number(next_due) > clock()) && found
    })
    expect(slots).toHaveLength(2)
    for (const slot of slots) {
      expect(Number(slot.next_due) - clock()).toBeLessThanOrEqual(64_000)
      expect((Number(slot.next_due) - Number(slot.anchor)) % Number(slot.frequency)).toBe(0)
      expect(Number(slot.missed)).toBeGreaterThan(1400)
    }
  })
