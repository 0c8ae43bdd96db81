import type { ReplayEvent, ReplayLine, ReplayRequest } from '../../machines/alerts/replay.ts'
import { messageOf } from '../../machines/resource/failure.ts'
import type { Call } from './client.ts'

/** Returns the effect that replays an alert at the server, and tells each line of its answer. The function it returns closes the connection. */
export const replayWith =
  (call: Call) =>
  (body: ReplayRequest, tell: (event: ReplayEvent) => void): (() => void) => {
    const ending = new AbortController()
    const { signal } = ending
    // The lines have the types that the contract gives them.
    const onLine = (line: unknown) => tell({ type: 'LINE', line: line as ReplayLine })
    call('alert.replay', { body }, { signal, onLine }).then(
      () => tell({ type: 'ENDED' }),
      (cause: unknown) => {
        if (!signal.aborted) tell({ type: 'FAILED', message: messageOf(cause) })
      },
    )
    return () => ending.abort()
  }
