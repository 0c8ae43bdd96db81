import { joinAgent } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { makeMonitors } from '../support/many-monitors.ts'
import type { BenchOptions } from './main.ts'
import { plainInsertsPerSecond } from './plain-insert.ts'
import { processorSeconds } from './processor-time.ts'
import { DETAIL_BYTES, reportFor, reportsOf } from './report-stream.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const MONITORS = 1_000
const IN_FLIGHT = 3
const WARM_MS = 3_000
const MEASURED_MS = 15_000
const REFERENCE_MS = 5_000

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
    const usedBefore = processorSeconds(installation.pids())
    const { accepted, ms } = await reportFor(agent, next, { inFlight: IN_FLIGHT, ms: MEASURED_MS })
    const used = processorSeconds(installation.pids()) - usedBefore
    const [stored] = await query<{ results: number; details: number; summed: number; fails: number }>(`
      select (select count(*) from result)::int as results, (select count(*) from result_detail)::int as details,
        (select count(*) from result r join rollup_stale s on s.kind = 1 and s.target_key = r.target_key and r.due >= s.hour and r.due < s.hour + 3600000)::int as summed,
        (select count(*) from result where category = 3)::int as fails`)
    const all = warm.accepted + accepted
    if (stored?.results !== all || stored.details !== all || stored.summed !== all)
      throw new Error(`Of ${all} accepted results there are ${JSON.stringify(stored)}.`)
    say(`  ${Math.round(DETAIL_BYTES)} bytes of evidence each, ${stored.fails} failures to tell`)
    const began = performance.now()
    await eventually(async () => receiver.messages.size >= stored.fails, { what: 'a message for every failure' })
    const toldAfterMs = performance.now() - began
    const plain = await plainInsertsPerSecond(installation.databaseUrl(), {
      bodyBytes: DETAIL_BYTES,
      inFlight: IN_FLIGHT,
      ms: REFERENCE_MS,
    })
    return [
      {
        figure: 'ingest: results stored with evidence, sums and alerts',
        value: (accepted * 1000) / ms,
        unit: 'results/s',
        target: '>= 2000',
        reference: { name: 'plain multi-row INSERT, no index', value: plain },
      },
      {
        figure: 'ingest: processor time of server and database for a result',
        value: (used * 1_000_000) / accepted,
        unit: 'µs',
      },
      { figure: 'ingest: time until the last failure was told', value: toldAfterMs / 1000, unit: 's' },
    ]
  })
