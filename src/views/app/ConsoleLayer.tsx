import { lazy, Suspense, useEffect } from 'react'
import { lineReading } from './line-memory.ts'
import { useMachine } from './machines-of.ts'

const load = async () => {
  const [{ OpenConsole }] = await Promise.all([import('./OpenConsole.tsx'), lineReading.load()])
  return { default: OpenConsole }
}
const OpenConsole = lazy(load)

/** The console, once it is opened; its chunk is fetched while nothing else is. */
export const ConsoleLayer = () => {
  const isOpen = useMachine('console', (snapshot) => snapshot?.matches('open') ?? false)
  useEffect(() => {
    // A failed try is no trouble: opening the console tries again.
    const fetchAhead = () => void load().catch(() => {})
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchAhead)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(fetchAhead)
    return () => cancelIdleCallback(handle)
  }, [])
  return isOpen ? (
    <Suspense>
      <OpenConsole />
    </Suspense>
  ) : null
}
