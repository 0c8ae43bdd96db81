import { assign, emit, setup } from 'xstate'
import { fieldOf, isEqual, leafPaths, withPath } from './draft-path.ts'
import { type Failure, type FieldProblem, failureOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** Field errors of a draft, also against what is stored. */
type ProblemsOf = (draft: unknown, base: unknown) => readonly FieldProblem[]

/** `kept` is a draft from an earlier visit; a new object (`isNew`) can be saved before anything was changed. */
export type DraftInput = {
  readonly base: unknown
  readonly problemsOf: ProblemsOf
  readonly kept?: unknown
  readonly isNew?: boolean
}

/**
 * `base` is what is stored, `newer` what someone else stored since then. `sent` is the draft that is being saved, `refused` the
 * server's field errors. `attempts` counts the refused saves since the form was opened or saved. `unanswered` is the draft of a save
 * that the server did not answer; null once what is stored is known, or while it is saved again.
 */
export type DraftContext = {
  readonly base: unknown
  readonly draft: unknown
  readonly newer: unknown
  readonly sent: unknown
  readonly unanswered: unknown
  readonly touched: ReadonlySet<string>
  readonly problems: readonly FieldProblem[]
  readonly refused: readonly FieldProblem[]
  readonly saveError: Failure | null
  readonly attempts: number
  readonly isNew: boolean
  readonly problemsOf: ProblemsOf
}

export type DraftEvent =
  | { readonly type: 'CHANGE'; readonly path: string; readonly value: unknown }
  | { readonly type: 'TOUCH'; readonly path: string }
  | { readonly type: 'SAVE' }
  | { readonly type: 'DISCARD' }
  | { readonly type: 'LOADED'; readonly base: unknown }
  | { readonly type: 'KEPT'; readonly draft: unknown }
  /** The server answers again after it was away. */
  | { readonly type: 'SERVER_BACK' }

/**
 * `saved`: a new object is stored, so the form is done and can be left. `unchanged`: there was nothing to save.
 */
export type DraftEmitted = { readonly type: 'saved'; readonly stored: unknown } | { readonly type: 'unchanged' }

/** The field errors to show: those of fields that were left, or saved with. */
export const shownProblems = ({ problems, touched }: DraftContext): readonly FieldProblem[] =>
  problems.filter(({ field }) => touched.has(fieldOf(field)))

const judged = (context: DraftContext, draft: unknown, refused = context.refused): Partial<DraftContext> => ({
  draft,
  refused,
  problems: [...context.problemsOf(draft, context.base), ...refused],
})

const fresh = (context: DraftContext, base: unknown): Partial<DraftContext> => ({
  ...judged({ ...context, base }, base, []),
  base,
  newer: null,
  sent: null,
  unanswered: null,
  touched: new Set<string>(),
  saveError: null,
  attempts: 0,
})

/**
 * The server is back, but what became of a save that it did not answer is not known: `same` while the draft is still as it was sent,
 * so that saving again repeats that save; `changed` otherwise. Null where there was no such save.
 */
export const unconfirmedSave = ({ draft, saveError, unanswered }: DraftContext): 'same' | 'changed' | null => {
  if (saveError !== null || unanswered === null) return null
  return isEqual(draft, unanswered) ? 'same' : 'changed'
}

const touchedBy = (touched: ReadonlySet<string>, fields: readonly string[]): ReadonlySet<string> =>
  new Set([...touched, ...fields.map(fieldOf)])

const toolkit = setup({
  types: typed<{ context: DraftContext; events: DraftEvent; emitted: DraftEmitted; input: DraftInput }>(),
  actors: {
    /** Stores a draft, and returns what is stored now, as a draft. */
    save: notProvided<unknown, { draft: unknown; base: unknown }>('save'),
  },
  guards: {
    isAsStored: ({ context }) => isEqual(context.draft, context.base),
    isAsSent: ({ context }) => context.draft === context.sent,
    isKnown: ({ context, event }) => event.type === 'LOADED' && isEqual(event.base, context.newer ?? context.base),
    /** What the draft holds is stored: a save of which the answer was lost has arrived. */
    isAsLoaded: ({ context, event }) => event.type === 'LOADED' && isEqual(event.base, context.draft),
    isUnanswered: ({ context }) => context.saveError?.status === null,
    isSound: ({ context }) => context.problemsOf(context.draft, context.base).length === 0,
    isNewAndSound: ({ context }) => context.isNew && context.problemsOf(context.draft, context.base).length === 0,
    isNew: ({ context }) => context.isNew,
    isNewAndAsSent: ({ context }) => context.isNew && context.draft === context.sent,
  },
  actions: {
    /** Keeps the draft for as long as the tab lives. */
    keep: () => {},
    announce: emit(({ context }) => ({ type: 'saved', stored: context.base })),
    announceUnchanged: emit({ type: 'unchanged' }),
    forget: () => {},
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
    restore: assign(({ context, event }) => (event.type === 'KEPT' ? judged(context, event.draft) : {})),
    load: assign(({ context, event }) => (event.type === 'LOADED' ? fresh(context, event.base) : {})),
    forgetFailure: assign({ saveError: null }),
    rememberNewer: assign(({ event }) => (event.type === 'LOADED' ? { newer: event.base } : {})),
    reset: assign(({ context }) => fresh(context, context.newer ?? context.base)),
    send: assign(({ context }) => ({
      ...judged(context, context.draft, []),
      sent: context.draft,
      unanswered: null,
      saveError: null,
    })),
    settle: assign(({ context }, { stored }: { stored: unknown }) => ({
      ...fresh(context, stored),
      isNew: false,
    })),
    rebase: assign((_, { stored }: { stored: unknown }) => ({ base: stored, newer: null, sent: null, isNew: false })),
    refuse: assign(({ context }, { failure }: { failure: Failure }) => ({
      ...judged(context, context.draft, failure.problems),
      touched: touchedBy(
        context.touched,
        failure.problems.map(({ field }) => field),
      ),
      saveError: failure,
      attempts: context.attempts + 1,
      sent: null,
      unanswered: failure.status === null ? context.sent : null,
    })),
  },
})

const loadedWhileDirty = [
  { guard: 'isKnown' },
  { guard: 'isAsLoaded', target: 'clean', actions: ['load', 'forget'] },
  { actions: 'rememberNewer' },
] as const

const stored = ({ event }: { event: { output: unknown } }) => ({ stored: event.output })

/** An edited form: its changes, its field errors, and whether it is stored. */
export const draftMachine = toolkit.createMachine({
  id: 'draft',
  context: ({ input: { base, kept, problemsOf, isNew } }) => ({
    base,
    draft: kept ?? base,
    newer: null,
    sent: null,
    unanswered: null,
    touched: new Set<string>(),
    problems: problemsOf(kept ?? base, base),
    refused: [],
    saveError: null,
    attempts: 0,
    isNew: isNew ?? false,
    problemsOf,
  }),
  initial: 'comparing',
  on: {
    CHANGE: { target: '.comparing', actions: ['change', 'keep'] },
    TOUCH: { actions: 'touch' },
    LOADED: [{ guard: 'isKnown' }, { actions: 'rememberNewer' }],
  },
  states: {
    comparing: {
      always: [{ guard: 'isAsStored', target: 'clean', actions: 'forget' }, { target: 'dirty' }],
    },
    clean: {
      on: {
        LOADED: [{ guard: 'isKnown' }, { actions: 'load' }],
        KEPT: { target: 'comparing', actions: 'restore' },
        SAVE: [
          { guard: 'isNewAndSound', target: 'saving' },
          { guard: 'isSound', actions: 'announceUnchanged' },
          { actions: 'touchAll' },
        ],
      },
    },
    dirty: {
      tags: 'dirty',
      on: {
        LOADED: loadedWhileDirty,
        SAVE: [{ guard: 'isSound', target: 'saving' }, { actions: 'touchAll' }],
        DISCARD: { target: 'clean', actions: ['reset', 'forget'] },
      },
    },
    saving: {
      tags: ['dirty', 'busy'],
      entry: 'send',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ draft: context.draft, base: context.base }),
        onDone: [
          {
            guard: 'isNewAndAsSent',
            target: 'saved',
            actions: [{ type: 'settle', params: stored }, 'forget', 'announce'],
          },
          { guard: 'isNew', target: 'comparing', actions: [{ type: 'rebase', params: stored }, 'announce'] },
          { guard: 'isAsSent', target: 'clean', actions: [{ type: 'settle', params: stored }, 'forget'] },
          { target: 'comparing', actions: { type: 'rebase', params: stored } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'refuse', params: ({ event }) => ({ failure: failureOf('save', event.error) }) },
        },
      },
      // Text typed while the draft is being saved is kept as the next draft.
      on: { CHANGE: { actions: ['change', 'keep'] } },
    },
    // A new object was stored. Nothing is unsaved, and saving again would store a second one.
    saved: {},
    failed: {
      tags: 'dirty',
      on: {
        SERVER_BACK: { guard: 'isUnanswered', target: 'dirty', actions: 'forgetFailure' },
        LOADED: loadedWhileDirty,
        SAVE: [{ guard: 'isSound', target: 'saving' }, { actions: 'touchAll' }],
        DISCARD: { target: 'clean', actions: ['reset', 'forget'] },
      },
    },
  },
})
