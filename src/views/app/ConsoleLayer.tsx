import { useEffect } from 'react'
import { lineReading } from '../core/line-memory.ts'
import { useMachine, useMachineRef } from '../core/machines-of.ts'
import { lazyPart } from '../kit/part/lazy-part.tsx'
import { whenIdle } from '../parts/overlay/when-idle.ts'
import { ConsoleNotLoaded } from './ConsoleNotLoaded.tsx'
import { takeEarlyKeys } from './early-keys.ts'
import { isTyped, typeAhead } from './typed-ahead.ts'

const load = async () => {
  const [{ OpenConsole }] = await Promise.all([import('./OpenConsole.tsx'), lineReading.load()])
  return { default: OpenConsole }
}

/** By then the first screen stands: reading the console's code takes time that it would have had. */
const SETTLED_MS = 3_000
/** Milliseconds after that within which the code is fetched at the latest. */
const AHEAD_MS = 10_000

/** The console while its code is on the way: what is typed meanwhile is not lost. */
const Arriving = () => {
  const console = useMachineRef('console')
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!console || event.isComposing) return
      if (isTyped(event)) typeAhead(console, event.key)
      else if (event.key === 'Escape') console.send({ type: 'CLOSE' })
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [console])
  return null
}

const OpenConsole = lazyPart({
  load,
  arriving: () => <Arriving />,
  failed: (retry) => <ConsoleNotLoaded retry={retry} />,
})

/** The console, once it is opened; its chunk is fetched while nothing else is. */
export const ConsoleLayer = () => {
  const isOpen = useMachine('console', (snapshot) => snapshot?.matches('open') ?? false)
  const console = useMachineRef('console')
  // After the effect of `Arriving`, which hears what is typed from then on.
  useEffect(() => {
    const line = isOpen ? takeEarlyKeys().line : null
    if (line) console?.send({ type: 'TYPE', line })
  }, [isOpen, console])
  useEffect(() => {
    // A failed try is no trouble: opening the console tries again.
    const fetchAhead = () => void load().catch(() => {})
    let stopWaiting = () => {}
    const timer = setTimeout(() => {
      stopWaiting = whenIdle(fetchAhead, AHEAD_MS)
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stopWaiting()
    }
  }, [])
  return isOpen ? <OpenConsole /> : null
}
