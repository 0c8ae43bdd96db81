import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { expressionEngines } from '../../domain/conditions/expressions.ts'
import { type Classification, classify } from '../../domain/results/classify.ts'
import type { Barred, JudgeTask } from './judge-task.ts'

/** Message to a worker. */
export type Asked = { readonly task: JudgeTask; readonly barred: Barred }
/** Message from a worker; `ready` once, when it can take work. */
export type Answered = 'ready' | { readonly classification: Classification }
/** Start values of a worker: where it notes its progress, and the time that all conditions of one run may take. */
export type WorkerStart = {
  readonly progress: SharedArrayBuffer
  readonly mostMs: number
}

/** Places of the shared array: a count that grows with every condition, and the position of the condition that is evaluated. */
export const STEPS = 0
export const POSITION = 1

const TOO_LONG_TOGETHER = 'The conditions of this run took too long together, so this one was not evaluated.'

const serve = (port: MessagePort, { progress, mostMs }: WorkerStart): void => {
  const shared = new Int32Array(progress)
  port.on('message', ({ task, barred }: Asked) => {
    const startedMs = performance.now()
    const admit = (position: number): string | null => {
      Atomics.store(shared, POSITION, position)
      Atomics.add(shared, STEPS, 1)
      return barred.get(position) ?? (performance.now() - startedMs > mostMs ? TOO_LONG_TOGETHER : null)
    }
    const { outcome, conditions, common, variables, page, refused } = task
    const classification = classify(outcome, conditions, {
      project: common,
      variables,
      page,
      refused,
      engines: expressionEngines,
      admit,
    })
    port.postMessage({ classification } satisfies Answered)
  })
  port.postMessage('ready' satisfies Answered)
}

/** Serves the pool that started this thread. */
export const serveJudgements = (): void => {
  // Only the pool starts threads of this program, with this data.
  if (parentPort) serve(parentPort, workerData as WorkerStart)
}
