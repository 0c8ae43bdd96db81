import { useEffect, useState } from 'react'

/** A first screen shows nothing before this; so do refetches. */
const SLOW_MS = 2_000

/** Whether something has been under way for long enough to say so. */
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
