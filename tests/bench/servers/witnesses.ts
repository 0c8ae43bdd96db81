import { type Loopback, listenOnLoopback } from '../../support/loopback.ts'

/** One in this many monitors calls a URL that fails. */
const FAILS_EVERY = 20

export type Call = { readonly monitor: number; readonly atMs: number }

/** The called API, with its own log. */
export type Target = Loopback & { readonly calls: readonly Call[] }

/** Opens a target that logs the calls of `/<number of the monitor>`, and answers those that are divisible by `FAILS_EVERY` with 500. */
export const openTarget = async (): Promise<Target> => {
  const calls: Call[] = []
  const loopback = await listenOnLoopback((request, response) => {
    const monitor = Number(request.url?.slice(1))
    calls.push({ monitor, atMs: Date.now() })
    response.writeHead(monitor % FAILS_EVERY === 0 ? 500 : 200).end('hello')
  })
  return { ...loopback, calls }
}

export type Received = { times: number; readonly firstMs: number }

/** The receiver of alerts, with its own log by the messages' ids. */
export type Listener = Loopback & { readonly messages: ReadonlyMap<string, Received> }

export const openListener = async (): Promise<Listener> => {
  const messages = new Map<string, Received>()
  const loopback = await listenOnLoopback((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id'])
      const known = messages.get(id)
      if (known) known.times++
      else messages.set(id, { times: 1, firstMs: Date.now() })
      response.writeHead(204).end()
    })
  })
  return { ...loopback, messages }
}
