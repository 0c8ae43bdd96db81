import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useWorld } from '../core/use-world.ts'
import { Sparkline } from '../parts/chart/Sparkline.tsx'
import { type LastDays, lastDays, sparkOf } from './last-day.ts'

const LastDaysContext = createContext<LastDays | null>(null)

const kept = new WeakMap<object, Map<string, LastDays>>()

/** The readings of a project: kept for as long as the app runs, so that a list that is opened again has them. */
export const LastDaysOf = ({ projectId, children }: { projectId: string; children: React.ReactNode }) => {
  const world = useWorld()
  const days = useMemo(() => {
    const ofWorld = kept.get(world) ?? new Map<string, LastDays>()
    kept.set(world, ofWorld)
    const made =
      ofWorld.get(projectId) ??
      lastDays(
        (call_ids) => world.call('statistics.before', { params: { id: projectId }, body: { call_ids: [...call_ids] } }),
        Date.now,
      )
    ofWorld.set(projectId, made)
    return made
  }, [world, projectId])
  return <LastDaysContext value={days}>{children}</LastDaysContext>
}

const nothing = () => () => {}

/** The last 24 hours of a monitor; read when the row is drawn. */
export const MonitorSparkline = ({ callId }: { callId: string }) => {
  const days = useContext(LastDaysContext)
  const day = useSyncExternalStore(days?.subscribe ?? nothing, () => days?.of(callId) ?? null)
  useEffect(() => days?.want(callId), [days, callId])
  const spark = useMemo(() => (day ? sparkOf(day, Date.now()) : null), [day])
  return <Sparkline values={spark?.values ?? []} failed={spark?.failed ?? []} />
}
