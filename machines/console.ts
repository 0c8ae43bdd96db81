import { assign, setup } from 'xstate'
import { atTheDoor } from './resource/at-the-door.ts'
import { messageOf } from './resource/failure.ts'
import { typed } from './typed.ts'

/**
 * The line is all that the console knows: pieces, choices and problems are read from it. `caret` is where to put the caret
 * after the line was changed for the person; null: at its end. `typed` is the word that confirms what cannot be undone.
 */
export type ConsoleContext = {
  readonly line: string
  readonly caret: number | null
  readonly typed: string
  readonly problem: string | null
}

export type ConsoleEvent =
  | { readonly type: 'OPEN'; readonly line?: string }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'TYPE'; readonly line: string }
  | { readonly type: 'PICK'; readonly text: string; readonly caret?: number }
  | { readonly type: 'BACK'; readonly line: string }
  | { readonly type: 'SUBMIT' }
  | { readonly type: 'WORD'; readonly typed: string }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'KEEP' }

const EMPTY: ConsoleContext = { line: '', caret: null, typed: '', problem: null }

/** The console: one typed line that does whatever can be done. */
export const consoleMachine = setup({
  types: typed<{ context: ConsoleContext; events: ConsoleEvent }>(),
  actors: { perform: atTheDoor<unknown, { line: string }>('perform') },
  guards: {
    /** The line is a whole command: given by whoever reads lines. */
    isComplete: (_, _of: { line: string }) => false,
    /** The line's command takes away what cannot be brought back. */
    isDestructive: (_, _of: { line: string }) => true,
    /** The word is the one that the line's command asks for. */
    wordMatches: (_, _of: { line: string; typed: string }) => false,
    hasLine: ({ event }) => event.type === 'OPEN' && event.line !== undefined,
  },
  actions: {
    /** Keeps a line that was carried out, for the next time. */
    remember: (_, _of: { line: string }) => {},
    begin: assign(({ event }) => ({ ...EMPTY, ...(event.type === 'OPEN' && { line: event.line ?? '' }) })),
    write: assign(({ event }) =>
      event.type === 'TYPE' || event.type === 'BACK' ? { line: event.line, caret: null, problem: null, typed: '' } : {},
    ),
    pick: assign(({ event }) =>
      event.type === 'PICK' ? { line: event.text, caret: event.caret ?? null, problem: null, typed: '' } : {},
    ),
    writeWord: assign(({ event }) => (event.type === 'WORD' ? { typed: event.typed } : {})),
    forgetWord: assign({ typed: '' }),
    forget: assign(EMPTY),
    tellProblem: assign((_, { problem }: { problem: string }) => ({ problem, typed: '' })),
  },
}).createMachine({
  id: 'console',
  context: EMPTY,
  initial: 'closed',
  states: {
    closed: { on: { OPEN: { target: 'open', actions: 'begin' } } },
    open: {
      initial: 'writing',
      // What runs goes on when the console closes; only its ending is no longer told here.
      on: { CLOSE: { target: 'closed', actions: 'forget' } },
      states: {
        writing: {
          on: {
            OPEN: { guard: 'hasLine', actions: 'begin' },
            TYPE: { actions: 'write' },
            PICK: { actions: 'pick' },
            BACK: { actions: 'write' },
            SUBMIT: {
              guard: { type: 'isComplete', params: ({ context }) => ({ line: context.line }) },
              target: 'judging',
            },
          },
        },
        judging: {
          always: [
            {
              guard: { type: 'isDestructive', params: ({ context }) => ({ line: context.line }) },
              target: 'confirming',
              actions: 'forgetWord',
            },
            { target: 'running' },
          ],
        },
        confirming: {
          tags: 'confirming',
          on: {
            WORD: { actions: 'writeWord' },
            CONFIRM: {
              guard: { type: 'wordMatches', params: ({ context: { line, typed: word } }) => ({ line, typed: word }) },
              target: 'running',
            },
            KEEP: { target: 'writing', actions: 'forgetWord' },
            TYPE: { target: 'writing', actions: 'write' },
            BACK: { target: 'writing', actions: 'write' },
            PICK: { target: 'writing', actions: 'pick' },
          },
        },
        running: {
          tags: 'busy',
          invoke: {
            id: 'perform',
            src: 'perform',
            input: ({ context }) => ({ line: context.line }),
            onDone: {
              target: '#console.closed',
              actions: [{ type: 'remember', params: ({ context }) => ({ line: context.line }) }, 'forget'],
            },
            onError: {
              target: 'writing',
              actions: { type: 'tellProblem', params: ({ event }) => ({ problem: messageOf(event.error) }) },
            },
          },
        },
      },
    },
  },
})
