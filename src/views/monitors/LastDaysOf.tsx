import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useWorld } from '../core/use-world.ts'
import { type LastDay, type LastDays, lastDays } from './last-day.ts'
import type { Monitor } from './monitor-list.ts'

const LastDaysContext = createContext<LastDays | null>(null)

const kept = new WeakMap<object, Map<string, LastDays>>()

/** The readings of a project: kept for as long as the app runs, so that a list that is opened again has them. */
export const LastDaysOf = ({ projectId, children }: { projectId: string; children: ReactNode }) => {
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

/** The last 24 hours of a monitor: read when its row is drawn, and again after a new result. Null until they are known. */
export const useLastDay = ({ id, last_result }: Pick<Monitor, 'id' | 'last_result'>): LastDay | null => {
  const days = useContext(LastDaysContext)
  const day = useSyncExternalStore(days?.subscribe ?? nothing, () => days?.of(id) ?? null)
  const newest = last_result?.id ?? null
  useEffect(() => days?.want(id, newest), [days, id, newest])
  return day
}
