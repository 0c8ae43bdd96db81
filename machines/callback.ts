import { assign, setup } from 'xstate'
import { isUnreachable, messageOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** `answer`: the parameters that the provider led back with. `ready`: whether they can be sent at once, or wait for the session. */
export type CallbackInput = { readonly answer: Readonly<Record<string, string>>; readonly ready: boolean }

/** `problem`: the sentence about a failure; null where there is none. */
export type CallbackContext = CallbackInput & { readonly problem: string | null }

export type CallbackEvent =
  /** It is known that the person is signed in, or is not. */
  | { readonly type: 'READY' | 'BARRED' }
  /** Tries again. */
  | { readonly type: 'CONNECT' }

const toolkit = setup({
  types: typed<{ context: CallbackContext; events: CallbackEvent; input: CallbackInput }>(),
  actors: {
    /** Sends the provider's answer to the server, and leads on. */
    finish: notProvided<void, { answer: Readonly<Record<string, string>> }>('finish'),
  },
  guards: {
    isEmpty: ({ context }) => Object.keys(context.answer).length === 0,
    isReady: ({ context }) => context.ready,
    isUnanswered: (_, { error }: { error: unknown }) => isUnreachable(error),
  },
  actions: {
    clear: assign({ problem: null }),
    say: assign((_, { error }: { error: unknown }) => ({ problem: messageOf(error) })),
  },
})

const thrown = ({ event }: { event: { error: unknown } }) => ({ error: event.error })
const say = { type: 'say', params: thrown } as const

/** The way back from a provider's page: its answer works once, so it is sent once, and again only if the server did not answer. */
export const callbackMachine = toolkit.createMachine({
  id: 'callback',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'isEmpty', target: 'lost' }, { guard: 'isReady', target: 'finishing' }, 'waiting'] },
    waiting: { tags: 'busy', on: { READY: 'finishing', BARRED: 'lost' } },
    finishing: {
      tags: 'busy',
      entry: 'clear',
      invoke: {
        id: 'finish',
        src: 'finish',
        input: ({ context: { answer } }) => ({ answer }),
        onDone: 'leaving',
        onError: [
          { guard: { type: 'isUnanswered', params: thrown }, target: 'unanswered', actions: say },
          { target: 'refused', actions: say },
        ],
      },
    },
    /** The answer was not used. */
    unanswered: { on: { CONNECT: 'finishing' } },
    /** The address carries no answer of a provider, or nobody is signed in whom it could be for. */
    lost: { type: 'final' },
    refused: { type: 'final' },
    leaving: { tags: 'busy', type: 'final' },
  },
})
