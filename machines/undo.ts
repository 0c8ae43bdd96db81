import { assign, setup } from 'xstate'
import { typed } from './typed.ts'

type Values = Readonly<Record<string, unknown>>

/** Stored fields that an endpoint changed: the values before, and those that it left. Undoing swaps them. */
export type FieldStep = {
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
  /** The object's name, for sentences. */
  readonly name: string
  readonly fields: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[]
}

/** A call of a command. */
type Given = { readonly command: string; readonly args: Values }

/** An object as an action left it: some of its fields by their paths, such as `meta.name`, and the endpoint that reads it. */
export type AsLeft = {
  readonly read: string
  readonly id: string
  readonly name: string
  readonly fields: Values
  /** The ids of what uses it, such as schedules and alerts; absent where a question names them before it is deleted. */
  readonly uses?: readonly string[]
}

/**
 * A command that reverts another one, which is its `reverse`. With `asLeft`, only while nobody has changed that object since. `name` is
 * the object's, for sentences.
 */
export type CommandStep = Given & { readonly reverse: Given; readonly asLeft?: AsLeft; readonly name?: string }

/** One step of an undo. */
export type UndoStep = CommandStep | FieldStep

/** An action that can be undone, or redone: its message, when it happened (Unix ms), and the steps. It holds no secrets. */
export type UndoEntry = {
  readonly id: string
  /** The number that lines name it by: no other action of its project has it in the same session. */
  readonly number: number
  readonly text: string
  readonly at: number
  readonly projectId: string | null
  readonly steps: readonly UndoStep[]
  /** Why it can no longer be undone; null while it may. */
  readonly refusal: string | null
}

/** Oldest first. */
export type UndoContext = { readonly done: readonly UndoEntry[]; readonly undone: readonly UndoEntry[] }

/** The result of undoing or redoing an entry: the steps that are left to do, and the entry that reverts what was done. */
type Outcome = { readonly id: string; readonly left: readonly UndoStep[]; readonly reverse: UndoEntry | null }

export type UndoEvent =
  | { readonly type: 'DID'; readonly entry: UndoEntry }
  | ({ readonly type: 'UNDONE' } & Outcome)
  | ({ readonly type: 'REDONE' } & Outcome)
  /** The entry's object was changed or deleted since. */
  | { readonly type: 'REFUSED'; readonly id: string; readonly refusal: string }
  /** Another person is here, or nobody. */
  | { readonly type: 'CLEAR' }

/** Actions of a session that can be undone; older ones are dropped. */
export const MOST_UNDOABLE = 50

const newest = (entries: readonly UndoEntry[]): readonly UndoEntry[] => entries.slice(-MOST_UNDOABLE)

/** Without the entry, or with the steps that are left of it. */
const settled = (entries: readonly UndoEntry[], { id, left }: Outcome): readonly UndoEntry[] =>
  entries.flatMap((entry) => (entry.id !== id ? entry : left.length > 0 ? { ...entry, steps: left } : []))

const has = ({ done, undone }: UndoContext, id: string): boolean => [...done, ...undone].some((each) => each.id === id)

const toolkit = setup({
  types: typed<{ context: UndoContext; events: UndoEvent }>(),
  guards: {
    isEmpty: ({ context }) => context.done.length + context.undone.length === 0,
    isUndoable: ({ context, event }) => event.type === 'UNDONE' && context.done.some(({ id }) => id === event.id),
    isRedoable: ({ context, event }) => event.type === 'REDONE' && context.undone.some(({ id }) => id === event.id),
    isKnown: ({ context, event }) => event.type === 'REFUSED' && has(context, event.id),
  },
  actions: {
    /** A new action ends what could be redone in its project: redoing it later would overwrite the action. */
    add: assign(({ context, event }) => {
      if (event.type !== 'DID') return {}
      const undone = context.undone.filter(({ projectId }) => projectId !== event.entry.projectId)
      return { done: newest([...context.done, event.entry]), undone }
    }),
    moveToUndone: assign(({ context, event }) =>
      event.type === 'UNDONE'
        ? {
            done: settled(context.done, event),
            undone: newest([...context.undone, ...(event.reverse ? [event.reverse] : [])]),
          }
        : {},
    ),
    moveToDone: assign(({ context, event }) =>
      event.type === 'REDONE'
        ? {
            undone: settled(context.undone, event),
            done: newest([...context.done, ...(event.reverse ? [event.reverse] : [])]),
          }
        : {},
    ),
    noteRefusal: assign(({ context, event }) => {
      if (event.type !== 'REFUSED') return {}
      const noted = (entries: readonly UndoEntry[]) =>
        entries.map((entry) => (entry.id === event.id ? { ...entry, refusal: event.refusal } : entry))
      return { done: noted(context.done), undone: noted(context.undone) }
    }),
    forget: assign({ done: [], undone: [] }),
  },
})

/** The actions of a session that can be undone, and the undone ones that can be redone. */
export const undoMachine = toolkit.createMachine({
  id: 'undo',
  context: { done: [], undone: [] },
  initial: 'empty',
  states: {
    empty: { on: { DID: { target: 'holding', actions: 'add' } } },
    holding: {
      on: {
        DID: { actions: 'add' },
        UNDONE: { guard: 'isUndoable', target: 'checking', actions: 'moveToUndone' },
        REDONE: { guard: 'isRedoable', target: 'checking', actions: 'moveToDone' },
        REFUSED: { guard: 'isKnown', actions: 'noteRefusal' },
        CLEAR: { target: 'empty', actions: 'forget' },
      },
    },
    checking: { always: [{ guard: 'isEmpty', target: 'empty' }, { target: 'holding' }] },
  },
})
