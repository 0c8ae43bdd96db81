import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { invalid, Refusal } from '../refusal.ts'
import { mayHoldUnstorable, unstorableText } from './storable-text.ts'

const inflate = promisify(gunzip)

const PERSON_BYTES = 4 * 1024 * 1024
const AGENT_BYTES = 64 * 1024 * 1024

/** What a body may hold: people write small things, agents report many results at once. */
export const bodyLimit = (audience: string): number => (audience === 'agent' ? AGENT_BYTES : PERSON_BYTES)

/** Reads a JSON body, gzip'ed or not, of at most `limit` bytes. An empty body is an empty object. */
export const readJson = async (request: IncomingMessage, limit: number): Promise<{ value: unknown } | Refusal> => {
  const tooLarge = new Refusal(413, 'body_too_large', `The body is larger than ${limit / 1024 / 1024} MiB.`)
  if (Number(request.headers['content-length'] ?? 0) > limit) return tooLarge
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) return tooLarge
    chunks.push(chunk)
  }
  let bytes: Buffer = Buffer.concat(chunks)
  if (request.headers['content-encoding'] === 'gzip') {
    try {
      bytes = await inflate(bytes, { maxOutputLength: limit })
    } catch (cause) {
      const large = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      return large ? tooLarge : new Refusal(400, 'malformed_body', 'The body is not valid gzip.')
    }
  }
  if (bytes.length === 0) return { value: {} }
  const text = bytes.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return new Refusal(422, 'invalid', 'The body must be a JSON object.')
    const problems = mayHoldUnstorable(text) ? unstorableText(value, '') : []
    return problems.length > 0 ? invalid(problems) : { value }
  } catch (cause) {
    return new Refusal(400, 'malformed_body', `The body is not valid JSON: ${(cause as Error).message}.`)
  }
}
