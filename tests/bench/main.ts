import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Row } from './row.ts'
import { table } from './table.ts'
import { isMet } from './verdict.ts'

/** Measures the product's targets on this machine: `npm run bench -- [name…] [--json] [--minutes N] [--runs N] [--agents N --places N]
 * [--results N,N] [--monitors N --rules N --seconds N]`. */

export type BenchOptions = {
  /** Duration of the longer benches. */
  minutes: number
  /** Repetitions of benches that look for growth, however long they take; null: as many as the minutes allow. */
  runs: number | null
  /** Agents of the bench `agents`, two at each location, and the targets at all locations together, each of which runs once a minute. */
  agents: number
  places: number
  /** Sizes of the stores of the bench `statistics`, in results. */
  results: readonly number[]
  /** Size of the bench `storm`: monitors that fail within so many seconds, with so many alerts each. */
  storm: { readonly monitors: number; readonly rules: number; readonly seconds: number }
  /** Reports progress. */
  say: (line: string) => void
}

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<Row[]>>> = {
  browser: async (options) => (await import('./browser.ts')).browserBench(options),
  runner: async () => (await import('./runner.ts')).runnerBench(),
  ingest: async (options) => (await import('./ingest.ts')).ingestBench(options),
  'whole-way': async (options) => (await import('./whole-way.ts')).wholeWayBench(options),
  lists: async () => (await import('./lists.ts')).listsBench(),
  accounts: async () => (await import('./accounts.ts')).accountsBench(),
  web: async (options) => (await import('./web.ts')).webBench(options),
  console: async (options) => (await import('./console.ts')).consoleBench(options),
  demo: async () => (await import('./demo.ts')).demoBench(),
  statistics: async (options) => (await import('./statistics/statistics.ts')).statisticsBench(options),
  status: async (options) => (await import('./status.ts')).statusBench(options),
  start: async () => (await import('./start.ts')).startBench(),
  schedule: async (options) => (await import('./schedule.ts')).scheduleBench(options),
  agents: async (options) => (await import('./agents.ts')).agentsBench(options),
  conditions: async () => (await import('./conditions.ts')).conditionsBench(),
  masking: async () => (await import('./masking.ts')).maskingBench(),
  neighbour: async () => (await import('./neighbour.ts')).neighbourBench(),
  memory: async (options) => (await import('./memory.ts')).memoryBench(options),
  storm: async (options) => (await import('./storm/storm.ts')).stormBench(options),
  delivery: async (options) => (await import('./storm/delivery.ts')).deliveryBench(options),
  replay: async () => (await import('./replay.ts')).replayBench(),
  readers: async (options) => (await import('./readers.ts')).readersBench(options),
  windows: async (options) => (await import('./windows.ts')).windowsBench(options),
  workflows: async () => (await import('./workflows.ts')).workflowsBench(),
  paths: async () => (await import('./paths.ts')).pathsBench(),
  servers: async (options) => (await import('./servers/servers.ts')).serversBench(options),
  faults: async (options) => (await import('./faults.ts')).faultsBench(options),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '3' },
    runs: { type: 'string' },
    agents: { type: 'string', default: '20' },
    places: { type: 'string', default: '20000' },
    results: { type: 'string', default: '1000000,10000000' },
    monitors: { type: 'string', default: '5000' },
    rules: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
  },
})
const minutes = Number(values.minutes)
const runs = values.runs === undefined ? null : Number(values.runs)
const [agents, places] = [Number(values.agents), Number(values.places)]
const results = values.results.split(',').map(Number)
const storm = { monitors: Number(values.monitors), rules: Number(values.rules), seconds: Number(values.seconds) }
const areNumbers =
  results.every((size) => size >= 1_000) &&
  minutes > 0 &&
  (runs === null || (Number.isInteger(runs) && runs > 0)) &&
  agents >= 2 &&
  places >= agents &&
  storm.monitors >= 1 &&
  storm.rules >= 1 &&
  storm.seconds > 0
const names = positionals.length > 0 ? positionals : Object.keys(benches)
const unknown = names.find((name) => !Object.hasOwn(benches, name))
if (unknown !== undefined || !areNumbers) {
  console.error(
    unknown === undefined
      ? '--minutes must be a number above 0, --runs a whole one, --agents at least 2, --places at least as many, --results numbers from 1000, and --monitors, --rules and --seconds above 0.'
      : `There is no bench "${unknown}"; there are ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(1)
}

const machine = { cores: cpus().length, memoryGb: Math.round(totalmem() / 1e9), node: process.versions.node }
const date = new Date().toISOString().slice(0, 10)
const say = (line: string) => void process.stderr.write(`${line}\n`)
say(`${date}  ${machine.cores} cores (${cpus()[0]?.model}), ${machine.memoryGb} GB, Node ${machine.node}`)

const rows: Row[] = []
for (const name of names) {
  say(`${name} …`)
  const found = (await benches[name]?.({ minutes, runs, agents, places, results, storm, say })) ?? []
  rows.push(...found)
  if (!values.json) console.log(`\n${table(found)}\n`)
}
if (values.json) console.log(JSON.stringify({ date, ...machine, rows }, null, 2))
process.exit(rows.some((row) => isMet(row) === false) ? 1 : 0)
