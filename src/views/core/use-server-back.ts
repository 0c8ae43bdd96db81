import { useEffect, useRef } from 'react'
import { useMachine } from './machines-of.ts'

/** Calls a function when the server answers again after it was away. */
export const useServerBack = (onBack: () => void): void => {
  const isAway = useMachine('connection', (snapshot) => snapshot?.hasTag('away') ?? false)
  const wasAway = useRef(isAway)
  const latest = useRef(onBack)
  latest.current = onBack
  useEffect(() => {
    if (wasAway.current && !isAway) latest.current()
    wasAway.current = isAway
  }, [isAway])
}
