import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { LOOP_WATCH_WORKER } from './loop-watch-worker.ts'

export type LoopWatch = {
  /** Notes that a request for this endpoint begins. */
  begin(endpoint: string): void
  stop(): Promise<void>
}

const TURN_MS = 500
const HUNG_AFTER_MS = 10_000

/**
 * Watches the event loop from a worker thread, and logs when and where it has been blocked for 10 s. The main thread only increments a
 * counter twice a second, which the worker reads.
 */
export const watchLoop = (
  endpoints: readonly string[],
  log: (line: string) => void,
  hungAfterMs = HUNG_AFTER_MS,
): LoopWatch => {
  const turnMs = Math.min(TURN_MS, hungAfterMs / 4)
  const shared = new SharedArrayBuffer(8)
  const turns = new Int32Array(shared)
  const codes = new Map(endpoints.map((name, index) => [name, index + 1]))
  const timer = setInterval(() => Atomics.add(turns, 0, 1), turnMs)
  timer.unref()
  // A debugger pauses the main thread on purpose.
  const worker =
    inspectorUrl() === undefined
      ? new Worker(LOOP_WATCH_WORKER, {
          eval: true,
          // The worker gets none of the server's environment, which holds secrets.
          env: {},
          execArgv: [],
          workerData: { shared, turnMs, turnsUntilHung: Math.ceil(hungAfterMs / turnMs), names: endpoints },
        })
      : null
  // The server keeps running if the watch fails.
  worker?.on('error', ({ message }) => log(`The event loop watch stopped: ${message}`))
  worker?.unref()
  return {
    begin: (endpoint) => void Atomics.store(turns, 1, codes.get(endpoint) ?? 0),
    async stop() {
      clearInterval(timer)
      await worker?.terminate()
    },
  }
}
