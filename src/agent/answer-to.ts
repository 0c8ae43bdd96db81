import type { ClientRequest, IncomingMessage } from 'node:http'
import { MAX_INTERIM } from './runner/response-parser.ts'

/**
 * Waits for the response to a request of Node's client. Rejects where there is none, also where the server switches protocols unasked: Node
 * closes such a request without a response or an error.
 */
export const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim > MAX_INTERIM) request.destroy(new Error('the server sent interim (1xx) answers only'))
    })
    request.on('response', resolve)
    request.on('error', reject)
    request.on('close', () => reject(new Error('the connection was closed without an answer')))
  })
