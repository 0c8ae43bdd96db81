import { assign, setup } from 'xstate'
import type { EndpointName, ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import { typed } from '../typed.ts'
import type { CacheEvent, Call, CallInput } from './cache-events.ts'
import { type Failure, failureOf, isAborted } from './failure.ts'
import { notProvided } from './not-provided.ts'
import { withPage } from './rows.ts'
import { type ShownData, settled, type UnconfirmedEvent, withStored, withUnconfirmed } from './unconfirmed.ts'

/** The response to a call: its JSON, and when it arrived, in milliseconds since 1970. */
export type Answered = { readonly answer: unknown; readonly at: number }
/** Input of the actor `call`. Lists pass their pages to `onPage` as they arrive, and return all rows. */
export type ResourceCall = Call & { readonly onPage: (rows: readonly unknown[]) => void }

/**
 * `data` is the answer in the endpoint's shape, with changes that the server has not confirmed. `complete` distinguishes a list that is still loading its pages from one that is
 * being refreshed. `outdated`: something changed during the fetch.
 */
export type ResourceContext = Call &
  ShownData & {
    readonly error: Failure | null
    readonly complete: boolean
    readonly outdated: boolean
    readonly fetchedAt: number | null
  }

export type ResourceEvent =
  | { readonly type: 'FETCH' }
  | { readonly type: 'REQUIRE' }
  | { readonly type: 'OUTDATED' }
  | { readonly type: 'PAGE'; readonly rows: readonly unknown[] }
  | { readonly type: 'PATCH'; readonly change: (data: unknown) => unknown }
  | UnconfirmedEvent
  | { readonly type: 'CLEAR' }
  | { readonly type: 'ABORT' }
  /** Fetches again what failed. */
  | { readonly type: 'RETRY' }

const NOTHING = {
  data: null,
  stored: null,
  unconfirmed: [],
  error: null,
  complete: false,
  outdated: false,
  fetchedAt: null,
} as const

const toolkit = setup({
  types: typed<{
    context: ResourceContext
    events: ResourceEvent
    input: { operation: EndpointName; input: CallInput }
  }>(),
  actors: { call: notProvided<Answered, ResourceCall>('call') },
  guards: {
    hasData: ({ context }) => context.data !== null,
    hasAll: ({ context }) => context.complete,
    /** What is shown is older than a failure. */
    hasFailed: ({ context }) => context.complete && context.error !== null,
    isGrowing: ({ context }) => !context.complete,
    isOutdated: ({ context }) => context.outdated,
    wasAborted: (_, { error }: { error: unknown }) => isAborted(error),
    wasAbortedAfterFailure: ({ context }, { error }: { error: unknown }) =>
      isAborted(error) && context.complete && context.error !== null,
    wasAbortedWithAll: ({ context }, { error }: { error: unknown }) => isAborted(error) && context.complete,
  },
  actions: {
    forgetPart: assign(({ context }) => (context.complete ? {} : withStored(context, null))),
    grow: assign(({ context, event }) =>
      event.type === 'PAGE' ? withStored(context, withPage(context.operation, context.stored, event.rows)) : {},
    ),
    change: assign(({ context, event }) =>
      event.type === 'PATCH' ? withStored(context, event.change(context.stored)) : {},
    ),
    show: assign(({ context, event }) => (event.type === 'SHOW' ? withUnconfirmed(context, event) : {})),
    settle: assign(({ context, event }) =>
      event.type === 'SETTLE' ? settled(context, event.save, event.isStored) : {},
    ),
    keepAnswer: assign(({ context }, { answer, at }: Answered) => ({
      ...withStored(context, answer),
      error: null,
      complete: true,
      fetchedAt: at,
    })),
    keepError: assign({ error: (_, { failure }: { failure: Failure }) => failure }),
    markOutdated: assign({ outdated: true }),
    markCurrent: assign({ outdated: false }),
    forget: assign(NOTHING),
  },
})

/** Notifies the cache that owns this resource, if there is one. */
const tellFetched = toolkit.enqueueActions(({ context, self, enqueue }) => {
  const { operation, input, stored } = context
  const fetched: CacheEvent = { type: 'FETCHED', operation, input, answer: stored }
  if (self._parent) enqueue.sendTo(self._parent, fetched)
})

const tellFailed = toolkit.enqueueActions(({ context, self, enqueue }) => {
  if (!self._parent || !context.error) return
  const failed: CacheEvent = { type: 'FAILED', failure: context.error }
  enqueue.sendTo(self._parent, failed)
})

/** The load lifecycle of one list or object. */
export const resourceMachine = toolkit.extend({ actions: { tellFetched, tellFailed } }).createMachine({
  id: 'resource',
  context: ({ input }) => ({ operation: input.operation, input: input.input, ...NOTHING }),
  initial: 'notSet',
  on: {
    PATCH: { guard: 'hasData', actions: 'change' },
    SHOW: { guard: 'hasData', actions: 'show' },
    SETTLE: { actions: 'settle' },
    CLEAR: { target: '.notSet', actions: 'forget' },
  },
  states: {
    notSet: { on: { FETCH: 'pending', REQUIRE: 'pending' } },
    pending: {
      tags: 'busy',
      entry: ['forgetPart', 'markCurrent'],
      invoke: {
        id: 'call',
        src: 'call',
        input: ({ context, self }) => ({
          operation: context.operation,
          input: context.input,
          onPage: (rows) => self.send({ type: 'PAGE', rows }),
        }),
        onDone: [
          {
            guard: 'isOutdated',
            target: 'pending',
            reenter: true,
            actions: [{ type: 'keepAnswer', params: ({ event }) => event.output }, 'tellFetched'],
          },
          {
            target: 'success',
            actions: [{ type: 'keepAnswer', params: ({ event }) => event.output }, 'tellFetched'],
          },
        ],
        onError: [
          {
            guard: { type: 'wasAbortedAfterFailure', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
          },
          { guard: { type: 'wasAbortedWithAll', params: ({ event }) => ({ error: event.error }) }, target: 'success' },
          {
            guard: { type: 'wasAborted', params: ({ event }) => ({ error: event.error }) },
            target: 'notSet',
            actions: 'forget',
          },
          {
            target: 'failed',
            actions: [
              {
                type: 'keepError',
                params: ({ context, event }) => ({ failure: failureOf(context.operation, event.error) }),
              },
              'tellFailed',
            ],
          },
        ],
      },
      on: {
        PAGE: { guard: 'isGrowing', actions: 'grow' },
        OUTDATED: { actions: 'markOutdated' },
        ABORT: [
          { guard: 'hasFailed', target: 'failed' },
          { guard: 'hasAll', target: 'success' },
          { target: 'notSet', actions: 'forget' },
        ],
      },
    },
    success: { tags: 'settled', on: { FETCH: 'pending', OUTDATED: 'pending' } },
    failed: { tags: 'settled', on: { FETCH: 'pending', REQUIRE: 'pending', OUTDATED: 'pending', RETRY: 'pending' } },
  },
})

/** A resource as a view sees it. `data` is available during a refresh and after a failed one, in every status except `notSet`. */
export type ResourceState<Data> = {
  readonly status: 'notSet' | 'pending' | 'success' | 'failed'
  readonly data?: Data
  readonly error?: Failure
  readonly complete: boolean
  readonly fetchedAt: number | null
}

const STATUSES = ['notSet', 'pending', 'success', 'failed'] as const

/** The state of the resource requested as `Name`; `notSet` if it was never requested. */
export const stateOf = <Name extends EndpointName>(
  snapshot: { readonly value: unknown; readonly context: ResourceContext } | undefined,
): ResourceState<AnswerOf<ProductContract[Name]>> => {
  const status = STATUSES.find((each) => each === snapshot?.value) ?? 'notSet'
  if (!snapshot) return { status, complete: false, fetchedAt: null }
  const { data, error, complete, fetchedAt } = snapshot.context
  return {
    status,
    // The client parsed the answer of this operation by the contract, and patches keep its shape.
    ...(data !== null && { data: data as AnswerOf<ProductContract[Name]> }),
    ...(error && { error }),
    complete,
    fetchedAt,
  }
}
