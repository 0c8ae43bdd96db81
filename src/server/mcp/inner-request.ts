import { type IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

/** A request that the server makes to itself on behalf of another one, without a connection. */
export type InnerRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The part of a message that handlers read: a body, headers, and the connection of the outer request. */
export const innerMessage = (
  outer: IncomingMessage,
  { method, path, headers, body }: InnerRequest,
): IncomingMessage => {
  const bytes = body === null ? null : Buffer.from(body)
  const message = Object.assign(Readable.from(bytes ? [bytes] : [], { objectMode: false }), {
    method,
    url: path,
    headers: { ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
    socket: outer.socket,
    connection: outer.socket,
    httpVersion: outer.httpVersion,
  })
  // Handlers use nothing else of it: what streams and what upgrades is not called this way.
  return message as unknown as IncomingMessage
}

/**
 * The response of such a request: handlers set headers of it, which are not those of the outer one. It closes with the outer one, until it is
 * released.
 */
export const innerResponse = (
  message: IncomingMessage,
  outer: ServerResponse,
): { readonly response: ServerResponse; readonly release: () => void } => {
  const response = new ServerResponse(message)
  const close = () => response.destroy()
  if (outer.closed) close()
  else outer.once('close', close)
  return { response, release: () => outer.off('close', close) }
}
