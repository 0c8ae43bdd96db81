import { useEffect, useLayoutEffect, useMemo, useReducer } from 'react'
import type { AnyActorRef, Subscription } from 'xstate'
import { kinds } from '../../commands/kinds.ts'
import { Console } from '../console/Console.tsx'
import { useApp } from '../core/app-context.ts'
import { lineHistory } from '../core/line-history.ts'
import { useMachine, useMachineRef } from '../core/machines-of.ts'

/** The console over today's world: drawn again when what there is to choose from changes. */
export const OpenConsole = () => {
  const { world, localStore } = useApp()
  const actor = useMachineRef('console')
  const cache = useMachineRef('cache')
  const user = useMachine('sign-in', (snapshot) => snapshot?.context.user)
  const search = useMachineRef('search')
  // Read once for each opening: running a line closes the console.
  const { recent, latest } = useMemo(() => {
    const history = lineHistory(localStore, user?.sub, world)
    return { recent: history.read(), latest: history.latest() }
  }, [localStore, user?.sub, world])
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const heard = new Map<AnyActorRef, Subscription>()
    /** Hears every resource, also one that was asked for while a line is typed: its answer may come after the last letter. */
    const hear = (): void => {
      for (const ref of Object.values(cache?.getSnapshot().context.resources ?? {}))
        if (!heard.has(ref)) heard.set(ref, ref.subscribe(again))
      // What came between a rendering, which asks for names, and this was heard by nobody.
      again()
    }
    const outer = cache?.subscribe(hear)
    const searched = search?.subscribe(again)
    hear()
    return () => {
      outer?.unsubscribe()
      searched?.unsubscribe()
      for (const subscription of heard.values()) subscription.unsubscribe()
    }
  }, [cache, search])
  // Names may have been given since: whether one is unique is asked anew in each console, which asks after this.
  useLayoutEffect(() => search?.send({ type: 'FORGET' }), [search])
  if (!actor) return null
  const asked = search?.getSnapshot()
  return (
    <Console
      actor={actor}
      world={world}
      recent={recent}
      latest={latest}
      search={{
        isBusy: asked?.hasTag('busy') ?? false,
        asked: asked?.context.asked?.text ?? null,
        problem: asked?.context.problem ?? null,
        ask: (request) => search?.send({ type: 'SEARCH', request }),
        listProblem: (kind) => {
          const { list } = kinds[kind]
          if (list === null || list === 'session') return null
          return cache?.getSnapshot().context.errors[list.operation]?.message ?? null
        },
        retry: () => cache?.send({ type: 'RETRY' }),
      }}
    />
  )
}
