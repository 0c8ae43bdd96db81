import { lazy, Suspense, useEffect } from 'react'
import { lineReading } from './line-memory.ts'
import { useMachine } from './machines-of.ts'

const load = async () => {
  const [{ OpenConsole }] = await Promise.all([import('./OpenConsole.tsx'), lineReading.load()])
  return { default: OpenConsole }
}
const OpenConsole = lazy(load)

/** By then the first screen stands: reading the console's code takes time that it would have had. */
const SETTLED_MS = 3_000

/** The console, once it is opened; its chunk is fetched while nothing else is. */
export const ConsoleLayer = () => {
  const isOpen = useMachine('console', (snapshot) => snapshot?.matches('open') ?? false)
  useEffect(() => {
    // A failed try is no trouble: opening the console tries again.
    const fetchAhead = () => void load().catch(() => {})
    let handle = 0
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) handle = requestIdleCallback(fetchAhead)
      else fetchAhead()
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      if (handle !== 0) cancelIdleCallback(handle)
    }
  }, [])
  return isOpen ? (
    <Suspense>
      <OpenConsole />
    </Suspense>
  ) : null
}
