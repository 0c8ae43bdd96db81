import { createActor, fromPromise, waitFor } from 'xstate'
import type { RunRequest } from '../../../machines/app.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { categoryOf, type RunInput, type RunOutcome, type RunResult, runMachine } from '../../../machines/runs/run.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { World } from '../core/world.ts'
import type { StartedRun } from './outcome.ts'

/** Milliseconds between two looks at a queued result in the end: nobody tells a terminal that it has come. */
const LOOK_MS = 1_000
/** The same for each of many runs: a server takes 3,000 requests a minute of one caller, usually. */
const LOOK_OF_MANY_MS = 25
/** The first look comes this much sooner, because most runs are short; each further one takes twice as long to come. */
const SOONER = 8

/** Milliseconds that the last look at a run, after its deadline, may take. */
const LAST_LOOK_MS = 5_000

/** Milliseconds before the next look at a run, after a number of looks, while so many runs are followed. */
export const lookAfterMs = (looks: number, runs: number): number => {
  const most = Math.max(LOOK_MS, runs * LOOK_OF_MANY_MS)
  return Math.min(most, (most / SOONER) * 2 ** looks)
}

/** Null: a run is started, and not followed. Once `interrupted` resolves, nobody waits any longer. */
export type Waiting = { readonly timeoutMs: number; readonly interrupted?: Promise<void> } | null

/** The waiting for a run, which is one of `runs` that are followed at once. */
type Following = {
  readonly waiting: Waiting
  readonly runs: number
  /** Ends after so many milliseconds; a server that hangs must not hold up whoever set a deadline. Absent: it is waited for. */
  readonly patience?: Pause
}

type Pause = (ms: number) => Promise<void>

/** The answer of a call, or `silent` where patience ends before it. */
const heard = <Value>(work: Promise<Value>, patience: Promise<void> | undefined): Promise<Value | 'silent'> =>
  patience ? Promise.race([work, patience.then(() => 'silent' as const)]) : work

/** Starts a run once, however often it is sent with the same key. */
type Request = (input: Required<RunInput>) => Promise<{ result_id: string; location_id: string }>

/** A run to be followed: what starts it, and what is asked for its result. */
type Followed = Following & {
  readonly input: RunInput & { readonly key: string }
  readonly request: Request
  readonly look: (resultId: string) => Promise<RunResult>
}

/** A run as the following leaves it. */
type Left = Pick<StartedRun, 'resultId' | 'locationId' | 'category' | 'error' | 'isLost' | 'start'> & {
  readonly result: RunResult | null
}

/** Follows a run by the chart of runs, to its result if somebody waits for it. */
const follow = async ({ input, request, look, waiting, runs, patience }: Followed): Promise<Left> => {
  let looks = 0
  let start: StartedRun['start']
  // An earlier attempt may have arrived, whatever the last one came to.
  const noteStart = (error: unknown) => {
    if (!(error instanceof CallError) || start === 'unknown') return
    const { mayBeDone, status } = error.failure
    if (mayBeDone) start = 'unknown'
    else if (status === null) start = 'unreachable'
  }
  const chart = runMachine.provide({
    delays: { poll: () => lookAfterMs(looks, runs) },
    actors: {
      request: fromPromise<{ result_id: string; location_id: string }, Required<RunInput>>(({ input }) =>
        request(input).catch((error: unknown) => {
          noteStart(error)
          throw error
        }),
      ),
      look: fromPromise<RunResult, { resultId: string }>(({ input: { resultId } }) => {
        looks += 1
        return look(resultId)
      }),
    },
  })
  const actor = createActor(chart, { id: input.key, input })
  actor.start()
  const isOver = (status: string) => status !== 'active'
  const cancel = () => actor.send({ type: 'CANCEL' })
  let isInterrupted = false
  void waiting?.interrupted?.then(() => {
    isInterrupted = !isOver(actor.getSnapshot().status)
    if (isInterrupted) cancel()
  })
  await waitFor(actor, ({ status, context: { resultId } }) => isOver(status) || resultId !== null)
  if (waiting) await waitFor(actor, ({ status }) => isOver(status), { timeout: waiting.timeoutMs }).catch(cancel)
  const { context: known, output, status } = actor.getSnapshot()
  actor.stop()
  // A chart that is stopped while it works has no output: nobody waited.
  const followed: RunOutcome | null = isOver(status) ? (output ?? null) : null
  const isLeft = isInterrupted && followed?.ending === 'cancelled'
  const isAtEnd = waiting !== null && followed?.ending === 'cancelled' && known.resultId !== null && !isLeft
  // It may have ended since the last look.
  const lastLook = () => look(known.resultId ?? '').catch(() => 'silent' as const)
  const seen = isAtEnd ? await heard(lastLook(), patience?.(LAST_LOOK_MS)) : null
  const isSilent = seen === 'silent'
  const last = isSilent ? null : seen
  const isLate = last?.result_category === 'QUEUED'
  const outcome: RunOutcome | null = last && !isLate ? { ending: 'done', result: last, error: null } : followed
  const isLost = isSilent || outcome?.ending === 'failed'
  return {
    resultId: known.resultId,
    locationId: known.locationId,
    category: outcome && !isLost && !isLeft ? categoryOf(outcome) : null,
    error: isLeft
      ? leftSentence(known.resultId)
      : isLate
        ? lateSentence(waiting?.timeoutMs ?? 0)
        : isSilent
          ? SILENT
          : outcome?.ending === 'failed'
            ? outcome.error
            : null,
    isLost,
    ...(known.resultId === null && start && { start }),
    result: outcome?.result ?? null,
  }
}

/** Starts a run of a monitor, and follows it to its result if somebody waits for it. */
export const startRun = async (
  { id, callId, locationId, delaySeconds, context, secretVariables, name }: RunRequest,
  { call, ...following }: Following & { readonly call: World['call']; readonly request: Request },
): Promise<StartedRun> => {
  const input = {
    callId,
    locationId: locationId ?? null,
    key: id,
    ...(delaySeconds !== undefined && { delaySeconds }),
    ...(context && { context }),
    ...(secretVariables && { secretVariables }),
  }
  const look = (resultId: string) => call('result.read', { params: { id: resultId }, query: { mode: 'full' } })
  const left = await follow({ ...following, input, look })
  const responseTime = left.result?.response_time ?? null
  return { of: 'monitor', targetId: callId, name: name ?? callId, responseTime, ...left }
}

const SILENT = 'The server does not answer: nothing is known of the result.'

const lateSentence = (ms: number): string => `The run was not over after ${Math.round(ms / 1000)} s. It continues.`

const leftSentence = (resultId: string | null): string =>
  resultId === null
    ? 'The server had not answered yet: the run may have been started.'
    : 'Nobody waits for the run any longer. It continues.'

type WorkflowRun = AnswerOf<ProductContract['workflow.run']>
type WorkflowResult = AnswerOf<ProductContract['workflow.result']>

/**
 * The result of a workflow as the chart of runs reads one.
 * The chart reads the category of a result and nothing else, and hands back the same object.
 */
const asRunResult = ({ meta: { status, result_category: category } }: WorkflowResult): RunResult =>
  ({ result_category: status === 'QUEUED' || status === 'RUNNING' ? 'QUEUED' : category }) as RunResult

/** Follows a run of a workflow that was started to its result, by the rules of a run of a monitor. */
export const followWorkflow = async (
  targetId: string,
  name: string,
  { workflow_result_id: resultId, location_id: locationId }: WorkflowRun,
  { call, ...following }: Following & { readonly call: World['call'] },
): Promise<StartedRun> => {
  const started = { of: 'workflow' as const, targetId, name, responseTime: null }
  let latest: WorkflowResult | null = null
  const look = async () => {
    latest = await call('workflow.result', { params: { id: resultId } })
    return asRunResult(latest)
  }
  const request = async () => ({ result_id: resultId, location_id: locationId })
  const left = await follow({ ...following, input: { callId: targetId, key: resultId }, request, look })
  const result = left.result && (latest as WorkflowResult | null)
  return { ...started, ...left, responseTime: result?.timing.total ?? null, result }
}
