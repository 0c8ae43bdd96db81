import type { ActorRefFrom } from 'xstate'
import type { connectionMachine } from '../../machines/connection.ts'

/** Answers are frequent; while the server answers, the chart needs only one now and then. */
const NOTED_EVERY_MS = 10_000
/** Milliseconds that a call made while the server does not answer waits for it. */
const PATIENCE_MS = 5_000

/** Joins the client to the connection's chart: tells it of answers, and ends the calls that will have none. */
export const watchAnswers = (connection: () => ActorRefFrom<typeof connectionMachine> | undefined) => {
  let notedAt = 0
  let ending: AbortController | null = null
  return {
    note(): void {
      const ref = connection()
      if (ref?.getSnapshot().hasTag('answering') && Date.now() - notedAt < NOTED_EVERY_MS) return
      notedAt = Date.now()
      ref?.send({ type: 'ANSWERED' })
    },
    /** Aborts once the server is found not to answer; where it is known not to, after a while. */
    lost(): AbortSignal {
      const ref = connection()
      const last = new AbortController()
      if (ref?.getSnapshot().hasTag('away')) setTimeout(() => last.abort(), PATIENCE_MS)
      else if (ending) return ending.signal
      else {
        ending = last
        const subscription = ref?.subscribe((snapshot) => {
          if (!snapshot.hasTag('away')) return
          subscription?.unsubscribe()
          ending = null
          last.abort()
        })
      }
      return last.signal
    },
  }
}
