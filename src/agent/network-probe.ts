import { connect } from 'node:net'

const PROBE_TIMEOUT_MS = 3_000
/** Milliseconds for which a result is reused, so that calls failing at about the same time share it. */
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

/** Creates a check of the agent's own network: whether it can open a connection to this address. */
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
