import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { Agent, get as secureGet } from 'node:https'
import { connect as connectTls } from 'node:tls'
import { isMainThread } from 'node:worker_threads'
import { serveJudgements } from '../../src/agent/judge/judge-worker.ts'
import { runCall } from '../../src/agent/runner/run-call.ts'
import { trusting } from '../../src/agent/runner/trust.ts'
import type { Condition } from '../../src/domain/conditions/operators.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { benchJob } from './bench-job.ts'

/**
 * Makes 32 concurrent calls to a URL, with our runner (one condition, ten comparisons or ten paths) or a bare loop of Node's client
 * (`node:http`, `node:https` or `node:http2`), or TLS handshakes alone, which no client can beat. Once warm, prints calls per second, and calls per second of this process's processor time,
 * which others on the core do not take from. `authority` is the file of the certificate to trust.
 */
const [kind = '', url = '', warmSeconds = '', seconds = '', authority] = process.argv.slice(2)
const IN_FLIGHT = 32
const WARM_CALLS = 3_000

const trust = authority ? trusting(readFileSync(authority, 'utf8')) : null
const options = { allowed: parseAllowed('127.0.0.1, ::1'), userAgent: 'Sonde/bench', ...(trust && { trust }) }
const plain: Condition = { source: 'text', condition: 'contains', val: 'ok' }
/** Comparisons of values, which are judged where the call is made. */
const comparisons: Condition[] = [
  plain,
  { source: 'http_code', condition: 'eq', val: '200' },
  { source: 'http_code', condition: 'lt', val: '400' },
  { source: 'size', condition: 'lt', val: '1000' },
  { source: 'size', condition: 'gt', val: '10' },
  { source: 'header', property: 'content-type', condition: 'contains', val: 'json' },
  { source: 'header', property: 'x-powered-by', condition: 'not_exists' },
  { source: 'text', condition: 'not_contains', val: 'error' },
  { source: 'latency', property: 'total', condition: 'lt', val: '20000' },
  { source: 'redirects', property: 'count', condition: 'eq', val: '0' },
]
/** Paths into the body, which the pool of threads judges. */
const paths: Condition[] = Array.from({ length: 10 }, (_, n) => ({
  source: 'json',
  property: `$.items[${n % 3}]`,
  condition: 'eq',
  val: String((n % 3) + 1),
}))
const conditionsOf: Readonly<Record<string, Condition[]>> = { runner: [plain], comparisons, paths }
const conditions = (conditionsOf[kind] ?? []).map((one) => ({ ...one, on_false: { outcome: 'fail' as const } }))

let made = 0
const runnerCall = async (): Promise<void> => {
  const job = { ...benchJob(url), id: `job-${made}`, conditions: { meta: {}, conditions } }
  const { result } = await runCall(job, options)
  if (result !== 'COMPLETE') throw new Error(`a call of the benchmark came to ${result}`)
}
/** Without kept connections or sessions: each call has a full handshake. */
const agent = trust && new Agent({ secureContext: trust.context(), maxCachedSessions: 0 })
const bareCall = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const read = (response: IncomingMessage): void => {
      response.on('data', () => {})
      response.on('end', resolve)
    }
    const request = agent ? secureGet(url, { agent }, read) : get(url, { agent: false }, read)
    request.on('error', reject)
  })
const bareHttp2Call = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const session = connect(url, { ...(trust && { secureContext: trust.context() }) })
    const stream = session.request({ ':path': '/' })
    stream.on('data', () => {})
    stream.on('end', () => {
      session.destroy()
      resolve()
    })
    session.on('error', reject)
    stream.on('error', reject)
  })

const handshake = (protocol: string) => (): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connectTls({
      host: hostname,
      port: Number(port),
      servername: hostname,
      ALPNProtocols: [protocol],
      ...(trust && { secureContext: trust.context() }),
    })
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      socket.destroy()
      resolve()
    })
  })

const barely: Readonly<Record<string, () => Promise<void>>> = {
  bare: bareCall,
  'bare-http2': bareHttp2Call,
  handshake: handshake('http/1.1'),
  'handshake-http2': handshake('h2'),
}
const call = barely[kind] ?? runnerCall
/** Processor time of this process, with all its threads, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
/** Makes calls for some time, and at least so many: on a busy machine the compiler has seen too few of them after seconds. */
const during = async (ms: number, atLeast = 0): Promise<string> => {
  const before = made
  const cpuBeforeMs = cpuMs()
  const startMs = performance.now()
  const worker = async () => {
    while (performance.now() - startMs < ms || made - before < atLeast) {
      await call()
      made++
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  const calls = (made - before) * 1_000
  return `${calls / (performance.now() - startMs)} ${calls / (cpuMs() - cpuBeforeMs)}`
}
if (isMainThread) {
  await during(Number(warmSeconds) * 1000, WARM_CALLS)
  console.log(await during(Number(seconds) * 1000))
  process.exit(0)
} else serveJudgements()
