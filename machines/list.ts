import { assign, setup } from 'xstate'
import { typed } from './typed.ts'

/**
 * `ids` are in display order. `cursor` is the row that keys act on; `anchor` is the other end of the range being selected, or null. `hidden`
 * are selected rows that a filter hides: nothing acts on them until they are shown again.
 */
export type ListContext = {
  readonly ids: readonly string[]
  readonly cursor: string | null
  readonly anchor: string | null
  readonly selected: ReadonlySet<string>
  readonly hidden: ReadonlySet<string>
}

export type ListEvent =
  /** `all`: the rows with those that filters hide; absent where nothing is hidden. */
  | { readonly type: 'ROWS'; readonly ids: readonly string[]; readonly all?: readonly string[] }
  | { readonly type: 'MOVE'; readonly by: number }
  | { readonly type: 'TO'; readonly id: string }
  | { readonly type: 'EXTEND'; readonly by: number }
  | { readonly type: 'TOGGLE'; readonly id?: string }
  | { readonly type: 'RANGE'; readonly id: string }
  | { readonly type: 'ALL' }
  | { readonly type: 'NONE' }

/** Cursor and selection that a list starts with. */
export type ListStart = Partial<Pick<ListContext, 'cursor' | 'selected'>>

const NOBODY: ReadonlySet<string> = new Set()

/** The row `by` rows away, within the list. Without a cursor: the first row for a step down, the last for a step up. */
const rowAt = ({ ids, cursor }: ListContext, by: number): string | null => {
  const at = cursor === null ? -1 : ids.indexOf(cursor)
  if (at < 0) return (by < 0 ? ids.at(-1) : ids[0]) ?? null
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))] ?? null
}

/**
 * Updates the rows. The cursor stays on its row; if that is gone, it moves to the next remaining one. A list without rows
 * yet keeps the cursor and the selection that it starts with. Selected rows that a filter hides are selected when they come back; those that
 * are gone are not.
 */
const followRows = (context: ListContext, ids: readonly string[], all: readonly string[]): ListContext => {
  const { ids: before, cursor, anchor, selected, hidden } = context
  if (before.length === 0 && ids.length === 0) return context
  const there = new Set(ids)
  const stillThere = hidden.size === 0 && [...selected].every((id) => there.has(id))
  const chosen = [...selected, ...hidden]
  const known = stillThere ? there : new Set(all)
  return {
    ids,
    cursor: cursor === null || there.has(cursor) ? cursor : successorOf(before, cursor, there),
    anchor: anchor !== null && there.has(anchor) ? anchor : null,
    selected: stillThere ? selected : new Set(chosen.filter((id) => there.has(id))),
    hidden: stillThere ? NOBODY : new Set(chosen.filter((id) => !there.has(id) && known.has(id))),
  }
}

/** The next remaining row after one that is gone, or else the last one; none if it was not in the list. */
const successorOf = (ids: readonly string[], gone: string, there: ReadonlySet<string>): string | null => {
  if (!ids.includes(gone)) return null
  for (let at = ids.indexOf(gone) + 1; at > 0 && at < ids.length; at++) {
    const id = ids[at]
    if (id !== undefined && there.has(id)) return id
  }
  return [...there].at(-1) ?? null
}

const between = (ids: readonly string[], a: string, b: string): readonly string[] => {
  const [from, to] = [ids.indexOf(a), ids.indexOf(b)]
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Moves the end of the selected range to a row. Rows outside both ranges keep their selection. */
const selectTo = (context: ListContext, to: string | null): Partial<ListContext> => {
  if (to === null || !context.ids.includes(to)) return {}
  const anchor = context.anchor ?? context.cursor ?? to
  const selected = new Set(context.selected)
  if (context.anchor !== null && context.cursor !== null)
    for (const id of between(context.ids, context.anchor, context.cursor)) selected.delete(id)
  for (const id of between(context.ids, anchor, to)) selected.add(id)
  return { anchor, cursor: to, selected }
}

const toggled = (selected: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Cursor and selection of a list. Each event takes time in proportion to its change, so that ten thousand rows stay fast. */
export const listMachine = setup({
  types: typed<{ context: ListContext; events: ListEvent; input: ListStart | undefined }>(),
  guards: { hasNoRows: ({ context }) => context.ids.length === 0 },
  actions: {
    follow: assign(({ context, event }) =>
      event.type === 'ROWS' ? followRows(context, event.ids, event.all ?? event.ids) : {},
    ),
    move: assign(({ context, event }) =>
      event.type === 'MOVE' ? { cursor: rowAt(context, event.by), anchor: null } : {},
    ),
    moveTo: assign(({ context, event }) =>
      event.type === 'TO' && context.ids.includes(event.id) ? { cursor: event.id, anchor: null } : {},
    ),
    extend: assign(({ context, event }) =>
      event.type === 'EXTEND' ? selectTo(context, rowAt(context, event.by)) : {},
    ),
    selectRange: assign(({ context, event }) => (event.type === 'RANGE' ? selectTo(context, event.id) : {})),
    toggle: assign(({ context, event }) => {
      const id = (event.type === 'TOGGLE' && event.id) || context.cursor
      if (id === null || !context.ids.includes(id)) return {}
      const selected = toggled(context.selected, id)
      return { cursor: id, anchor: selected.has(id) ? id : null, selected }
    }),
    selectAll: assign(({ context }) => ({ selected: new Set(context.ids), anchor: null })),
    selectNone: assign({ selected: NOBODY, hidden: NOBODY, anchor: null }),
  },
}).createMachine({
  id: 'list',
  context: ({ input }) => ({
    ids: [],
    cursor: input?.cursor ?? null,
    anchor: null,
    selected: input?.selected ?? NOBODY,
    hidden: NOBODY,
  }),
  initial: 'empty',
  on: { ROWS: { target: '.counting', actions: 'follow' } },
  states: {
    counting: { always: [{ guard: 'hasNoRows', target: 'empty' }, { target: 'filled' }] },
    empty: {},
    filled: {
      on: {
        MOVE: { actions: 'move' },
        TO: { actions: 'moveTo' },
        EXTEND: { actions: 'extend' },
        TOGGLE: { actions: 'toggle' },
        RANGE: { actions: 'selectRange' },
        ALL: { actions: 'selectAll' },
        NONE: { actions: 'selectNone' },
      },
    },
  },
})
