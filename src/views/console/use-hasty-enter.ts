import { useLayoutEffect, useRef } from 'react'
import { DOUBLE_MS } from '../parts/overlay/double-press.ts'

const NEVER = Number.NEGATIVE_INFINITY

/**
 * The Enter of a hasty person: quick presses after the first are about the line as it was, not about what the first has written, or what has been
 * refused meanwhile. Instants are those of the clock of events.
 */
export const useHastyEnter = (refusal: string | null) => {
  /** When Enter was pressed, or a refusal was drawn; never once another key was pressed. */
  const enteredAt = useRef(NEVER)
  useLayoutEffect(() => {
    if (refusal !== null) enteredAt.current = performance.now()
  }, [refusal])
  return {
    entered: (at: number): void => {
      enteredAt.current = at
    },
    otherKey: (): void => {
      enteredAt.current = NEVER
    },
    isHasty: (at: number): boolean => at - enteredAt.current < DOUBLE_MS,
  }
}
