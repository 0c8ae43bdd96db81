import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long whoever has their answer may go on sending (ms). */
const GRACE_MS = 2_000

/**
 * Hangs up where a request goes on after its answer: what is still to come, as the rest of a body that was refused, is not
 * waited for, and could go on for ever.
 */
export const endWithAnswer = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete) return
    setTimeout(() => request.complete || request.socket.destroy(), GRACE_MS).unref()
  })
}
