import type { IncomingMessage, ServerResponse } from 'node:http'

/** Time for a client to stop sending after its response (ms). */
const GRACE_MS = 2_000

/**
 * Closes the connection if a client keeps sending after the response, for example the rest of a refused body, which could go on for
 * ever.
 */
export const endWithAnswer = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete) return
    setTimeout(() => request.complete || request.socket.destroy(), GRACE_MS).unref()
  })
}
