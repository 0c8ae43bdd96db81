import { Worker } from 'node:worker_threads'
import type { ReplayRule } from './replay.ts'
import type { FromReplay, ToReplay } from './replay-worker.ts'

/** Memory of a thread: the states of all monitors, and a page of results. */
const MEMORY_MB = 256

const isBuilt = !import.meta.url.endsWith('.ts')

/** The program of the thread: a file beside the built server, or the module from its sources, as in tests. */
const program = isBuilt
  ? new URL('../replay/main.js', import.meta.url)
  : `import('tsx/esm/api').then(async ({ register }) => {
  register()
  const module = await import(${JSON.stringify(new URL('./replay-worker.ts', import.meta.url).href)})
  module.serveReplay()
})`

/** A worker thread that replays one alert, and can be ended at any moment. */
export type ReplayThread = {
  /** Rejects where the thread has ended before it answered. */
  ask(message: ToReplay): Promise<FromReplay>
  end(): void
}

export type OpenReplayThread = (rule: ReplayRule) => ReplayThread

/** Starts a thread that replays a rule. */
export const openReplayThread: OpenReplayThread = (rule) => {
  const worker = new Worker(program, {
    eval: !isBuilt,
    workerData: rule,
    // The worker gets none of the server's environment, which holds secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let settle: { resolve: (answer: FromReplay) => void; reject: (cause: unknown) => void } | null = null
  let ended: Error | null = null
  const fail = (cause: Error) => {
    ended ??= cause
    settle?.reject(ended)
    settle = null
  }
  worker.on('message', (answer: FromReplay) => {
    settle?.resolve(answer)
    settle = null
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread of a replay has ended.')))
  worker.unref()
  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        settle = { resolve, reject }
        worker.postMessage(message)
      }),
    end: () => void worker.terminate(),
  }
}
