import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../refusal.ts'
import { endWithAnswer } from './leftover.ts'
import { refusalBody } from './refusal-body.ts'

/** Refuses a request while the server starts or stops. The connection ends with it, so that a proxy takes another one. */
export const answerUnavailable = (request: IncomingMessage, response: ServerResponse, sentence: string): void => {
  endWithAnswer(request, response)
  const refusal = new Refusal(503, 'unavailable', sentence)
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' })
  response.end(JSON.stringify(refusalBody(request.url ?? '/', refusal)))
}
