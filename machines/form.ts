import { assign, setup } from 'xstate'
import { fieldOf, leafPaths, withPath } from './draft-path.ts'
import { type Failure, type FieldProblem, failureOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** Field errors of a draft. */
type ProblemsOf = (draft: unknown) => readonly FieldProblem[]

/** `base`: the draft to begin with. */
export type FormInput = { readonly base: unknown; readonly problemsOf: ProblemsOf }

/**
 * `refused` are the server's field errors. `attempts` counts the sends that were refused, so that each can take the focus to the first
 * field with an error. `answer` is the server's; null until it came.
 */
export type FormContext = FormInput & {
  readonly draft: unknown
  readonly touched: ReadonlySet<string>
  readonly problems: readonly FieldProblem[]
  readonly refused: readonly FieldProblem[]
  readonly failure: Failure | null
  readonly attempts: number
  readonly answer: unknown
}

export type FormEvent =
  | { readonly type: 'CHANGE'; readonly path: string; readonly value: unknown }
  | { readonly type: 'TOUCH'; readonly path: string }
  | { readonly type: 'SEND' }
  /** Begins anew after an answer, with empty fields. */
  | { readonly type: 'AGAIN' }
  /** The server answers again after it was away. */
  | { readonly type: 'SERVER_BACK' }

/** The field errors to show: those of fields that were left or sent. */
export const shownFormProblems = ({ problems, touched }: FormContext): readonly FieldProblem[] =>
  problems.filter(({ field }) => touched.has(fieldOf(field)))

const begun = ({ base, problemsOf }: FormInput): FormContext => ({
  base,
  problemsOf,
  draft: base,
  touched: new Set<string>(),
  problems: problemsOf(base),
  refused: [],
  failure: null,
  attempts: 0,
  answer: null,
})

const judged = (context: FormContext, draft: unknown, refused: readonly FieldProblem[]): Partial<FormContext> => ({
  draft,
  refused,
  problems: [...context.problemsOf(draft), ...refused],
})

const touchedBy = (touched: ReadonlySet<string>, fields: readonly string[]): ReadonlySet<string> =>
  new Set([...touched, ...fields.map(fieldOf)])

const toolkit = setup({
  types: typed<{ context: FormContext; events: FormEvent; input: FormInput }>(),
  actors: {
    /** Sends a draft; returns the server's answer. */
    send: notProvided<unknown, { draft: unknown }>('send'),
  },
  guards: {
    isSound: ({ context }) => context.problemsOf(context.draft).length === 0,
    isUnanswered: ({ context }) => context.failure?.status === null,
    isTooEarly: (_, { failure }: { failure: Failure }) => failure.status === 429,
  },
  actions: {
    change: assign(({ context, event }) => {
      if (event.type !== 'CHANGE') return {}
      const refused = context.refused.filter(({ field }) => fieldOf(field) !== fieldOf(event.path))
      return judged(context, withPath(context.draft, event.path, event.value), refused)
    }),
    touch: assign(({ context, event }) =>
      event.type === 'TOUCH' ? { touched: touchedBy(context.touched, [event.path]) } : {},
    ),
    touchAll: assign(({ context }) => ({
      touched: touchedBy(context.touched, [...leafPaths(context.draft), ...context.problems.map(({ field }) => field)]),
      attempts: context.attempts + 1,
    })),
    clearFailure: assign(({ context }) => ({ ...judged(context, context.draft, []), failure: null })),
    keepAnswer: assign((_, { answer }: { answer: unknown }) => ({ answer, attempts: 0 })),
    keepFailure: assign(({ context }, { failure }: { failure: Failure }) => ({
      ...judged(context, context.draft, failure.problems),
      touched: touchedBy(
        context.touched,
        failure.problems.map(({ field }) => field),
      ),
      failure,
      attempts: context.attempts + 1,
    })),
    begin: assign(({ context }) => begun(context)),
  },
  delays: {
    /** Milliseconds until the server takes another try. */
    permitted: ({ context: { failure } }) => (failure?.retryAfterSeconds ?? 0) * 1000,
  },
})

const failed = ({ event }: { event: { error: unknown } }) => ({ failure: failureOf('send', event.error) })
const sent = [{ guard: 'isSound', target: 'sending' }, { actions: 'touchAll' }] as const

/** A form that is sent once, such as those of the front pages: refused with field errors, failed, held off after too many tries, or answered. */
export const formMachine = toolkit.createMachine({
  id: 'form',
  context: ({ input }) => begun(input),
  initial: 'editing',
  on: { CHANGE: { actions: 'change' }, TOUCH: { actions: 'touch' } },
  states: {
    editing: { on: { SEND: sent } },
    sending: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { draft } }) => ({ draft }),
        onDone: {
          target: 'answered',
          actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isTooEarly', params: failed },
            target: 'held',
            actions: { type: 'keepFailure', params: failed },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: failed } },
        ],
      },
    },
    /** What was typed stays, with the sentence about the failure. */
    failed: {
      on: {
        SEND: sent,
        SERVER_BACK: { guard: 'isUnanswered', target: 'editing', actions: 'clearFailure' },
      },
    },
    /** Too many tries: the server says when it takes the next one. */
    held: { after: { permitted: 'failed' } },
    answered: {
      on: {
        CHANGE: { target: 'editing', actions: 'change' },
        AGAIN: { target: 'editing', actions: 'begin' },
      },
    },
  },
})
