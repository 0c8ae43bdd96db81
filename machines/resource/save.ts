import { assign, setup } from 'xstate'
import type { EndpointName, ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import { typed } from '../typed.ts'
import type { CacheEvent, Call, CallInput } from './cache-events.ts'
import { type Failure, failureOf, isAborted } from './failure.ts'
import { notProvided } from './not-provided.ts'
import type { Answered } from './resource.ts'

/** `input` is the last one sent; `answer` is null after a delete, whose response has no content. */
export type SaveContext = {
  readonly operation: EndpointName
  readonly input: CallInput
  readonly answer: unknown
  readonly error: Failure | null
}

export type SaveEvent = { readonly type: 'SAVE'; readonly input: CallInput } | { readonly type: 'CLEAR' }

const toolkit = setup({
  types: typed<{ context: SaveContext; events: SaveEvent; input: { operation: EndpointName } }>(),
  actors: { call: notProvided<Answered, Call>('call') },
  guards: { wasAborted: (_, { error }: { error: unknown }) => isAborted(error) },
  actions: {
    keepInput: assign(({ event }) => (event.type === 'SAVE' ? { input: event.input, answer: null, error: null } : {})),
    keepAnswer: assign({ answer: (_, { answer }: { answer: unknown }) => answer }),
    keepError: assign({ error: (_, { failure }: { failure: Failure }) => failure }),
    forget: assign({ input: {}, answer: null, error: null }),
  },
})

/** Notifies the cache that owns this save, if there is one. */
const tellSaved = toolkit.enqueueActions(({ context, self, enqueue }) => {
  const { operation, input, answer } = context
  const saved: CacheEvent = { type: 'SAVED', save: self.id, operation, input, answer }
  if (self._parent) enqueue.sendTo(self._parent, saved)
})

const tellFailed = toolkit.enqueueActions(({ context, self, enqueue }) => {
  if (!self._parent || !context.error) return
  const failed: CacheEvent = { type: 'FAILED', failure: context.error }
  enqueue.sendTo(self._parent, failed)
})

const tellUnsaved = toolkit.enqueueActions(({ context, self, enqueue }) => {
  const unsaved: CacheEvent = { type: 'UNSAVED', save: self.id, operation: context.operation }
  if (self._parent) enqueue.sendTo(self._parent, unsaved)
})

/** One write: create, update, delete, or any other change. */
export const saveMachine = toolkit.extend({ actions: { tellSaved, tellFailed, tellUnsaved } }).createMachine({
  id: 'save',
  context: ({ input }) => ({ operation: input.operation, input: {}, answer: null, error: null }),
  initial: 'idle',
  on: { CLEAR: { target: '.idle', actions: 'forget' } },
  states: {
    idle: { on: { SAVE: { target: 'pending', actions: 'keepInput' } } },
    pending: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'call',
        input: ({ context }) => ({ operation: context.operation, input: context.input }),
        onDone: {
          target: 'success',
          actions: [{ type: 'keepAnswer', params: ({ event }) => ({ answer: event.output.answer }) }, 'tellSaved'],
        },
        onError: [
          {
            guard: { type: 'wasAborted', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: 'tellUnsaved',
          },
          {
            target: 'failed',
            actions: [
              {
                type: 'keepError',
                params: ({ context, event }) => ({ failure: failureOf(context.operation, event.error) }),
              },
              'tellUnsaved',
              'tellFailed',
            ],
          },
        ],
      },
    },
    success: { tags: 'settled', on: { SAVE: { target: 'pending', actions: 'keepInput' } } },
    failed: { tags: 'settled', on: { SAVE: { target: 'pending', actions: 'keepInput' } } },
  },
})

/** A save as a view sees it. */
export type SaveState<Answer> = {
  readonly status: 'idle' | 'pending' | 'success' | 'failed'
  readonly answer?: Answer
  readonly error?: Failure
}

const STATUSES = ['idle', 'pending', 'success', 'failed'] as const

/** The state of the save requested as `Name`; idle if it was never requested. */
export const saveStateOf = <Name extends EndpointName>(
  snapshot: { readonly value: unknown; readonly context: SaveContext } | undefined,
): SaveState<AnswerOf<ProductContract[Name]>> => {
  const status = STATUSES.find((each) => each === snapshot?.value) ?? 'idle'
  return {
    status,
    // The client parsed the answer of this operation by the contract.
    ...(snapshot && status === 'success' && { answer: snapshot.context.answer as AnswerOf<ProductContract[Name]> }),
    ...(snapshot?.context.error && { error: snapshot.context.error }),
  }
}
