import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { listMachine } from '../../../machines/list.ts'
import type { EntityKind } from '../../commands/core/world.ts'
import { useOnScreen } from './screen-machines.ts'

export type ListState = {
  readonly cursor: string | null
  readonly selected: ReadonlySet<string>
  toggle(id: string): void
  /** Selects from the last touched row to this one. */
  range(id: string): void
  moveTo(id: string): void
  all(): void
  none(): void
}

/** Cursor and selection of the screen's list: the keys and commands for rows act on it. `ids` in the order that is shown. */
export const useList = (options: {
  kind: EntityKind
  ids: readonly string[]
  nameOf: (id: string) => string
}): ListState => {
  const { kind, ids, nameOf } = options
  const ref = useActorRef(listMachine)
  useOnScreen(
    'list',
    useMemo(() => ({ ref, kind, nameOf }), [ref, kind, nameOf]),
  )
  useEffect(() => ref.send({ type: 'ROWS', ids: [...ids] }), [ref, ids])
  const cursor = useSelector(ref, ({ context }) => context.cursor)
  const selected = useSelector(ref, ({ context }) => context.selected)
  return useMemo(
    () => ({
      cursor,
      selected,
      toggle: (id) => ref.send({ type: 'TOGGLE', id }),
      range: (id) => ref.send({ type: 'RANGE', id }),
      moveTo: (id) => ref.send({ type: 'TO', id }),
      all: () => ref.send({ type: 'ALL' }),
      none: () => ref.send({ type: 'NONE' }),
    }),
    [cursor, selected, ref],
  )
}
