import { lazy, useEffect } from 'react'
import { useApp } from './app-context.ts'
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
  const signedIn = useMachine('sign-in', (snapshot) => snapshot?.matches('signedIn') ?? false)
  const { world } = useApp()
  useEffect(() => {
    if (!signedIn) return
    const idle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout
    const handle = idle(() => void load().catch(() => {}))
    return () => ('cancelIdleCallback' in window ? cancelIdleCallback(handle) : clearTimeout(handle))
  }, [signedIn])
  return isOpen ? <OpenConsole world={world} /> : null
}
