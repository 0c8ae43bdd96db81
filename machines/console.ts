import { assign, setup } from 'xstate'
import { messageOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/**
 * The console stores only the line; tokens, suggestions and problems are derived from it. `caret` is where to put the caret after
 * the line was changed automatically; null means its end. `typed` is the word that confirms a destructive command, and `begun` the line that
 * a button opened the console with.
 */
export type ConsoleContext = {
  readonly line: string
  readonly begun: string
  readonly caret: number | null
  readonly typed: string
  readonly problem: string | null
  /** Several lines that were pasted, and how many of them are done; empty while there is one line. */
  readonly script: readonly string[]
  readonly done: number
}

export type ConsoleEvent =
  | { readonly type: 'OPEN'; readonly line?: string }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'TYPE'; readonly line: string }
  | { readonly type: 'PICK'; readonly text: string; readonly caret?: number }
  | { readonly type: 'BACK'; readonly line: string }
  | { readonly type: 'PASTE'; readonly lines: readonly string[] }
  | { readonly type: 'SUBMIT' }
  /** Leaves out the line of several that was refused. */
  | { readonly type: 'SKIP' }
  /** Replaces one of several lines that has not run. */
  | { readonly type: 'MEND'; readonly at: number; readonly line: string }
  | { readonly type: 'WORD'; readonly typed: string }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'KEEP' }

const EMPTY: ConsoleContext = { line: '', begun: '', caret: null, typed: '', problem: null, script: [], done: 0 }

/** The line of several that is next. */
const lineOf = ({ script, done }: ConsoleContext): string => script[done] ?? ''

/** Said once nobody waits for a line any longer: what was sent cannot be called back. */
const LEFT = 'You stopped waiting for an answer. The line may still be carried out.'

const tellLeft = { type: 'tellProblem', params: { problem: LEFT } } as const

const rememberNext = {
  type: 'remember',
  params: ({ context }: { context: ConsoleContext }) => ({ line: lineOf(context) }),
} as const

/** The console, in which a typed line can run any command. */
export const consoleMachine = setup({
  types: typed<{ context: ConsoleContext; events: ConsoleEvent }>(),
  actors: {
    /** Runs a line. Of several, `isOutright`: what needs an answer or a confirmation that the line does not hold is refused. */
    perform: notProvided<unknown, { line: string; isOutright?: true }>('perform'),
  },
  guards: {
    /** Whether the line is a complete command. */
    isComplete: (_, _of: { line: string }) => false,
    /** Whether the line's command destroys something for good. */
    isDestructive: (_, _of: { line: string }) => true,
    /** Whether the word confirms the line's command. */
    wordMatches: (_, _of: { line: string; typed: string }) => false,
    hasLine: ({ event }) => event.type === 'OPEN' && event.line !== undefined,
    isSeveral: ({ event }) => event.type === 'PASTE' && event.lines.length > 1,
    hasNext: ({ context: { script, done } }) => done + 1 < script.length,
    isRefused: ({ context }) => context.problem !== null,
    isAhead: ({ context: { script, done }, event }) =>
      event.type === 'MEND' && event.at >= done && event.at < script.length,
    maySkip: ({ context: { script, done, problem } }) => problem !== null && done + 1 < script.length,
  },
  actions: {
    /** Stores a completed line in the history. */
    remember: (_, _of: { line: string }) => {},
    begin: assign(({ event }) => {
      const line = event.type === 'OPEN' ? (event.line ?? '') : ''
      return { ...EMPTY, line, begun: line }
    }),
    write: assign(({ event }) =>
      event.type === 'TYPE' || event.type === 'BACK' ? { line: event.line, caret: null, problem: null, typed: '' } : {},
    ),
    pick: assign(({ event }) =>
      event.type === 'PICK' ? { line: event.text, caret: event.caret ?? null, problem: null, typed: '' } : {},
    ),
    writeWord: assign(({ event }) => (event.type === 'WORD' ? { typed: event.typed } : {})),
    hold: assign(({ event }) => (event.type === 'PASTE' ? { ...EMPTY, script: event.lines } : {})),
    skip: assign(({ context: { script, done } }) => ({ script: script.toSpliced(done, 1), problem: null })),
    mend: assign(({ context: { script, done, problem }, event }) =>
      event.type === 'MEND'
        ? { script: script.with(event.at, event.line), problem: event.at === done ? null : problem }
        : {},
    ),
    countDone: assign(({ context }) => ({ done: context.done + 1 })),
    forgetWord: assign({ typed: '' }),
    forgetProblem: assign({ problem: null }),
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
      // A running command continues when the console closes, but its outcome is no longer shown here.
      on: { CLOSE: { target: 'closed', actions: 'forget' } },
      states: {
        writing: {
          on: {
            OPEN: { guard: 'hasLine', actions: 'begin' },
            TYPE: { actions: 'write' },
            PICK: { actions: 'pick' },
            BACK: { actions: 'write' },
            PASTE: { guard: 'isSeveral', target: 'reviewing', actions: 'hold' },
            SUBMIT: {
              guard: { type: 'isComplete', params: ({ context }) => ({ line: context.line }) },
              target: 'judging',
              actions: 'forgetProblem',
            },
          },
        },
        // Several lines are read before the first of them runs.
        reviewing: {
          tags: 'several',
          on: {
            SUBMIT: { target: 'runningSeveral', actions: 'forgetProblem' },
            SKIP: [
              { guard: 'maySkip', actions: 'skip' },
              { guard: 'isRefused', target: 'writing', actions: 'forget' },
            ],
            MEND: { guard: 'isAhead', actions: 'mend' },
            BACK: { target: 'writing', actions: ['forget', 'write'] },
          },
        },
        runningSeveral: {
          tags: ['several', 'busy'],
          on: { BACK: { target: 'reviewing', actions: tellLeft } },
          invoke: {
            id: 'performNext',
            src: 'perform',
            input: ({ context }) => ({ line: lineOf(context), isOutright: true }),
            onDone: [
              {
                guard: 'hasNext',
                target: 'runningSeveral',
                reenter: true,
                actions: [rememberNext, 'countDone'],
              },
              { target: '#console.closed', actions: [rememberNext, 'forget'] },
            ],
            // The lines before it are done; the ones after it wait.
            onError: {
              target: 'reviewing',
              actions: { type: 'tellProblem', params: ({ event }) => ({ problem: messageOf(event.error) }) },
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
          on: { BACK: { target: 'writing', actions: ['write', tellLeft] } },
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
