import { useEffect, useRef, useState } from 'react'
import type { DraftState } from './use-draft.ts'

/** Counts how often saving was refused by the form's own rules or by the server, so that the summary takes the focus each time. */
export const useAttempts = <Draft>(
  { problems, saveError, saving }: DraftState<Draft>,
  /** All that keeps the form from being saved, shown or not. */
  all: readonly unknown[],
): number => {
  const [attempts, setAttempts] = useState(0)
  const before = useRef({ shown: 0, saveError })
  useEffect(() => {
    const everythingShows = all.length > 0 && problems.length >= all.length && before.current.shown < all.length
    const refused = saveError !== null && saveError !== before.current.saveError
    before.current = { shown: problems.length, saveError }
    // One field at a time is said beside the field; all at once is what a refused save brings about.
    if (refused || (everythingShows && all.length > 1)) setAttempts((count) => count + 1)
  }, [problems.length, all.length, saveError])
  return saving ? 0 : attempts
}
