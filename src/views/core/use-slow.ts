import { useEffect, useState } from 'react'

/** A spinner shows only after this, so that quick loads do not flicker. */
const SLOW_MS = 2_000

/** Whether work has been under way for long enough to show a spinner. */
export const useSlow = (underWay: boolean): boolean => {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [underWay])
  return slow
}
