import { assign, setup } from 'xstate'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** Milliseconds before a spinner shows, so that fast loads do not flicker. */
export const QUIET_MS = 2_000
/** Total milliseconds before the failure is shown. */
export const TIMEOUT_MS = 30_000
export const WAITING_TEXT = 'Loading...'
export const FAILED_TEXT = 'There was a problem loading this page. Please try reloading it.'

/** `name` is the screen's route name, `screen` the loaded module. */
export type LazyScreenContext = { readonly name: string; readonly screen: unknown; readonly error: unknown }
export type LazyScreenEvent = { readonly type: 'RETRY' }

/** Loads one screen of the app. Loading continues after the failure is shown, so a late screen still appears. */
export const lazyScreenMachine = setup({
  types: typed<{ context: LazyScreenContext; events: LazyScreenEvent; input: { readonly screen: string } }>(),
  actors: {
    load: notProvided<unknown, { screen: string }>('load'),
    /** Resolves once the server has answered. */
    server: notProvided<void, object>('server'),
  },
  guards: {
    /** Whether the browser is online and this build has not been reloaded for a missing chunk yet. */
    mayReload: () => false,
  },
  actions: {
    /** Reloads the page, because the chunks of an older build may be gone from the server. */
    reload: () => {},
    keepScreen: assign({ screen: (_, { screen }: { screen: unknown }) => screen, error: null }),
    forgetError: assign({ error: null }),
    keepError: assign({ error: (_, { error }: { error: unknown }) => error }),
  },
  // The spinner state takes the rest of the time, so that both delays add up to the timeout.
  delays: { quiet: QUIET_MS, timeout: TIMEOUT_MS - QUIET_MS },
}).createMachine({
  id: 'lazyScreen',
  context: ({ input }) => ({ name: input.screen, screen: null, error: null }),
  initial: 'quiet',
  invoke: {
    id: 'load',
    src: 'load',
    input: ({ context }) => ({ screen: context.name }),
    onDone: { target: '.shown', actions: { type: 'keepScreen', params: ({ event }) => ({ screen: event.output }) } },
    onError: [
      {
        guard: 'mayReload',
        target: '.unanswered',
        actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
      },
      { target: '.failed', actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) } },
    ],
  },
  states: {
    quiet: { tags: 'busy', after: { quiet: 'waiting' } },
    waiting: { tags: ['busy', 'spinner'], after: { timeout: 'failed' } },
    // A reload while the server does not answer would end on the browser's own error page.
    unanswered: {
      tags: ['busy', 'failed'],
      invoke: { id: 'server', src: 'server', input: {}, onDone: 'reloading', onError: 'failed' },
      on: { RETRY: { target: '#lazyScreen', reenter: true, actions: 'forgetError' } },
    },
    reloading: { tags: 'busy', entry: 'reload' },
    failed: {
      tags: ['settled', 'failed'],
      // Re-entering the whole chart restarts the load.
      on: { RETRY: { target: '#lazyScreen', reenter: true, actions: 'forgetError' } },
    },
    shown: { tags: 'settled' },
  },
})
