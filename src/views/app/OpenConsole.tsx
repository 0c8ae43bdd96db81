import { useEffect, useReducer } from 'react'
import { Console } from '../console/Console.tsx'
import { useApp } from '../core/app-context.ts'
import { recentLines } from '../core/line-memory.ts'
import { useMachine, useMachineRef } from '../core/machines-of.ts'

/** The console over today's world: drawn again when what there is to choose from changes. */
export const OpenConsole = () => {
  const { world, localStore } = useApp()
  const actor = useMachineRef('console')
  const cache = useMachineRef('cache')
  const user = useMachine('sign-in', (snapshot) => snapshot?.context.user)
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const subscriptions = Object.values(cache?.getSnapshot().context.resources ?? {}).map((ref) => ref.subscribe(again))
    const outer = cache?.subscribe(again)
    return () => {
      outer?.unsubscribe()
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [cache])
  return actor ? <Console actor={actor} world={world} recent={recentLines(localStore, () => user?.sub).read()} /> : null
}
