import { setup } from 'xstate'
import { typed } from './typed.ts'

export type PollEvent =
  /** There is something to wait for, or nothing any more. */
  | { readonly type: 'START' }
  | { readonly type: 'STOP' }
  /** The page went to the background, or came back. */
  | { readonly type: 'HIDE' }
  | { readonly type: 'SHOW' }

/** Fetches again and again while something is awaited; a page in the background pauses and fetches once when it is seen again. */
export const pollMachine = setup({
  types: typed<{ context: { readonly everyMs: number }; events: PollEvent; input: { readonly everyMs: number } }>(),
  actions: {
    /** Provided by the screen. */
    fetch: () => {},
  },
  delays: { interval: ({ context }) => context.everyMs },
}).createMachine({
  id: 'poll',
  context: ({ input }) => ({ everyMs: input.everyMs }),
  initial: 'idle',
  states: {
    idle: { on: { START: 'waiting' } },
    waiting: {
      after: { interval: { target: 'waiting', reenter: true, actions: 'fetch' } },
      on: { STOP: 'idle', HIDE: 'hidden' },
    },
    hidden: { on: { STOP: 'idle', SHOW: { target: 'waiting', actions: 'fetch' } } },
  },
})
