import { get } from 'node:http'
import { runCall } from '../../src/agent/runner/run-call.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'

/** Makes 32 concurrent calls to a port, with our runner or a bare `node:http` loop. Prints calls per second once warm. */
const [kind = '', port = '', warmSeconds = '', seconds = ''] = process.argv.slice(2)
const IN_FLIGHT = 32

const options = { allowed: parseAllowed('127.0.0.1'), userAgent: 'Sonde/bench' }
let made = 0
const runnerCall = async (): Promise<void> => {
  const report = await runCall(
    {
      id: `job-${made}`,
      due: '2026-01-05T10:00:00.000Z',
      call: {
        method: 'GET',
        url: `http://127.0.0.1:${port}/`,
        parameters: [],
        headers: [],
        body: null,
        follow_redirects: true,
        verify_tls: true,
        timeout_ms: 10_000,
      },
      variables: {},
      secrets: [],
      conditions: {
        meta: {},
        conditions: [{ source: 'text', condition: 'contains', val: 'ok', on_false: { outcome: 'fail' } }],
      },
    },
    options,
  )
  if (report.result !== 'COMPLETE') throw new Error(`a call of the benchmark came to ${report.result}`)
}
const bareCall = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
      response.on('data', () => {})
      response.on('end', resolve)
    }).on('error', reject)
  })

const call = kind === 'runner' ? runnerCall : bareCall
const during = async (ms: number): Promise<number> => {
  const before = made
  const startMs = performance.now()
  const worker = async () => {
    while (performance.now() - startMs < ms) {
      await call()
      made++
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return ((made - before) * 1000) / (performance.now() - startMs)
}
await during(Number(warmSeconds) * 1000)
console.log(await during(Number(seconds) * 1000))
