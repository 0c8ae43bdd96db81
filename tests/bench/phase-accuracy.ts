import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runCall } from '../../src/agent/runner/run-call.ts'
import type { Timing } from '../../src/agent/runner/stopwatch.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { benchJob } from './bench-job.ts'
import { DELAY } from './delays.ts'
import { firstLineOf, startScript } from './programs.ts'

const RUNS = 15

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const ours = async (port: string): Promise<Timing> => {
  const job = benchJob(`https://127.0.0.1:${port}/`)
  const lax = { ...job, call: { ...job.call, verify_tls: false } }
  return (await runCall(lax, { allowed: parseAllowed('127.0.0.1'), userAgent: 'Sonde/bench' })).timing
}

type Phases = Pick<Timing, 'handshake' | 'processing' | 'download'>
const curl = promisify(execFile)
const curls = async (port: string): Promise<Phases> => {
  const format = '%{time_connect} %{time_appconnect} %{time_pretransfer} %{time_starttransfer} %{time_total}'
  const { stdout } = await curl('curl', ['-sk', '-o', '/dev/null', '-w', format, `https://127.0.0.1:${port}/`])
  const [connected = 0, secured = 0, ready = 0, first = 0, total = 0] = stdout.split(' ').map((s) => Number(s) * 1000)
  return { handshake: secured - connected, processing: first - ready, download: total - first }
}

export type PhaseAccuracy = { phase: keyof Phases; errorMs: number; curlErrorMs: number | null }

/** Measures the median error of each delayed phase in milliseconds, ours and curl's, against the same server, one call at a time. */
export const phaseAccuracy = async (withCurl: boolean): Promise<PhaseAccuracy[]> => {
  const server = startScript(1, 'slow-server.ts')
  const port = await firstLineOf(server)
  const own: Phases[] = []
  const others: Phases[] = []
  await ours(port)
  for (let run = 0; run < RUNS; run++) {
    own.push(await ours(port))
    if (withCurl) others.push(await curls(port))
  }
  server.kill()
  const errorOf = (all: Phases[], phase: keyof Phases) => median(all.map((timing) => timing[phase] - DELAY[phase]))
  const phases: (keyof Phases)[] = ['handshake', 'processing', 'download']
  return phases.map((phase) => ({
    phase,
    errorMs: errorOf(own, phase),
    curlErrorMs: withCurl ? errorOf(others, phase) : null,
  }))
}
