import { useEffect, useRef } from 'react'

/** Minimum time between two fetches, in milliseconds: figures over a day change slowly. */
const LEAST_MS = 15_000

/** Refetches figures after new results have arrived. */
export const useFollowed = (newest: string | undefined, refetch: () => void): void => {
  const last = useRef({ newest, at: Date.now() })
  useEffect(() => {
    if (newest === last.current.newest || Date.now() - last.current.at < LEAST_MS) return
    last.current = { newest, at: Date.now() }
    refetch()
  }, [newest, refetch])
}
