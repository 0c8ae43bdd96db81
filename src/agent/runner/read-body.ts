import { isReadable, textOfBytes } from './body-text.ts'
import { KEPT_BODY_BYTES } from './captured-body.ts'
import { decodeBody } from './decode.ts'
import type { Finished } from './finished.ts'
import { bodyCodings, headerValue } from './request.ts'

/**
 * The beginning of a response body, with its content codings undone. `text` is what conditions read, null where the body stays compressed, as
 * `message` says; `isText` tells whether people read it as that.
 */
export type ReadBody = {
  text: string | null
  isText: boolean
  bytes: Buffer
  truncated: boolean
  message: string | null
}
const noBody: ReadBody = { text: '', isText: true, bytes: Buffer.alloc(0), truncated: false, message: null }

const withText = (
  read: Pick<ReadBody, 'bytes' | 'truncated' | 'message'>,
  { response }: Pick<Finished, 'response'>,
): ReadBody => {
  if (read.message !== null) return { ...read, text: null, isText: false }
  const contentType = headerValue(response?.head.headers ?? [], 'content-type') ?? ''
  const text = textOfBytes(read.bytes, contentType, read.truncated)
  return { ...read, text, isText: isReadable(text, contentType) }
}

/** Decodes at most `mostBytes` of a response body. */
export const readBody = async (response: Finished['response'], mostBytes: number): Promise<ReadBody> => {
  if (!response) return noBody
  const codings = response.isDecoded ? null : bodyCodings(response.head.headers)
  const kept = response.body.kept()
  const plain = { bytes: kept, truncated: response.body.truncated, message: null }
  const decoded = codings && kept.length > 0 ? await decodeBody(kept, codings, plain.truncated, mostBytes) : plain
  return withText(decoded, { response })
}

/** The part of a body that its result holds, of what conditions see. */
export const keptPart = (read: ReadBody, response: Finished['response']): ReadBody => {
  if (!response || read.bytes.length <= KEPT_BODY_BYTES) return read
  const bytes = read.bytes.subarray(0, KEPT_BODY_BYTES)
  return withText({ bytes, truncated: true, message: read.message }, { response })
}
