import { createActor, fromPromise, waitFor } from 'xstate'
import type { RunRequest } from '../../../machines/app.ts'
import { categoryOf, type RunInput, type RunOutcome, type RunResult, runMachine } from '../../../machines/runs/run.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { World } from '../core/world.ts'
import type { StartedRun } from './outcome.ts'

/** Milliseconds between two looks at a queued result: nobody tells a terminal that it has come. */
const LOOK_MS = 1_000

/** Null: a run is started, and not followed. */
export type Waiting = { readonly timeoutMs: number } | null

type Pause = (ms: number) => Promise<void>
/** Starts a run once, however often it is sent with the same key. */
type Request = (input: Required<RunInput>) => Promise<{ result_id: string; location_id: string }>

/** Starts a run of a monitor by the chart of runs, and follows it to its result if somebody waits for it. */
export const startRun = async (
  { id, callId, locationId, delaySeconds, context, secretVariables, name }: RunRequest,
  { call, request, waiting }: { readonly call: World['call']; readonly request: Request; readonly waiting: Waiting },
): Promise<StartedRun> => {
  const chart = runMachine.provide({
    delays: { poll: LOOK_MS },
    actors: {
      request: fromPromise<{ result_id: string; location_id: string }, Required<RunInput>>(({ input }) =>
        request(input),
      ),
      look: fromPromise<RunResult, { resultId: string }>(({ input: { resultId } }) =>
        call('result.read', { params: { id: resultId }, query: { mode: 'full' } }),
      ),
    },
  })
  const input: RunInput = {
    callId,
    locationId: locationId ?? null,
    key: id,
    ...(delaySeconds !== undefined && { delaySeconds }),
    ...(context && { context }),
    ...(secretVariables && { secretVariables }),
  }
  const actor = createActor(chart, { id, input })
  actor.start()
  const isOver = (status: string) => status !== 'active'
  await waitFor(actor, ({ status, context: { resultId } }) => isOver(status) || resultId !== null)
  if (waiting)
    await waitFor(actor, ({ status }) => isOver(status), { timeout: waiting.timeoutMs }).catch(() =>
      actor.send({ type: 'CANCEL' }),
    )
  const { context: known, output, status } = actor.getSnapshot()
  actor.stop()
  // A chart that is stopped while it works has no output: nobody waited.
  const outcome: RunOutcome | null = isOver(status) ? (output ?? null) : null
  const isLate = waiting !== null && outcome?.ending === 'cancelled'
  const isLost = outcome?.ending === 'failed' && known.resultId !== null
  return {
    of: 'monitor',
    targetId: callId,
    name: name ?? callId,
    resultId: known.resultId,
    locationId: known.locationId,
    category: outcome && !isLost ? categoryOf(outcome) : null,
    responseTime: outcome?.result?.response_time ?? null,
    error: isLate ? lateSentence(waiting.timeoutMs) : outcome?.ending === 'failed' ? outcome.error : null,
    isLost,
    result: outcome?.result ?? null,
  }
}

const lateSentence = (ms: number): string => `The run was not over after ${Math.round(ms / 1000)} s. It continues.`

type WorkflowRun = AnswerOf<ProductContract['workflow.run']>

/** Follows a run of a workflow to its result. */
export const followWorkflow = async (
  targetId: string,
  name: string,
  { workflow_result_id: resultId, location_id: locationId }: WorkflowRun,
  { call, pause, waiting }: { readonly call: World['call']; readonly pause: Pause; readonly waiting: Waiting },
): Promise<StartedRun> => {
  const started = { of: 'workflow' as const, targetId, name, resultId, locationId }
  const none = { category: null, responseTime: null, error: null, isLost: false, result: null }
  if (!waiting) return { ...started, ...none }
  for (let waited = 0; ; waited += LOOK_MS) {
    const result = await call('workflow.result', { params: { id: resultId } })
    const { status, result_category: category } = result.meta
    if (status !== 'QUEUED' && status !== 'RUNNING')
      return { ...started, ...none, category, responseTime: result.timing.total, result }
    if (waited >= waiting.timeoutMs) return { ...started, ...none, error: lateSentence(waiting.timeoutMs) }
    await pause(LOOK_MS)
  }
}
