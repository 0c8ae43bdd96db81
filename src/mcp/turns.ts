type Options = {
  /** Requests of a caller that are answered at the same time. */
  readonly most: number
  /** Further ones that wait for their turn. */
  readonly mostWaiting: number
  /** Resolves when a request has waited long enough, or rejects when the signal aborts. */
  readonly patience: (signal: AbortSignal) => Promise<void>
}

/** Turns of callers, each with some at a time. */
export type Turns = {
  /** Resolves with what ends the turn; null where too many wait already, or it did not come in time. */
  take(caller: string, left: AbortSignal): Promise<(() => void) | null>
}

type Queue = { working: number; readonly waiting: (() => void)[] }

/** Opens turns: a request beyond the limit waits for one before it, in the order in which they came. */
export const openTurns = ({ most, mostWaiting, patience }: Options): Turns => {
  const queues = new Map<string, Queue>()

  const end = (caller: string, queue: Queue): void => {
    const next = queue.waiting.shift()
    // The turn is handed on.
    if (next) next()
    else queue.working -= 1
    if (queue.working === 0) queues.delete(caller)
  }

  return {
    async take(caller, left) {
      const queue: Queue = queues.get(caller) ?? { working: 0, waiting: [] }
      queues.set(caller, queue)
      const turn = () => end(caller, queue)
      if (queue.working < most) {
        queue.working += 1
        return turn
      }
      if (queue.waiting.length >= mostWaiting) return null
      const come = new AbortController()
      return new Promise((resolve) => {
        const take = () => {
          come.abort()
          resolve(turn)
        }
        queue.waiting.push(take)
        const giveUp = () => {
          const at = queue.waiting.indexOf(take)
          if (at < 0) return
          queue.waiting.splice(at, 1)
          resolve(null)
        }
        patience(AbortSignal.any([left, come.signal])).then(giveUp, giveUp)
      })
    },
  }
}
