import { openTurnstile } from '../../http/turnstile.ts'

/** Longest turns in milliseconds: while nobody else waits, and while other replays do. */
export type TurnLimits = { readonly aloneMs: number; readonly sharedMs: number }

/** With 8 s each, the last of fifteen replays that begin together waits for less than a minute. */
export const TURN_LIMITS: TurnLimits = { aloneMs: 30_000, sharedMs: 8_000 }

/** Time after a turn in which its last answer is sent. A client that does not read must not keep the place. */
const GRACE_MS = 5_000

/** The turn of a replay, which waits for it first. */
export type Turn = {
  /** Resolves when the turn begins, or is given up before. */
  readonly begun: Promise<void>
  /** Whether the turn has begun. */
  hasBegun(): boolean
  /** Why the turn has to end now; null while it may go on. */
  endsFor(): 'time' | 'others' | null
  /** Resolves at the end of a turn for which nobody else waits. */
  readonly timeIsUp: Promise<void>
  /** Aborted when the turn is given up: the client has left, did not read the last answer in time, or `leave` was called. */
  readonly signal: AbortSignal
  leave(): void
}

/** Waits for a turn of a project; `client` is aborted when the client leaves. */
export type WaitForTurn = (projectKey: number, client: AbortSignal) => Turn

/** Opens the turns of a server's replays. */
export const openReplayTurns = ({ aloneMs, sharedMs }: TurnLimits): WaitForTurn => {
  // Each replay keeps a thread busy. One of a project leaves room for one of another project.
  const turns = openTurnstile({ most: 2, ofProject: 1 })
  const waiting = new Set<AbortSignal>()

  return (projectKey, client) => {
    const place = new AbortController()
    const { signal } = place
    const leave = () => place.abort()
    const left = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    void left.then(() => waiting.delete(signal))
    let beganMs: number | null = null
    let endTime = () => {}
    const timeIsUp = new Promise<void>((resolve) => {
      endTime = resolve
    })
    const take = async () => {
      if (signal.aborted) return
      waiting.delete(signal)
      beganMs = performance.now()
      const timers = [setTimeout(endTime, aloneMs), setTimeout(leave, aloneMs + GRACE_MS)]
      await left
      for (const timer of timers) clearTimeout(timer)
    }
    waiting.add(signal)
    const begun = new Promise<void>((resolve) => {
      void turns(projectKey, async () => {
        const taken = take()
        resolve()
        await taken
      })
    })
    if (client.aborted) leave()
    else client.addEventListener('abort', leave, { once: true })
    return {
      begun: Promise.race([begun, left]),
      hasBegun: () => beganMs !== null,
      endsFor: () => {
        const passedMs = beganMs === null ? 0 : performance.now() - beganMs
        if (passedMs >= aloneMs) return 'time'
        return waiting.size > 0 && passedMs >= sharedMs ? 'others' : null
      },
      timeIsUp,
      signal,
      leave,
    }
  }
}
