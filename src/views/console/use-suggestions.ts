import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Reading } from '../../commands/core/line/reading.ts'
import { suggestionsFor } from '../../commands/core/line/suggest.ts'
import type { SuggestionGroup } from '../../commands/core/line/suggestion.ts'
import type { World } from '../../commands/core/world.ts'
import { useAfterPaint } from './use-after-paint.ts'

type Suggestions = {
  readonly groups: readonly SuggestionGroup[]
  /** The groups are those of an earlier line: a letter is painted before what it finds. */
  readonly isLate: boolean
  /** Draws the groups of the line as it is now, for keys that move among them. */
  readonly catchUp: () => void
  /** The groups of the line as it is now, for keys that act on them. */
  readonly now: () => readonly SuggestionGroup[]
}

const NONE: readonly SuggestionGroup[] = []

/**
 * Suggestions for a line; none for null. `recent` are earlier lines, and `painted` the line that the field shows already. Ranking thousands of names takes longer than a frame has, so the line is painted first: the first
 * rendering after a key keeps the groups before, and the next one, which further keys interrupt, has the new ones.
 */
export const useSuggestions = (
  reading: Reading | null,
  world: World,
  { recent, painted }: { recent: readonly string[]; painted: RefObject<string | null> },
): Suggestions => {
  const line = reading?.line ?? null
  // Opened empty: the dialog and its field are painted before the first choices.
  const late = useAfterPaint(line, painted)
  const [awaited, wait] = useState<string | null>(null)
  const isLate = reading !== null && late !== line && awaited !== line
  const held = useRef<readonly SuggestionGroup[]>(NONE)
  const fresh = isLate ? held.current : reading ? suggestionsFor(reading.line, world, recent, reading) : NONE
  // The very same groups while they show the same: rendering again for a reason elsewhere draws no choice anew.
  const groups = isSame(fresh, held.current) ? held.current : fresh
  useLayoutEffect(() => {
    held.current = groups
  })
  return {
    groups,
    isLate,
    catchUp: () => {
      if (isLate) flushSync(() => wait(line))
    },
    now: () => (isLate && reading ? suggestionsFor(reading.line, world, recent, reading) : groups),
  }
}

const isSame = (a: readonly SuggestionGroup[], b: readonly SuggestionGroup[]): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)
