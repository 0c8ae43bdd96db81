import { assign, cancel, raise, setup } from 'xstate'
import type { RunResult } from './runs/run.ts'
import { typed } from './typed.ts'

/** A result category. FAIL is also used for refused requests. */
type Category = RunResult['result_category']

/** A short message about an action; `undo` is the console line that undoes it. */
export type Toast = {
  readonly id: string
  readonly text: string
  readonly undo: string | null
  /** Result category of the message; absent for a completed action. */
  readonly category?: Category
}

/** Oldest first. */
export type ToastsContext = { readonly toasts: readonly Toast[]; readonly count: number }

export type ToastsEvent =
  | { readonly type: 'SHOW'; readonly text: string; readonly undo?: string; readonly category?: Category }
  | { readonly type: 'HOLD' }
  | { readonly type: 'RELEASE' }
  | { readonly type: 'DISMISS'; readonly id: string }
  | { readonly type: 'UNDO' }

/** Milliseconds that a toast stays, unless it is paused. */
export const TOAST_MS = 6_000

const undoable = ({ toasts }: ToastsContext): Toast | undefined => toasts.findLast(({ undo }) => undo !== null)
const without = ({ toasts }: ToastsContext, id: string | undefined): readonly Toast[] =>
  toasts.filter((toast) => toast.id !== id)

const toolkit = setup({
  types: typed<{ context: ToastsContext; events: ToastsEvent }>(),
  guards: {
    hasNone: ({ context }) => context.toasts.length === 0,
    canUndo: ({ context }) => undoable(context) !== undefined,
  },
  actions: {
    /** Runs the console line that undoes the action. */
    undo: (_, _of: { line: string }) => {},
    add: assign(({ context, event }) => {
      if (event.type !== 'SHOW') return {}
      const count = context.count + 1
      const { text, undo = null, category } = event
      return { count, toasts: [...context.toasts, { id: `toast-${count}`, text, undo, ...(category && { category }) }] }
    }),
    drop: assign(({ context, event }) => (event.type === 'DISMISS' ? { toasts: without(context, event.id) } : {})),
    dropUndone: assign(({ context }) => ({ toasts: without(context, undoable(context)?.id) })),
  },
  delays: { stay: TOAST_MS },
})

/** Dismisses the newest toast after its time, independent of the others. */
const letGo = toolkit.enqueueActions(({ context, enqueue }) => {
  const id = context.toasts.at(-1)?.id
  if (id !== undefined) enqueue(raise({ type: 'DISMISS', id }, { id, delay: 'stay' }))
})

const letAllGo = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const { id } of context.toasts) enqueue(raise({ type: 'DISMISS', id }, { id, delay: 'stay' }))
})

const holdAll = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const { id } of context.toasts) enqueue(cancel(id))
})

const undoLine = {
  type: 'undo',
  params: ({ context }: { context: ToastsContext }) => ({ line: undoable(context)?.undo ?? '' }),
} as const
const undoing = { guard: 'canUndo', target: 'judging', actions: [undoLine, 'dropUndone'] } as const

/** Recent messages. A toast disappears by itself, but not while someone reads it. */
export const toastsMachine = toolkit.extend({ actions: { letGo, letAllGo, holdAll } }).createMachine({
  id: 'toasts',
  context: { toasts: [], count: 0 },
  initial: 'empty',
  states: {
    empty: { on: { SHOW: { target: 'showing', actions: ['add', 'letGo'] } } },
    showing: {
      on: {
        SHOW: { actions: ['add', 'letGo'] },
        HOLD: { target: 'held', actions: 'holdAll' },
        DISMISS: { target: 'judging', actions: 'drop' },
        UNDO: undoing,
      },
    },
    judging: { always: [{ guard: 'hasNone', target: 'empty' }, { target: 'showing' }] },
    held: {
      tags: 'held',
      on: {
        SHOW: { actions: 'add' },
        RELEASE: { target: 'showing', actions: 'letAllGo' },
        DISMISS: { target: 'judgingHeld', actions: 'drop' },
        UNDO: { ...undoing, target: 'judgingHeld' },
      },
    },
    judgingHeld: { always: [{ guard: 'hasNone', target: 'empty' }, { target: 'held' }] },
  },
})
