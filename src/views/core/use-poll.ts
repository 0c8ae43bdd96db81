import { useEffect, useMemo } from 'react'
import { pollMachine } from '../../../machines/poll.ts'
import { useChart } from './use-chart.ts'

/** Fetches every `everyMs` milliseconds while `enabled` is true and the page is visible. `fetch` must keep its identity. */
export const usePoll = (enabled: boolean, fetch: () => void, everyMs: number): void => {
  const machine = useMemo(() => pollMachine.provide({ actions: { fetch } }), [fetch])
  const ref = useChart(machine, { input: { everyMs } })
  useEffect(() => {
    if (!enabled) return
    const follow = () => ref.send({ type: document.visibilityState === 'visible' ? 'SHOW' : 'HIDE' })
    ref.send({ type: 'START' })
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      ref.send({ type: 'STOP' })
    }
  }, [ref, enabled])
}
