import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { type LastDay, lastDaysMachine, type Readings } from '../../../machines/monitors/last-days.ts'
import { useChart } from '../core/use-chart.ts'
import { useServerBack } from '../core/use-server-back.ts'
import { useWorld } from '../core/use-world.ts'
import type { Monitor } from './monitor-list.ts'

type LastDays = ActorRefFrom<typeof lastDaysMachine>

const LastDaysContext = createContext<LastDays | null>(null)

/** The readings of the project whose rows were shown last, so that a list that is opened again has them. */
const kept = new WeakMap<object, { readonly projectId: string; readonly known: Readings }>()

const LastDaysOfProject = ({ projectId, children }: { projectId: string; children: ReactNode }) => {
  const world = useWorld()
  const machine = useMemo(
    () =>
      lastDaysMachine.provide({
        actors: {
          read: fromPromise(async ({ input }) => {
            const body = { call_ids: [...input.callIds] }
            return (await world.call('statistics.before', { params: { id: projectId }, body })).results
          }),
        },
      }),
    [world, projectId],
  )
  const before = kept.get(world)
  const days = useChart(machine, {
    id: machine.id,
    input: { known: before?.projectId === projectId ? before.known : {} },
  })
  useServerBack(() => days.send({ type: 'SERVER_BACK' }))
  useEffect(() => {
    const { unsubscribe } = days.subscribe(({ context: { known } }) => kept.set(world, { projectId, known }))
    return unsubscribe
  }, [days, world, projectId])
  return <LastDaysContext value={days}>{children}</LastDaysContext>
}

/** Reads the last 24 hours of the rows within that are drawn. */
export const LastDaysOf = (props: { projectId: string; children: ReactNode }) => (
  <LastDaysOfProject key={props.projectId} {...props} />
)

/** The last 24 hours of a monitor: read when its row is drawn, and again after a new result. Null until they are known. */
export const useLastDay = ({ id, last_result }: Pick<Monitor, 'id' | 'last_result'>): LastDay | null => {
  const days = useContext(LastDaysContext)
  const newest = last_result?.id ?? null
  useEffect(() => days?.send({ type: 'SEEN', id, newest, at: Date.now() }), [days, id, newest])
  return useSelector(days ?? undefined, (snapshot) => snapshot?.context.known[id]?.day ?? null)
}
