import type { ServerResponse } from 'node:http'

const signals = new WeakMap<ServerResponse, AbortSignal>()

/** Signal of the client that waits for a response, aborted when it disconnects before it has all of the response. */
export const clientSignal = (response: ServerResponse): AbortSignal => {
  const known = signals.get(response)
  if (known) return known
  const leaving = new AbortController()
  const leave = () => response.writableFinished || leaving.abort()
  if (response.closed) leave()
  else response.once('close', leave)
  signals.set(response, leaving.signal)
  return leaving.signal
}
