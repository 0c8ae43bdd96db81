import { assign, cancel, raise, setup } from 'xstate'
import type { RunResult } from './runs/run.ts'
import { typed } from './typed.ts'

/** A result category. FAIL is also used for refused requests. */
type Category = RunResult['result_category']

/** Where a message leads: to a result, or to the results since a time. */
export type ToastLink =
  | { readonly to: 'result'; readonly resultId: string }
  | { readonly to: 'results'; readonly from: string }

/** A short message about an action; `undo` is the id of its entry among the actions that can be undone. */
export type Toast = {
  readonly id: string
  readonly text: string
  readonly undo: string | null
  /** Result category of the message; absent for a completed action. */
  readonly category?: Category
  readonly link?: ToastLink
}

type Message = {
  readonly text: string
  readonly undo?: string
  readonly category?: Category
  readonly link?: ToastLink
}

/** Oldest first. */
export type ToastsContext = { readonly toasts: readonly Toast[]; readonly count: number }

export type ToastsEvent =
  /** With an `id`, replaces the message with that id. */
  | ({ readonly type: 'SHOW'; readonly id?: string } & Message)
  /** Replaces the message with this id, if it is still shown. */
  | ({ readonly type: 'UPDATE'; readonly id: string } & Message)
  | { readonly type: 'HOLD' }
  | { readonly type: 'RELEASE' }
  | { readonly type: 'DISMISS'; readonly id: string }
  /** Another person is here, or nobody: nothing of what was said before is for them. */
  | { readonly type: 'CLEAR' }

/** Milliseconds that a toast stays, unless it is paused. */
export const TOAST_MS = 6_000

/** More at once are not read: the oldest give way. */
export const MOST_TOASTS = 20

const without = ({ toasts }: ToastsContext, id: string | undefined): readonly Toast[] =>
  toasts.filter((toast) => toast.id !== id)

const toastOf = (id: string, { text, undo, category, link }: Message): Toast => ({
  id,
  text,
  undo: undo ?? null,
  ...(category && { category }),
  ...(link && { link }),
})

const isShown = ({ toasts }: ToastsContext, id: string | undefined): boolean => toasts.some((toast) => toast.id === id)

const toolkit = setup({
  types: typed<{ context: ToastsContext; events: ToastsEvent }>(),
  guards: {
    hasNone: ({ context }) => context.toasts.length === 0,
    isShown: ({ context, event }) => event.type === 'UPDATE' && isShown(context, event.id),
  },
  actions: {
    add: assign(({ context, event }) => {
      if (event.type !== 'SHOW' && event.type !== 'UPDATE') return {}
      const count = event.id === undefined ? context.count + 1 : context.count
      const toast = toastOf(event.id ?? `toast-${count}`, event)
      const { toasts } = context
      return isShown(context, toast.id)
        ? { toasts: toasts.map((each) => (each.id === toast.id ? toast : each)) }
        : { count, toasts: [...toasts, toast].slice(-MOST_TOASTS) }
    }),
    dropAll: assign({ toasts: [] }),
    drop: assign(({ context, event }) => (event.type === 'DISMISS' ? { toasts: without(context, event.id) } : {})),
  },
  delays: { stay: TOAST_MS },
})

/** Dismisses the toast that was added or replaced after its time, independent of the others. */
const letGo = toolkit.enqueueActions(({ context, event, enqueue }) => {
  const named = event.type === 'SHOW' || event.type === 'UPDATE' ? event.id : undefined
  const id = named ?? context.toasts.at(-1)?.id
  if (id === undefined) return
  enqueue(cancel(id))
  enqueue(raise({ type: 'DISMISS', id }, { id, delay: 'stay' }))
})

const letAllGo = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const { id } of context.toasts) enqueue(raise({ type: 'DISMISS', id }, { id, delay: 'stay' }))
})

const holdAll = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const { id } of context.toasts) enqueue(cancel(id))
})

/** Recent messages. A toast disappears by itself, but not while someone reads it. */
export const toastsMachine = toolkit.extend({ actions: { letGo, letAllGo, holdAll } }).createMachine({
  id: 'toasts',
  context: { toasts: [], count: 0 },
  initial: 'empty',
  on: { CLEAR: { target: '.empty', actions: ['holdAll', 'dropAll'] } },
  states: {
    empty: { on: { SHOW: { target: 'showing', actions: ['add', 'letGo'] } } },
    showing: {
      on: {
        SHOW: { actions: ['add', 'letGo'] },
        UPDATE: { guard: 'isShown', actions: ['add', 'letGo'] },
        HOLD: { target: 'held', actions: 'holdAll' },
        DISMISS: { target: 'judging', actions: 'drop' },
      },
    },
    judging: { always: [{ guard: 'hasNone', target: 'empty' }, { target: 'showing' }] },
    held: {
      tags: 'held',
      on: {
        SHOW: { actions: 'add' },
        UPDATE: { guard: 'isShown', actions: 'add' },
        RELEASE: { target: 'showing', actions: 'letAllGo' },
        DISMISS: { target: 'judgingHeld', actions: 'drop' },
      },
    },
    judgingHeld: { always: [{ guard: 'hasNone', target: 'empty' }, { target: 'held' }] },
  },
})
