import { useActorRef } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { pollMachine } from '../../../machines/poll.ts'

/** Fetches every `everyMs` milliseconds for as long as `awaited` is true and the page is seen. `fetch` must keep its identity. */
export const usePoll = (awaited: boolean, fetch: () => void, everyMs: number): void => {
  const machine = useMemo(() => pollMachine.provide({ actions: { fetch } }), [fetch])
  const ref = useActorRef(machine, { input: { everyMs } })
  useEffect(() => {
    if (!awaited) return
    const follow = () => ref.send({ type: document.visibilityState === 'visible' ? 'SHOW' : 'HIDE' })
    ref.send({ type: 'START' })
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      ref.send({ type: 'STOP' })
    }
  }, [ref, awaited])
}
