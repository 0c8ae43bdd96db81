import type { IncomingMessage } from 'node:http'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import { type Caller, isUnconfirmed } from '../access/caller.ts'
import { invalid, Refusal } from '../refusal.ts'
import { hasBody, readBounded, tooLarge } from './bounded-bytes.ts'
import { PIECE_BYTES, parseInPieces } from './json-pieces.ts'
import { JsonScan } from './json-scan.ts'
import { mayHoldUnstorable, unstorableText } from './storable-text.ts'

/** Some clients send an empty object with every request. */
const IGNORED_BYTES = 16 * 1024

/** The largest body of an account whose address is not confirmed: anybody may have one. */
const UNCONFIRMED_BYTES = 64 * 1024

/** Returns the largest body that an endpoint accepts from this caller. */
export const bodyLimit = (endpoint: AnyEndpoint, caller: Caller): number => {
  if (caller.kind === 'anonymous') return endpoint.maxBodyBytes
  const most = Math.max(endpoint.maxBodyBytes, endpoint.maxBodyBytesWithToken ?? 0)
  return isUnconfirmed(caller) ? Math.min(most, UNCONFIRMED_BYTES) : most
}

/**
 * Reads a JSON body, gzipped or not, of at most `limitBytes`. Its structure is bounded while it arrives, and a large body is parsed in
 * pieces, so that no body blocks the event loop. An empty body is an empty object.
 */
export const readJson = async (request: IncomingMessage, limitBytes: number): Promise<{ value: unknown } | Refusal> => {
  const pieces: Buffer[] = []
  const scan = new JsonScan()
  const refusal = await readBounded(request, limitBytes, (piece) => {
    const objection = scan.read(piece)
    if (objection)
      return new Refusal(objection.status, objection.status === 400 ? 'malformed_body' : 'invalid', objection.message)
    pieces.push(piece)
    return null
  })
  if (refusal) return refusal
  const bytes = Buffer.concat(pieces)
  if (bytes.length === 0) return { value: {} }
  try {
    const value =
      bytes.length > PIECE_BYTES && scan.longestList
        ? await parseInPieces(bytes, scan.longestList)
        : (JSON.parse(bytes.toString('utf8')) as unknown)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return new Refusal(422, 'invalid', 'The body must be a JSON object.')
    const problems = mayHoldUnstorable(bytes) ? unstorableText(value, '') : []
    return problems.length > 0 ? invalid(problems) : { value }
  } catch (cause) {
    return new Refusal(400, 'malformed_body', `The body is not valid JSON: ${(cause as Error).message}.`)
  }
}

/** Discards a body that the endpoint does not expect; refuses one larger than 16 KiB. */
export const ignoreBody = async (request: IncomingMessage): Promise<Refusal | null> => {
  if (!hasBody(request)) return null
  if (Number(request.headers['content-length'] ?? 0) > IGNORED_BYTES) return tooLarge(IGNORED_BYTES)
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > IGNORED_BYTES) return tooLarge(IGNORED_BYTES)
  }
  return null
}
