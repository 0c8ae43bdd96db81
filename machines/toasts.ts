import { assign, cancel, raise, setup } from 'xstate'
import type { RunResult } from './runs/run.ts'
import { typed } from './typed.ts'

/** A result category; FAIL stands also for a request that was refused. */
type Category = RunResult['result_category']

/** A line that tells what happened; `undo` is the line of the console that undoes it. */
export type Toast = {
  readonly id: string
  readonly text: string
  readonly undo: string | null
  /** The category that the line tells of; absent: something was done. */
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

/** Milliseconds that a toast stays, unless it is held. */
export const STAY_MS = 6_000

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
    /** Carries out the line that takes it back. */
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
  delays: { stay: STAY_MS },
})

/** The newest goes after its time, whatever comes or goes beside it. */
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

/** What happened lately. A toast goes by itself, but not while somebody reads it. */
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
