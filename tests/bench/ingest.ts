import { setTimeout as wait } from 'node:timers/promises'
import { joinAgent } from '../support/agent.ts'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { type MadeMonitor, makeMonitors } from '../support/many-monitors.ts'
import type { BenchOptions } from './main.ts'
import { plainInsertsPerSecond } from './plain-insert.ts'
import { processorSeconds } from './processor-time.ts'
import { DETAIL_BYTES, reportFor, reportsOf } from './report-stream.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const MONITORS = 1_000
const IN_FLIGHT = 3
const WARM_MS = 3_000
/** Rounds of both, one after the other, so that what else runs on the machine weighs on both alike. */
const ROUNDS = 5
const MEASURED_MS = 6_000
const REFERENCE_MS = 3_000
/** Pause between the charts that are read meanwhile. */
const CHART_EVERY_MS = 250

/** Measures results per second from an agent to the store: with details, rollups, alerts, and one in a hundred sent to a webhook. */
export const ingestBench = ({ say }: BenchOptions): Promise<Row[]> =>
  inWorkshop(async ({ installation, receiver }) => {
    const { api, query } = installation
    const monitors = await makeMonitors(
      installation,
      Array.from({ length: MONITORS }, () => 'http://example.com/'),
    )
    await api.post('/api/3/webhooks/', { alerts: ['FAIL'], parameters: { url: receiver.url } })
    const agent = await joinAgent(api, installation.joinToken, 'hand')
    const [location] = await query<{ key: number }>("select key from location where id = 'hand'")
    const next = reportsOf(monitors, { locationKey: location?.key ?? 0, firstDue: Date.now() })
    const warm = await reportFor(agent, next, { inFlight: IN_FLIGHT, ms: WARM_MS })
    const charts = readCharts(api, monitors)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const usedBefore = processorSeconds(installation.pids())
      const { accepted, ms } = await reportFor(agent, next, { inFlight: IN_FLIGHT, ms: MEASURED_MS })
      const used = processorSeconds(installation.pids()) - usedBefore
      const plain = await plainInsertsPerSecond(installation.databaseUrl(), {
        bodyBytes: DETAIL_BYTES,
        inFlight: IN_FLIGHT,
        ms: REFERENCE_MS,
      })
      const perSecond = (accepted * 1000) / ms
      rounds.push({ accepted, perSecond, plain, share: perSecond / plain, micros: (used * 1_000_000) / accepted })
      say(`  round ${round + 1}: ${Math.round(perSecond)} results/s, plain ${Math.round(plain)} rows/s`)
    }
    const read = await charts.stop()
    const [stored] = await query<{ results: number; details: number; summed: number; fails: number }>(`
      select (select count(*) from result)::int as results, (select count(*) from result_detail)::int as details,
        (select count(*) from result r join rollup_stale s on s.kind = 1 and s.target_key = r.target_key and r.due >= s.hour and r.due < s.hour + 3600000)::int as summed,
        (select count(*) from result where category = 3)::int as fails`)
    const all = rounds.reduce((sum, { accepted }) => sum + accepted, warm.accepted)
    if (stored?.results !== all || stored.details !== all || stored.summed !== all)
      throw new Error(`Of ${all} accepted results there are ${JSON.stringify(stored)}.`)
    say(
      `  ${Math.round(DETAIL_BYTES)} bytes of evidence each, ${stored.fails} failures to tell, ${read} charts read meanwhile`,
    )
    const began = performance.now()
    await eventually(async () => receiver.messages.size >= stored.fails, { what: 'a message for every failure' })
    const toldAfterMs = performance.now() - began
    const of = (pick: (round: Round) => number) => medianOf(rounds.map(pick))
    return [
      {
        figure: 'ingest: results stored with evidence, marks and alerts, while charts are read (median of 5)',
        value: of(({ perSecond }) => perSecond),
        unit: 'results/s',
        target: '>= 2000',
        reference: { name: 'plain multi-row INSERT, no index', value: of(({ plain }) => plain) },
      },
      {
        figure: 'ingest: its ratio to the plain INSERT beside it (median of 5)',
        value: of(({ share }) => share),
        unit: '×',
        target: '>= 0.084',
      },
      {
        figure: 'ingest: processor time of server and database for a result (median of 5, charts included)',
        value: of(({ micros }) => micros),
        unit: 'µs',
      },
      { figure: 'ingest: time until the last failure was told', value: toldAfterMs / 1000, unit: 's' },
    ]
  })

type Round = { accepted: number; perSecond: number; plain: number; share: number; micros: number }

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Reads charts of one monitor after the other, until it is stopped; answers how many. */
const readCharts = (api: Api, monitors: readonly MadeMonitor[]) => {
  let [read, isOver] = [0, false]
  const reading = (async () => {
    while (!isOver) {
      const { id } = monitors[read % monitors.length] ?? { id: '' }
      await api.get(`/api/2/calls/${id}/stats/metrics/all/?metric=ttfb&quantiles=0.5,0.95`)
      read++
      await wait(CHART_EVERY_MS)
    }
  })()
  return {
    stop: async (): Promise<number> => {
      isOver = true
      await reading
      return read
    },
  }
}
