import { connect } from 'node:net'

const PROBE_TIMEOUT_MS = 3_000
/** One answer serves all calls that fail at about the same time. */
const FRESH_MS = 5_000

const reaches = (to: { host: string; port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ ...to, timeout: PROBE_TIMEOUT_MS })
    const finish = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket.on('connect', () => finish(true))
    socket.on('timeout', () => finish(false))
    socket.on('error', () => finish(false))
  })

/** Makes the question whether the agent's own network is up: can it open a connection to this place? */
export const networkProbe = (to: { host: string; port: number }, steadyMs: () => number): (() => Promise<boolean>) => {
  let askedMs = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(true)
  return () => {
    if (steadyMs() - askedMs > FRESH_MS) {
      askedMs = steadyMs()
      answer = reaches(to)
    }
    return answer
  }
}
