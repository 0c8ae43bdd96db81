import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplay, type ReplayedDecision, type ReplayRule } from '../../../src/server/alerts/replay/replay.ts'
import { PAGE_COLUMNS, resultOfLine } from '../../../src/server/alerts/replay/replayed-result.ts'
import { alertStates, decisionsOfWebhook, outcomes } from '../../../src/server/store/alerts/alert-decisions.ts'
import { replayedPage } from '../../../src/server/store/alerts/replayed-results.ts'
import { alertSettings, webhooks } from '../../../src/server/store/alerts/webhooks.ts'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { triggers } from '../../../src/server/store/identity/codes.ts'
import { idOfRun } from '../../../src/server/store/results/runs.ts'
import { evidence, joinAgent, packed, reportOf } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let database: Database
beforeAll(async () => {
  running = await startServer()
  database = openDatabase(running.databaseUrl, { connections: 2 })
  for (const name of ['here', 'there']) await joinAgent(running.api, running.server.joinToken, name)
})
afterAll(async () => {
  await database.close()
  await running.stop()
})

const CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL'] as const
const REASONS = {
  PASS: 'COMPLETE',
  SLOW: 'SLOW_COMPLETE',
  WARNING: 'SLA_WARNING',
  FAIL: 'HTTP_SERVER_ERROR',
} as const

/** A result as it is stored: of one of two monitors, from one of two locations, some of them started by a person or an alert. */
const stored = fc.record({
  monitor: fc.integer({ min: 0, max: 1 }),
  place: fc.integer({ min: 0, max: 1 }),
  category: fc.constantFrom(...CATEGORIES, 'FAIL' as const),
  source: fc.constantFrom(1, 1, 1, 1, -7, -(2 ** 30) - 7),
  isWithPrevious: fc.boolean(),
})
const hook = fc.record({
  alerts: fc.uniqueArray(fc.constantFrom(...CATEGORIES), { minLength: 1 }),
  fails_in_a_row: fc.nat({ max: 3 }),
  repeat: fc.option(fc.boolean()),
  isForOne: fc.boolean(),
})

const PARTS = [1, 2, 3]
/** How much was decided in five histories, all of them replayed. Each part is played once, by the test that asks first. */
const parts = new Map<number, Promise<number>>()
const decidedIn = (part: number): Promise<number> => {
  const played = parts.get(part) ?? play()
  parts.set(part, played)
  return played
}

// In parts, so that no test takes long on a busy machine.
test.each(PARTS)(
  'a replay of the stored results says what the judge decided as they arrived, part %i',
  async (part) => {
    await decidedIn(part)
  },
)

test('enough was decided in the replays to tell', async () => {
  let decided = 0
  for (const part of PARTS) decided += await decidedIn(part)
  expect(decided).toBeGreaterThan(30)
})

const play = async (): Promise<number> => {
  const { api, server } = running
  const { db } = database
  const places = (await sql<{ key: number }>`select key from location order by key`.execute(db)).rows.map(
    ({ key }) => key,
  )
  let decided = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(stored, { minLength: 1, maxLength: 16 }),
      fc.array(hook, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (results, hooks, onManual) => {
        const project = await projectOf()
        await api.post(`/api/2/projects/${project.id}`, { alert_on_manual_runs: onManual })
        const tag = `t${Math.random().toString(36).slice(2)}`
        const monitors = await Promise.all(
          [0, 1].map(() =>
            api.post<{ id: string }>('/api/2/calls/', {
              meta: { name: 'm', tags: [tag] },
              request: { url: 'http://example.com/' },
            }),
          ),
        )
        const keyOf = async (id: string) =>
          (await sql<{ key: number }>`select key from object where id = ${id}`.execute(db)).rows[0]?.key ?? 0
        const targets = [await keyOf(monitors[0]?.id ?? ''), await keyOf(monitors[1]?.id ?? '')]
        const made = await Promise.all(
          hooks.map(({ isForOne, repeat, ...rest }) =>
            api.post<{ id: string }>('/api/3/webhooks/', {
              web_hook_type: 'slack',
              alerts: rest.alerts,
              include_tags: [tag],
              monitor_id: isForOne ? monitors[0]?.id : null,
              parameters: { url: 'http://example.com/', fails_in_a_row: rest.fails_in_a_row, repeat },
            }),
          ),
        )
        const begin = Date.now() - 100_000
        let batch: (() => Promise<unknown>)[] = []
        for (const [at, { monitor, place, category, source, isWithPrevious }] of results.entries()) {
          const run = {
            target_key: targets[monitor] ?? 0,
            due: begin + at * 10,
            location_key: places[place] ?? 0,
            source,
            attempt: 0,
          }
          if (source < 0)
            await sql`insert into job (target_key, due, location_key, source, attempt, trigger, project_key, expires)
              values (${run.target_key}, ${run.due}, ${run.location_key}, ${source}, 0, ${triggers.code('manual')}, ${project.key}, ${Date.now() + 100_000})`.execute(
              db,
            )
          const report = reportOf(
            { id: idOfRun(run), due: new Date(run.due).toISOString() },
            { result_category: category, result: REASONS[category], detail: packed(evidence()) },
          )
          // Results that arrive together are stored in one transaction.
          if (!isWithPrevious) await Promise.all(batch.splice(0).map((send) => send()))
          batch.push(() => server.services.ingest.accept([report], run.location_key))
        }
        await Promise.all(batch.map((send) => send()))
        batch = []
        for (const { id } of made) {
          const webhook = await webhooks.read(db, project.key, id)
          if (!webhook) throw new Error('The alert was to be there.')
          const { doc } = webhook
          const rule: ReplayRule = {
            settings: alertSettings(doc),
            scope: { monitor_id: doc.monitor_id, include_tags: doc.include_tags },
            alertsOnManualRuns: onManual,
            fromMs: begin,
            toMs: Date.now(),
            stepMs: 1_000,
          }
          const replayed: ReplayedDecision[] = []
          const replay = openReplay(rule, { onDecision: (decision) => replayed.push(decision) })
          const covered = doc.monitor_id === null ? targets : targets.slice(0, 1)
          await eachPage(webhook.project_key, covered, rule, (lines) =>
            replay.take(lines.split('\n').map(resultOfLine)),
          )
          replay.end()
          const live = await decisionsOfWebhook(db, { webhookKey: webhook.key, limit: 1_000 })
          decided += live.length
          expect(replayed.map(ofReplay).sort()).toEqual(live.map(ofJudge).sort())
        }
      },
    ),
    { numRuns: 5 },
  )
  return decided
}

const projectOf = async (): Promise<{ key: number; id: string }> => {
  const { rows } = await sql<{ key: number; id: string }>`select key, id from project order by key limit 1`.execute(
    database.db,
  )
  if (!rows[0]) throw new Error('A project was to be there.')
  return rows[0]
}

/** Reads in pages of three results, so that pages end anywhere. */
const eachPage = async (
  projectKey: number,
  targetKeys: number[],
  { fromMs, toMs }: ReplayRule,
  take: (lines: string) => void,
): Promise<void> => {
  for (let after: readonly number[] | null = null; ; ) {
    const range = { projectKey, targetKeys, fromMs, toMs }
    const page = await replayedPage(database.db, range, { columns: PAGE_COLUMNS, after, limit: 3 })
    if (page) take(page.lines)
    if (!page?.after) return
    after = page.after
  }
}

type Comparable = {
  readonly id: string
  readonly outcome: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly guard: string | null
  readonly counts: readonly number[]
}

/**
 * A decision as one line. A manual run that alerts exclude changes nothing: its decision tells the state before all results that were
 * stored with it, so that states and counts are no part of the line.
 */
const lineOf = ({ id, outcome, before, after, guard, counts }: Comparable): string =>
  outcome === 'manual' ? `${id} manual` : [id, outcome, before, after, guard, ...counts].join(' ')

const ofReplay = ({ resultId, countedBefore, counted, needed, ...rest }: ReplayedDecision): string =>
  lineOf({ ...rest, id: resultId, counts: [countedBefore, counted, needed] })

const ofJudge = (row: Awaited<ReturnType<typeof decisionsOfWebhook>>[number]): string =>
  lineOf({
    id: idOfRun(row),
    outcome: outcomes.name(row.outcome),
    before: alertStates.name(row.state_before),
    after: alertStates.name(row.state_after),
    guard: row.guard,
    counts: [row.counted_before, row.counted, row.needed],
  })
