import { useEffect, useRef } from 'react'

/** Minimum time between two fetches, in milliseconds: figures over a day change slowly. */
const LEAST_MS = 5_000

/** Refetches figures after new results have arrived: at once, or as soon as the last fetch is long enough ago. */
export const useFollowed = (newest: string | undefined, refetch: () => void): void => {
  const last = useRef({ newest, at: Date.now() })
  useEffect(() => {
    // Without a newest result there is nothing to follow: what is watched was deleted, or is not loaded.
    if (newest === undefined || newest === last.current.newest) return
    const follow = () => {
      last.current = { newest, at: Date.now() }
      refetch()
    }
    const timer = setTimeout(follow, Math.max(0, last.current.at + LEAST_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [newest, refetch])
}
