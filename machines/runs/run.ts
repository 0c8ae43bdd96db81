import { assign, setup } from 'xstate'
import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf, BodyOf } from '../../src/contract/core/endpoint.ts'
import { CallError, isUnreachable, messageOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

export type RunResult = AnswerOf<ProductContract['result.read']>
/** Variables for one run. */
export type RunVariables = NonNullable<BodyOf<ProductContract['monitor.run']>['context']>

/** `locationId` null means the default location. A repeated request with the same `key` is the same run. */
export type RunInput = {
  readonly callId: string
  readonly locationId?: string | null
  readonly delaySeconds?: number
  readonly context?: RunVariables
  /** Names of the variables whose values are secret. */
  readonly secretVariables?: readonly string[]
  readonly key?: string
}

/** The response to a run request: the run is queued, and its result has an id. */
export type Accepted = { readonly result_id: string; readonly location_id: string }

/** `heard` are result ids from the live stream that arrived before the response with the run's own result id. */
export type RunContext = Required<RunInput> & {
  readonly resultId: string | null
  readonly result: RunResult | null
  readonly heard: readonly string[]
  readonly tries: number
  readonly error: string | null
  readonly ending: RunOutcome['ending']
}

export type RunEvent = { readonly type: 'SETTLED'; readonly resultId: string } | { readonly type: 'CANCEL' }

export type RunOutcome = {
  readonly ending: 'done' | 'failed' | 'cancelled'
  readonly result: RunResult | null
  readonly error: string | null
}

/** News of a run, sent to the parent: the server has queued it, or it ended. */
export type RunNews =
  | { readonly type: 'RUN_ACCEPTED'; readonly id: string }
  | ({ readonly type: 'RUN_ENDED'; readonly id: string } & RunOutcome)

/** Milliseconds between two polls of a queued result. */
export const POLL_MS = 5_000
/** Milliseconds before a retry after a network failure, and the number of retries. */
export const RETRY_DELAYS_MS = 1_000
export const MAX_TRIES = 3

/** Describes the outcome of a run. */
export const sentenceOf = ({ ending, result, error }: RunOutcome): string => {
  if (ending === 'cancelled')
    return 'This run is no longer followed. It continues, and its result will be in the list of results.'
  if (ending === 'failed' || !result) return error ?? 'The run could not be followed.'
  const { test, result_category, response_time, location_id } = result
  return `${test}: ${result_category} in ${Math.round(response_time)} ms from ${location_id}.`
}

/** The result category of a finished run: FAIL if there is no result, null if the run is no longer followed. */
export const categoryOf = ({ ending, result }: RunOutcome): RunResult['result_category'] | null =>
  ending === 'cancelled' ? null : ending === 'failed' || !result ? 'FAIL' : result.result_category

/** Whether a failure passes by itself: no answer, or that of a server that is starting. */
const isPassing = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof CallError && error.failure.status === 503)

/** The message of a refusal; for a refused field, the field's message. */
const refusalOf = (error: unknown): string => {
  const [problem] = error instanceof CallError ? error.failure.problems : []
  return problem ? problem.message.replace(`${problem.field}: `, '') : messageOf(error)
}

const toolkit = setup({
  types: typed<{ context: RunContext; events: RunEvent; input: RunInput; output: RunOutcome }>(),
  actors: {
    /** Starts the run. The same `key` starts it only once. */
    request: notProvided<Accepted, Required<RunInput>>('request'),
    look: notProvided<RunResult, { resultId: string }>('look'),
  },
  guards: {
    isOurs: ({ context, event }) => event.type === 'SETTLED' && event.resultId === context.resultId,
    isAccepted: ({ context }) => context.resultId !== null,
    wasHeard: ({ context }, { resultId }: { resultId: string }) => context.heard.includes(resultId),
    isStillQueued: (_, { result }: { result: RunResult }) => result.result_category === 'QUEUED',
    mayTryAgain: ({ context }, { error }: { error: unknown }) => isPassing(error) && context.tries < MAX_TRIES,
  },
  actions: {
    hear: assign(({ context, event }) =>
      event.type === 'SETTLED' ? { heard: [...context.heard, event.resultId] } : {},
    ),
    keepAccepted: assign((_, accepted: Accepted) => ({
      resultId: accepted.result_id,
      locationId: accepted.location_id,
      heard: [],
      tries: 0,
    })),
    keepResult: assign((_, { result }: { result: RunResult }) => ({ result, tries: 0 })),
    countAttempt: assign({ tries: ({ context }) => context.tries + 1 }),
    end: assign((_, { ending }: { ending: RunOutcome['ending'] }) => ({ ending })),
    keepError: assign({ error: (_, { error }: { error: unknown }) => refusalOf(error) }),
  },
  delays: { poll: POLL_MS, again: RETRY_DELAYS_MS },
})

const outcomeOf = ({ ending, result, error }: RunContext): RunOutcome => ({ ending, result, error })

/** Notifies the parent that the run is queued. */
const tellAccepted = toolkit.enqueueActions(({ self, enqueue }) => {
  const news: RunNews = { type: 'RUN_ACCEPTED', id: self.id }
  if (self._parent) enqueue.sendTo(self._parent, news)
})

/** Notifies the parent of the run's end. */
const tellEnd = toolkit.enqueueActions(({ context, self, enqueue }) => {
  const news: RunNews = { type: 'RUN_ENDED', id: self.id, ...outcomeOf(context) }
  if (self._parent) enqueue.sendTo(self._parent, news)
})

const endAs = (ending: RunOutcome['ending']) => [{ type: 'end', params: { ending } }, 'tellEnd'] as const

const thrown = ({ event }: { event: { error: unknown } }) => ({ error: event.error })

/** A run on demand, followed to its result. */
export const runMachine = toolkit.extend({ actions: { tellAccepted, tellEnd } }).createMachine({
  id: 'run',
  context: ({ input, self }) => ({
    callId: input.callId,
    locationId: input.locationId ?? null,
    delaySeconds: input.delaySeconds ?? 0,
    context: input.context ?? {},
    secretVariables: input.secretVariables ?? [],
    key: input.key ?? self.id,
    resultId: null,
    result: null,
    heard: [],
    tries: 0,
    error: null,
    ending: 'done',
  }),
  output: ({ context }) => outcomeOf(context),
  initial: 'requesting',
  on: { CANCEL: '.cancelled' },
  states: {
    requesting: {
      tags: 'busy',
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { callId, locationId, delaySeconds, context, secretVariables, key } }) => ({
          callId,
          locationId,
          delaySeconds,
          context,
          secretVariables,
          key,
        }),
        onDone: [
          {
            guard: { type: 'wasHeard', params: ({ event }) => ({ resultId: event.output.result_id }) },
            target: 'looking',
            actions: [{ type: 'keepAccepted', params: ({ event }) => event.output }, 'tellAccepted'],
          },
          {
            target: 'waiting',
            actions: [{ type: 'keepAccepted', params: ({ event }) => event.output }, 'tellAccepted'],
          },
        ],
        onError: [
          { guard: { type: 'mayTryAgain', params: thrown }, target: 'retrying', actions: 'countAttempt' },
          { target: 'failed', actions: { type: 'keepError', params: thrown } },
        ],
      },
      on: { SETTLED: { actions: 'hear' } },
    },
    waiting: {
      tags: 'busy',
      on: { SETTLED: { guard: 'isOurs', target: 'looking' } },
      after: { poll: 'looking' },
    },
    looking: {
      tags: 'busy',
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context }) => ({ resultId: context.resultId ?? '' }),
        onDone: [
          {
            guard: { type: 'isStillQueued', params: ({ event }) => ({ result: event.output }) },
            target: 'waiting',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
          },
          { target: 'done', actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) } },
        ],
        onError: [
          { guard: { type: 'mayTryAgain', params: thrown }, target: 'retrying', actions: 'countAttempt' },
          { target: 'failed', actions: { type: 'keepError', params: thrown } },
        ],
      },
    },
    retrying: {
      tags: 'busy',
      after: { again: [{ guard: 'isAccepted', target: 'looking' }, { target: 'requesting' }] },
    },
    done: { type: 'final', tags: 'settled', entry: endAs('done') },
    failed: { type: 'final', tags: 'settled', entry: endAs('failed') },
    cancelled: { type: 'final', tags: 'settled', entry: endAs('cancelled') },
  },
})
