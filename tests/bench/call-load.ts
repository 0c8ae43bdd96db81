import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createSecureContext } from 'node:tls'
import { runCall } from '../../src/agent/runner/run-call.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { benchJob } from './bench-job.ts'

/**
 * Makes 32 concurrent calls to a URL, with our runner or a bare `node:http` loop. Once warm, prints calls per second, and calls per second
 * of this process's processor time, which others on the core do not take from. `authority` is the file of the certificate to trust.
 */
const [kind = '', url = '', warmSeconds = '', seconds = '', authority] = process.argv.slice(2)
const IN_FLIGHT = 32

const options = {
  allowed: parseAllowed('127.0.0.1, ::1'),
  userAgent: 'Sonde/bench',
  ...(authority && { trust: createSecureContext({ ca: readFileSync(authority) }) }),
}
let made = 0
const runnerCall = async (): Promise<void> => {
  const job = benchJob(url)
  const conditions = {
    meta: {},
    conditions: [{ source: 'text', condition: 'contains', val: 'ok', on_false: { outcome: 'fail' } } as const],
  }
  const report = await runCall({ ...job, id: `job-${made}`, conditions }, options)
  if (report.result !== 'COMPLETE') throw new Error(`a call of the benchmark came to ${report.result}`)
}
const bareCall = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.on('data', () => {})
      response.on('end', resolve)
    }).on('error', reject)
  })

const call = kind === 'runner' ? runnerCall : bareCall
/** Processor time of this process, with all its threads, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const during = async (ms: number): Promise<string> => {
  const before = made
  const cpuBeforeMs = cpuMs()
  const startMs = performance.now()
  const worker = async () => {
    while (performance.now() - startMs < ms) {
      await call()
      made++
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  const calls = (made - before) * 1_000
  return `${calls / (performance.now() - startMs)} ${calls / (cpuMs() - cpuBeforeMs)}`
}
await during(Number(warmSeconds) * 1000)
console.log(await during(Number(seconds) * 1000))
process.exit(0)
