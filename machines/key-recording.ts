import { assign, setup } from 'xstate'
import { typed } from './typed.ts'

/** `command`: the command that gets keys; `keys`: what was pressed, such as `g m`. */
export type KeyRecordingContext = { readonly command: string; readonly keys: string }

export type KeyRecordingEvent =
  | { readonly type: 'BEGIN'; readonly command: string }
  | { readonly type: 'PRESS'; readonly chord: string }
  /** Takes the keys although another command or the browser has a use for them. */
  | { readonly type: 'TAKE' }
  | { readonly type: 'AGAIN' }
  | { readonly type: 'CLOSE' }

/** Milliseconds in which a second key makes a sequence. */
const SECOND_KEY_MS = 1_200

/** Recording new keys for a command: one key, or two one after the other. */
export const keyRecordingMachine = setup({
  types: typed<{ context: KeyRecordingContext; events: KeyRecordingEvent }>(),
  guards: {
    /** Whether no command can have these keys. */
    isRefused: (_, _of: KeyRecordingContext) => false,
    /** Whether another command has them, or one that they would hide. */
    isTaken: (_, _of: KeyRecordingContext) => false,
    /** Whether browsers have a use for them. */
    isUsedByBrowsers: (_, _of: KeyRecordingContext) => false,
  },
  actions: {
    begin: assign(({ event }) => (event.type === 'BEGIN' ? { command: event.command, keys: '' } : {})),
    press: assign(({ context, event }) =>
      event.type === 'PRESS' ? { keys: `${context.keys} ${event.chord}`.trim() } : {},
    ),
    again: assign({ keys: '' }),
    /** Stores the keys with the person's preferences; other commands that have them lose theirs. */
    keep: (_, _of: KeyRecordingContext) => {},
  },
  delays: { secondKey: SECOND_KEY_MS },
}).createMachine({
  id: 'keyRecording',
  context: { command: '', keys: '' },
  initial: 'closed',
  on: { CLOSE: '.closed', BEGIN: { target: '.waiting', actions: 'begin' } },
  states: {
    closed: {},
    waiting: { tags: 'listening', on: { PRESS: { target: 'begun', actions: 'press' } } },
    // A second key may follow.
    begun: {
      tags: 'listening',
      on: { PRESS: { target: 'recorded', actions: 'press' } },
      after: { secondKey: 'recorded' },
    },
    recorded: {
      always: [
        { guard: { type: 'isRefused', params: ({ context }) => context }, target: 'refused' },
        { guard: { type: 'isTaken', params: ({ context }) => context }, target: 'conflict' },
        { guard: { type: 'isUsedByBrowsers', params: ({ context }) => context }, target: 'warned' },
        { target: 'saved' },
      ],
    },
    refused: { on: { AGAIN: { target: 'waiting', actions: 'again' } } },
    conflict: { on: { TAKE: 'saved', AGAIN: { target: 'waiting', actions: 'again' } } },
    warned: { on: { TAKE: 'saved', AGAIN: { target: 'waiting', actions: 'again' } } },
    saved: { entry: { type: 'keep', params: ({ context }) => context } },
  },
})
