import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import type { Suggestion } from '../../commands/core/line/suggestion.ts'

/** Rows that PageUp and PageDown move by. */
const PAGE = 8

const MOVES = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End'])
const PAGES: Readonly<Record<string, number>> = { PageDown: PAGE, PageUp: -PAGE }
/** Ctrl and these letters move, too. */
const WITH_CTRL = new Set(['n', 'j', 'p', 'k'])

/** Whether a key moves the cursor among the choices. */
export const isMove = ({ key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>): boolean =>
  MOVES.has(key) || key in PAGES || (ctrlKey && WITH_CTRL.has(key))

/** Whether a key turns a page of the choices. */
export const isPageKey = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => key in PAGES

type Moved = {
  /** The choice that the person moved to by key or pointer; null while the cursor only stands where it is at first. */
  readonly moved: Suggestion | null
  /** What to mark in the list, for the choice that is marked. */
  readonly valueOf: (marked: Suggestion | null) => string
  /** Takes the list's own moves: those of a person are moves, and others are undone. */
  readonly onValueChange: (id: string) => void
  /** Whatever the list marks until the end of this event is a person's move. */
  readonly begin: () => void
  readonly end: () => void
  /** Moves by a page among the rows of a list. */
  readonly turnPage: (key: string, list: HTMLElement | null) => void
}

/**
 * The cursor among the choices of a line. The package marks the first row by itself whenever rows come or go; that is nobody's choice,
 * and Enter must not take it for one.
 */
export const useMoved = (line: string, all: readonly Suggestion[]): Moved => {
  const [cursor, setCursor] = useState<{ line: string; id: string } | null>(null)
  const [marks, markAgain] = useReducer((count: number) => count + 1, 0)
  const isPerson = useRef(false)
  const end = () => {
    isPerson.current = false
  }
  return {
    moved: (cursor?.line === line ? all.find(({ id }) => id === cursor.id) : undefined) ?? null,
    // The package trims the value: with a space it is another one, and is read again.
    valueOf: (marked) => `${marked?.id ?? 'none'}${' '.repeat(marks % 2)}`,
    onValueChange: (id) => (isPerson.current ? setCursor({ line, id }) : markAgain()),
    begin: () => {
      isPerson.current = true
    },
    end,
    turnPage: (key, list) => {
      const rows = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
      const at = rows.findIndex((row) => row.getAttribute('aria-selected') === 'true')
      const row = rows[Math.max(0, Math.min(rows.length - 1, at + (PAGES[key] ?? 0)))]
      // As if it was pointed at.
      row?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
      row?.scrollIntoView({ block: 'nearest' })
    },
  }
}
