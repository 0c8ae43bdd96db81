import { KEPT_BODY_BYTES } from './captured-body.ts'
import { decodeBody, textOfBody } from './decode.ts'
import type { Finished } from './finished.ts'
import { headerValue } from './request.ts'

/** The beginning of a response body, decoded; `text` is null if it is none. */
export type ReadBody = { text: string | null; bytes: Buffer; truncated: boolean; message: string | null }
const noBody: ReadBody = { text: null, bytes: Buffer.alloc(0), truncated: false, message: null }

/** Decodes at most `mostBytes` of a response body. */
export const readBody = async (response: Finished['response'], mostBytes: number): Promise<ReadBody> => {
  if (!response) return noBody
  const { headers } = response.head
  const codings = response.isDecoded ? null : headerValue(headers, 'content-encoding')
  const kept = response.body.kept()
  const plain = { bytes: kept, truncated: response.body.truncated, message: null }
  const decoded = codings && kept.length > 0 ? await decodeBody(kept, codings, plain.truncated, mostBytes) : plain
  return {
    ...decoded,
    text: textOfBody(decoded.bytes, headerValue(headers, 'content-type') ?? '', decoded.truncated),
  }
}

/** The part of a body that its result holds, of what conditions see. */
export const keptPart = (read: ReadBody, response: Finished['response']): ReadBody => {
  if (!response || read.bytes.length <= KEPT_BODY_BYTES) return read
  const bytes = read.bytes.subarray(0, KEPT_BODY_BYTES)
  const text = textOfBody(bytes, headerValue(response.head.headers, 'content-type') ?? '', true)
  return { ...read, bytes, text, truncated: true }
}
