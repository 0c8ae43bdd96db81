import { Refusal } from '../refusal.ts'

/** The requests that the server is working on. */
export type RequestsUnderWay = {
  /** Does the work of a request; refuses it once the server stops. */
  during<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | Refusal>
  /** Begins no more work, and waits for what is under way, `mostMs` at most. Returns the number of requests that go on then. */
  stop(mostMs: number): Promise<number>
}

export const requestsUnderWay = (): RequestsUnderWay => {
  let count = 0
  let isStopping = false
  let ended = () => {}
  return {
    async during(work) {
      if (isStopping) return new Refusal(503, 'unavailable', 'The server is stopping; try again shortly.')
      count++
      try {
        return await work()
      } finally {
        count--
        if (count === 0) ended()
      }
    },
    async stop(mostMs) {
      isStopping = true
      if (count === 0) return 0
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs)
        ended = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      return count
    },
  }
}
