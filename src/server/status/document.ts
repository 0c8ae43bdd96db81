import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller documents fit into one packet uncompressed. */
const WORTH_COMPRESSING_BYTES = 1024

type Form = { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> }

/** A served document, with all of its forms ready to send. */
export type Document = {
  readonly tag: string
  /** When its text last changed (ms), in whole seconds as HTTP says it. */
  readonly changed: number
  readonly forms: Readonly<Record<'identity' | 'gzip' | 'br', Form>>
}

/** Headers that a document has besides those of its form. */
export type DocumentHeaders = Readonly<Record<string, string>>

/** Makes a document of a text. One with the text of `before` is that document, so that its time and entity tag stay. */
export const documentOf = async (
  text: string,
  { headers, before, now }: { headers: DocumentHeaders; before: Document | undefined; now: number },
): Promise<Document> => {
  const bytes = Buffer.from(text)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  if (before?.tag === tag) return before
  const changed = Math.floor(now / 1000) * 1000
  const form = (body: Buffer, encoding: string | null): Form => ({
    bytes: body,
    headers: {
      ...headers,
      etag: `"${tag}${encoding === null ? '' : `-${encoding}`}"`,
      'last-modified': new Date(changed).toUTCString(),
      vary: 'accept-encoding',
      ...(encoding !== null && { 'content-encoding': encoding }),
    },
  })
  const identity = form(bytes, null)
  if (bytes.length < WORTH_COMPRESSING_BYTES) return { tag, changed, forms: { identity, gzip: identity, br: identity } }
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(bytes, { level: 6 }),
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ])
  return { tag, changed, forms: { identity, gzip: form(zipped, 'gzip'), br: form(brotli, 'br') } }
}

/** Sends a document in the best form that the client accepts, or 304 if the client has it. */
export const sendDocument = (request: IncomingMessage, response: ServerResponse, document: Document): void => {
  const { headers } = request
  const { bytes, headers: own } = document.forms[encodingIn(headers['accept-encoding'])]
  if (isKnown(headers, own.etag ?? '', document.changed)) {
    response.writeHead(304, own)
    response.end()
    return
  }
  response.writeHead(200, { ...own, 'content-length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

const encodingIn = (accepted: string | string[] | undefined): 'identity' | 'gzip' | 'br' => {
  if (typeof accepted !== 'string') return 'identity'
  let found: 'identity' | 'gzip' | 'br' = 'identity'
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', quality = ''] = part.split(';')
    if (/^\s*q=0(\.0*)?\s*$/.test(quality)) continue
    if (name.trim() === 'br') return 'br'
    if (name.trim() === 'gzip') found = 'gzip'
  }
  return found
}

/** Whether the client has this version. An entity tag counts more than a time. */
const isKnown = (headers: IncomingMessage['headers'], etag: string, changed: number): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
  const since = headers['if-modified-since']
  return since !== undefined && Date.parse(since) >= changed
}
