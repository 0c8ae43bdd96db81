import { execFile } from 'node:child_process'
import { createServer } from 'node:https'
import { type AddressInfo, connect, createServer as createProxy } from 'node:net'
import { promisify } from 'node:util'
import { runCall } from '../../src/agent/runner/run-call.ts'
import type { Timing } from '../../src/agent/runner/stopwatch.ts'
import { parseAllowed } from '../../src/domain/addresses.ts'
import { certificate } from '../agent/certificate.ts'

/** Milliseconds by which the server is late, phase by phase. */
const DELAY = { handshake: 40, processing: 80, download: 60 }
const RUNS = 15
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

/** Runs once the time has come, to some microseconds: a timer alone is up to a millisecond late, which is what we measure. */
const after = (ms: number, then: () => void): void => {
  const untilMs = performance.now() + ms
  const spin = () => {
    if (performance.now() >= untilMs) then()
    else setImmediate(spin)
  }
  setTimeout(spin, Math.max(0, ms - 3))
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** A TLS server that is late by known times, behind a forwarder that is late in passing on the first bytes of TLS. */
const slowServer = async (): Promise<{ port: number; close: () => void }> => {
  const server = createServer(
    { ...certificate({ subject: 'slow.example', names: ['slow.example'] }) },
    (_, response) => {
      after(DELAY.processing, () => {
        response.writeHead(200, { 'content-length': 4 })
        response.write('ab')
        after(DELAY.download, () => response.end('cd'))
      })
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const forwarder = createProxy((near) => {
    near.once('data', (hello) => {
      near.pause()
      after(DELAY.handshake, () => {
        const far = connect({ port: portOf(server), host: '127.0.0.1', noDelay: true })
        far.write(hello)
        near.pipe(far).pipe(near)
        far.on('error', () => near.destroy())
      })
    })
    near.setNoDelay(true)
    near.on('error', () => {})
  })
  await new Promise<void>((resolve) => forwarder.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(forwarder),
    close: () => {
      forwarder.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

const ours = async (port: number): Promise<Timing> => {
  const call = {
    method: 'GET',
    url: `https://127.0.0.1:${port}/`,
    parameters: [],
    headers: [],
    body: null,
    follow_redirects: true,
    verify_tls: false,
    timeout_ms: 10_000,
  }
  const job = { id: 'j', due: '', call, variables: {}, secrets: [], conditions: { meta: {}, conditions: [] } }
  return (await runCall(job, { allowed: parseAllowed('127.0.0.1'), userAgent: 'Sonde/bench' })).timing
}

type Phases = Pick<Timing, 'handshake' | 'processing' | 'download'>
const curl = promisify(execFile)
const curls = async (port: number): Promise<Phases> => {
  const format = '%{time_connect} %{time_appconnect} %{time_pretransfer} %{time_starttransfer} %{time_total}'
  const { stdout } = await curl('curl', ['-sk', '-o', '/dev/null', '-w', format, `https://127.0.0.1:${port}/`])
  const [connected = 0, secured = 0, ready = 0, first = 0, total = 0] = stdout.split(' ').map((s) => Number(s) * 1000)
  return { handshake: secured - connected, processing: first - ready, download: total - first }
}

export type PhaseAccuracy = { phase: keyof Phases; errorMs: number; curlErrorMs: number | null }

/** Median error of each delayed phase in milliseconds, ours and curl's, against the same server one call at a time. */
export const phaseAccuracy = async (withCurl: boolean): Promise<PhaseAccuracy[]> => {
  const server = await slowServer()
  const own: Phases[] = []
  const others: Phases[] = []
  await ours(server.port)
  for (let run = 0; run < RUNS; run++) {
    own.push(await ours(server.port))
    if (withCurl) others.push(await curls(server.port))
  }
  server.close()
  const errorOf = (all: Phases[], phase: keyof Phases) => median(all.map((timing) => timing[phase] - DELAY[phase]))
  const phases: (keyof Phases)[] = ['handshake', 'processing', 'download']
  return phases.map((phase) => ({
    phase,
    errorMs: errorOf(own, phase),
    curlErrorMs: withCurl ? errorOf(others, phase) : null,
  }))
}
