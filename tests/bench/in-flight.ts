import { runCall } from '../../src/agent/runner/run-call.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { benchJob } from './bench-job.ts'

/** Keeps a number of calls to a port in flight. Prints the largest memory of this process in MB. */
const [port = '', inFlight = '', seconds = ''] = process.argv.slice(2)
const LOOK_EVERY_MS = 50

let peakBytes = 0
const look = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, LOOK_EVERY_MS)
const untilMs = performance.now() + Number(seconds) * 1000
const options = { allowed: parseAllowed('127.0.0.1'), userAgent: 'Sonde/bench' }
const worker = async () => {
  while (performance.now() < untilMs) {
    const { result } = await runCall(benchJob(`http://127.0.0.1:${port}/`), options)
    if (result !== 'COMPLETE') throw new Error(`a call of the benchmark came to ${result}`)
  }
}
await Promise.all(Array.from({ length: Number(inFlight) }, worker))
clearInterval(look)
console.log(peakBytes / 1_048_576)
process.exit(0)
