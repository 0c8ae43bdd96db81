import { assign, emit, setup } from 'xstate'
import { fieldOf, isEqual, leafPaths, withPath } from './draft-path.ts'
import { CallError, type Failure, type FieldProblem, failureOf } from './resource/failure.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** Field errors of a draft, also against what is stored. */
type ProblemsOf = (draft: unknown, base: unknown) => readonly FieldProblem[]

/** A draft as it outlives a reload: with what was stored when it was begun, so that a version stored since then is noticed. */
export type KeptDraft = { readonly draft: unknown; readonly base: unknown; readonly version: unknown }

/**
 * `kept` is a draft from an earlier visit, `version` the version of `base` where the object has versions. A new object (`isNew`) can be
 * saved before anything was changed.
 */
export type DraftInput = {
  readonly base: unknown
  readonly version?: unknown
  readonly problemsOf: ProblemsOf
  readonly kept?: unknown
  readonly isNew?: boolean
}

/**
 * `base` is what was stored when the draft was begun, `newer` what was stored elsewhere since then, and `version` and `newerVersion` are
 * their versions. `sent` is the draft that is being saved, `refused` the
 * server's field errors. `attempts` counts the refused saves since the form was opened or saved. `unanswered` is the draft of a save
 * that the server did not answer; null once what is stored is known, or while it is saved again.
 */
export type DraftContext = {
  readonly base: unknown
  readonly draft: unknown
  readonly version: unknown
  readonly newer: unknown
  readonly newerVersion: unknown
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
  /** Saves over the version that was stored elsewhere; `SAVE` does not, it leads to the notice. */
  | { readonly type: 'REPLACE' }
  | { readonly type: 'DISCARD' }
  | { readonly type: 'LOADED'; readonly base: unknown; readonly version?: unknown }
  /** The server answers again after it was away. */
  | { readonly type: 'SERVER_BACK' }

/**
 * `saved`: a new object is stored, so the form is done and can be left. `unchanged`: there was nothing to save.
 */
export type DraftEmitted = { readonly type: 'saved'; readonly stored: unknown } | { readonly type: 'unchanged' }

/** A save that was refused because another version is stored by now: that version, as a draft. */
export class StaleSave extends CallError {
  readonly theirs: unknown
  readonly version: unknown
  constructor(failure: Failure, stored: { readonly theirs: unknown; readonly version: unknown }) {
    super(failure)
    this.name = 'StaleSave'
    this.theirs = stored.theirs
    this.version = stored.version
  }
}

/** The draft as it is kept over a reload. */
export const keptDraft = ({ draft, base, version }: DraftContext): KeptDraft => ({ draft, base, version })

const isKept = (value: unknown): value is KeptDraft =>
  typeof value === 'object' && value !== null && 'draft' in value && 'base' in value

/** Where a form begins: a kept draft on the version that it was begun on, with the loaded one beside it if that is another. */
const begun = ({ base, version = null, kept, isNew = false }: DraftInput) => {
  const loaded = { base, version, newer: null, newerVersion: null }
  // A version of Sonde that did not keep the base left the draft alone; what a new object begins with is no version.
  if (!isKept(kept)) return { ...loaded, draft: kept ?? base }
  if (isNew || isEqual(kept.base, base) || isEqual(kept.draft, base)) return { ...loaded, draft: kept.draft }
  return { draft: kept.draft, base: kept.base, version: kept.version ?? null, newer: base, newerVersion: version }
}

/** The field errors to show: those of fields that were left, or saved with. */
export const shownProblems = ({ problems, touched }: DraftContext): readonly FieldProblem[] =>
  problems.filter(({ field }) => touched.has(fieldOf(field)))

const judged = (context: DraftContext, draft: unknown, refused = context.refused): Partial<DraftContext> => ({
  draft,
  refused,
  problems: [...context.problemsOf(draft, context.base), ...refused],
})

/** The version of what is stored now: it may have been loaded before the answer to its save came. */
const versionAt = ({ newer, newerVersion, version }: DraftContext, stored: unknown): unknown =>
  newer !== null && isEqual(newer, stored) ? newerVersion : version

const fresh = (context: DraftContext, base: unknown): Partial<DraftContext> => ({
  ...judged({ ...context, base }, base, []),
  base,
  version: versionAt(context, base),
  newer: null,
  newerVersion: null,
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
    /** Stores a draft over a version, and returns what is stored now, as a draft. Rejects with `StaleSave` if that is another version. */
    save: notProvided<unknown, { draft: unknown; base: unknown; version: unknown }>('save'),
  },
  guards: {
    isAsStored: ({ context }) => isEqual(context.draft, context.base),
    /** What was stored elsewhere is all that there is to know: the draft holds nothing beyond it, or nothing beyond its own base. */
    isOutdated: ({ context: { draft, base, newer } }) =>
      newer !== null && (isEqual(draft, newer) || isEqual(draft, base)),
    /** Saving would replace a version that was stored elsewhere. */
    isContested: ({ context }) => context.newer !== null && !context.isNew,
    isStale: (_, { error }: { error: unknown }) => error instanceof StaleSave,
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
    load: assign(({ context, event }) =>
      event.type === 'LOADED' ? { ...fresh(context, event.base), version: event.version ?? null } : {},
    ),
    /** The same content in a newer version: others changed what this form does not hold, and it stays as it is. */
    adopt: assign(({ context, event }) => {
      if (event.type !== 'LOADED') return {}
      const version = event.version ?? null
      return context.newer === null ? { version } : { newerVersion: version }
    }),
    forgetFailure: assign({ saveError: null }),
    /** What was refused is no longer in the draft. What became of a save without an answer stays open. */
    forgetRefusal: assign(({ context }) =>
      context.saveError?.status === null ? {} : { ...judged(context, context.draft, []), saveError: null },
    ),
    rememberNewer: assign(({ context, event }) => {
      if (event.type !== 'LOADED') return {}
      const version = event.version ?? null
      if (isEqual(event.base, context.base)) return { newer: null, newerVersion: null, version }
      return { newer: event.base, newerVersion: version }
    }),
    /** Leads to the notice with the choice between the versions. */
    ask: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    contest: assign(({ context }, { error }: { error: unknown }) =>
      error instanceof StaleSave
        ? { newer: error.theirs, newerVersion: error.version, sent: null, attempts: context.attempts + 1 }
        : {},
    ),
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
    rebase: assign(({ context }, { stored }: { stored: unknown }) => ({
      base: stored,
      version: versionAt(context, stored),
      newer: null,
      newerVersion: null,
      sent: null,
      isNew: false,
    })),
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

const savedWhileDirty = [
  { guard: 'isContested', actions: 'ask' },
  { guard: 'isSound', target: 'saving' },
  { actions: 'touchAll' },
] as const
const replacedWhileDirty = [{ guard: 'isSound', target: 'saving' }, { actions: 'touchAll' }] as const

const loadedWhileDirty = [
  { guard: 'isKnown', actions: 'adopt' },
  { guard: 'isAsLoaded', target: 'clean', actions: ['load', 'forget'] },
  { actions: 'rememberNewer' },
] as const

const serverBack = { guard: 'isUnanswered', actions: 'forgetFailure' } as const

const stored = ({ event }: { event: { output: unknown } }) => ({ stored: event.output })

/** An edited form: its changes, its field errors, and whether it is stored. */
export const draftMachine = toolkit.createMachine({
  id: 'draft',
  context: ({ input }) => ({
    ...begun(input),
    sent: null,
    unanswered: null,
    touched: new Set<string>(),
    problems: input.problemsOf(begun(input).draft, begun(input).base),
    refused: [],
    saveError: null,
    attempts: 0,
    isNew: input.isNew ?? false,
    problemsOf: input.problemsOf,
  }),
  initial: 'comparing',
  on: {
    CHANGE: { target: '.comparing', actions: ['change', 'keep'] },
    TOUCH: { actions: 'touch' },
    LOADED: [{ guard: 'isKnown', actions: 'adopt' }, { actions: 'rememberNewer' }],
  },
  states: {
    comparing: {
      always: [
        { guard: 'isOutdated', target: 'clean', actions: ['reset', 'forget'] },
        { guard: 'isAsStored', target: 'clean', actions: ['forgetRefusal', 'forget'] },
        { target: 'dirty' },
      ],
    },
    clean: {
      on: {
        SERVER_BACK: serverBack,
        LOADED: [{ guard: 'isKnown', actions: 'adopt' }, { actions: 'load' }],
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
        SERVER_BACK: serverBack,
        LOADED: loadedWhileDirty,
        SAVE: savedWhileDirty,
        REPLACE: replacedWhileDirty,
        DISCARD: { target: 'clean', actions: ['reset', 'forget'] },
      },
    },
    saving: {
      tags: ['dirty', 'busy'],
      entry: 'send',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { draft, base, version, newer, newerVersion } }) =>
          newer === null ? { draft, base, version } : { draft, base: newer, version: newerVersion },
        onDone: [
          {
            guard: 'isNewAndAsSent',
            target: 'saved',
            actions: [{ type: 'settle', params: stored }, 'forget', 'announce'],
          },
          { guard: 'isNew', target: 'comparing', actions: [{ type: 'rebase', params: stored }, 'announce'] },
          { guard: 'isAsSent', target: 'clean', actions: [{ type: 'settle', params: stored }, 'forget'] },
          { target: 'comparing', actions: [{ type: 'rebase', params: stored }, 'keep'] },
        ],
        onError: [
          {
            guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
            target: 'dirty',
            actions: { type: 'contest', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'failed',
            actions: { type: 'refuse', params: ({ event }) => ({ failure: failureOf('save', event.error) }) },
          },
        ],
      },
      // Text typed while the draft is being saved is kept as the next draft.
      on: { CHANGE: { actions: ['change', 'keep'] } },
    },
    // A new object was stored. Nothing is unsaved, and saving again would store a second one.
    saved: {},
    failed: {
      tags: 'dirty',
      on: {
        SERVER_BACK: { ...serverBack, target: 'dirty' },
        LOADED: loadedWhileDirty,
        SAVE: savedWhileDirty,
        REPLACE: replacedWhileDirty,
        DISCARD: { target: 'clean', actions: ['reset', 'forget'] },
      },
    },
  },
})
