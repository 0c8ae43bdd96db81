import { assign, setup } from 'xstate'
import { type Failure, failureOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** `request` is the last one; `answer` and `failure` are what became of it. */
export type AttemptContext = {
  readonly request: unknown
  readonly answer: unknown
  readonly failure: Failure | null
}

export type AttemptEvent =
  | { readonly type: 'ASK'; readonly request: unknown }
  /** The server answers again after it was away: sent for what may be asked twice. */
  | { readonly type: 'SERVER_BACK' }

const toolkit = setup({
  types: typed<{ context: AttemptContext; events: AttemptEvent }>(),
  actors: { ask: notProvided<unknown, { request: unknown }>('ask') },
  guards: { isUnanswered: ({ context }) => context.failure?.status === null },
  actions: {
    keepRequest: assign(({ event }) => (event.type === 'ASK' ? { request: event.request } : {})),
    clear: assign({ answer: null, failure: null }),
    keepAnswer: assign((_, { answer }: { answer: unknown }) => ({ answer })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
})

const asked = { target: 'asking', actions: 'keepRequest' } as const

/** One thing that a part of a screen asks for, such as a test message or a picture, and what became of it. It is never asked for twice at a time. */
export const attemptMachine = toolkit.createMachine({
  id: 'attempt',
  context: { request: null, answer: null, failure: null },
  initial: 'idle',
  states: {
    idle: { on: { ASK: asked } },
    asking: {
      tags: 'busy',
      entry: 'clear',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context: { request } }) => ({ request }),
        onDone: {
          target: 'answered',
          actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf('ask', event.error) }) },
        },
      },
    },
    answered: { on: { ASK: asked } },
    failed: { on: { ASK: asked, SERVER_BACK: { guard: 'isUnanswered', target: 'asking' } } },
  },
})
