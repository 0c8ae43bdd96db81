import { useEffect, useRef } from 'react'

/** Figures over a day move slowly: they are read again at most this often, however many results come in. */
const LEAST_MS = 15_000

/** Reads figures again when something that they are made of has come in. */
export const useFollowed = (newest: string | undefined, refetch: () => void): void => {
  const last = useRef({ newest, at: Date.now() })
  useEffect(() => {
    if (newest === last.current.newest || Date.now() - last.current.at < LEAST_MS) return
    last.current = { newest, at: Date.now() }
    refetch()
  }, [newest, refetch])
}
