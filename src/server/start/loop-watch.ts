import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { LOOP_WATCH_WORKER } from './loop-watch-worker.ts'

export type LoopWatch = {
  /** A request for this endpoint begins. */
  begin(endpoint: string): void
  stop(): Promise<void>
}

const TURN_MS = 500
const HUNG_AFTER_MS = 10_000

/**
 * Watches this thread's event loop from another, and says on the terminal when it has not turned for 10 s, and where it hangs. The loop
 * only adds one to a number twice a second; the other thread looks at it.
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
  // Whoever debugs the server stops it on purpose.
  const worker =
    inspectorUrl() === undefined
      ? new Worker(LOOP_WATCH_WORKER, {
          eval: true,
          // Nothing of what the server was started with, and none of its secrets.
          env: {},
          execArgv: [],
          workerData: { shared, turnMs, turnsUntilHung: Math.ceil(hungAfterMs / turnMs), names: endpoints },
        })
      : null
  // A watch that ends takes nothing along.
  worker?.on('error', ({ message }) => log(`The event loop is not watched any more: ${message}`))
  worker?.unref()
  return {
    begin: (endpoint) => void Atomics.store(turns, 1, codes.get(endpoint) ?? 0),
    async stop() {
      clearInterval(timer)
      await worker?.terminate()
    },
  }
}
