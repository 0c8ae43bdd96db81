import { useEffect, useRef, useState } from 'react'
import type { DraftState } from './use-draft.ts'

/** Counts saves that the form's rules or the server refused, so that the summary of errors takes the focus each time. */
export const useAttempts = <Draft>(
  { problems, saveError, saving }: DraftState<Draft>,
  /** All field errors, shown or not. */
  all: readonly unknown[],
): number => {
  const [attempts, setAttempts] = useState(0)
  const before = useRef({ shown: 0, saveError })
  useEffect(() => {
    const everythingShows = all.length > 0 && problems.length >= all.length && before.current.shown < all.length
    const refused = saveError !== null && saveError !== before.current.saveError
    before.current = { shown: problems.length, saveError }
    // A field that is left shows its own error; all of them show at once only after a refused save.
    if (refused || (everythingShows && all.length > 1)) setAttempts((count) => count + 1)
  }, [problems.length, all.length, saveError])
  return saving ? 0 : attempts
}
