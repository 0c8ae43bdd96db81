import type { IncomingMessage } from 'node:http'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { cutText } from '../../domain/core/cut-text.ts'
import { guardedAnswer, HOW_TO_ALLOW, hostOf, NoAnswer } from '../delivery/guarded-answer.ts'
import type { UploadSink } from '../http/multipart.ts'
import { Refusal } from '../refusal.ts'
import type { StoredContent } from '../store/files/contents.ts'

/** Time for all redirects and the whole file. */
const TIMEOUT_MS = 20_000
const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** A file as it was fetched; the media type is the one that the server named. */
export type Fetched = StoredContent & { readonly mediaType: string; readonly fileName: string }

type Options = {
  readonly allowed: readonly AllowRule[]
  readonly userAgent: string
  readonly open: () => Promise<UploadSink | Refusal>
  /** For tests. */
  readonly timeoutMs?: number
}

const SLOW = 'did not send the file within 20 s.'

/** The last part of an address, which names the file. */
const nameIn = ({ pathname }: URL): string => {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return cutText(decodeURIComponent(last).replace(/[\p{Cc}/\\]/gu, ''), 255)
  } catch {
    return last.slice(0, 255)
  }
}

/** Requests an address through the guard; a sentence if there is no response. */
const request = async (
  url: URL,
  { allowed, userAgent }: Options,
  signal: AbortSignal,
): Promise<IncomingMessage | string> => {
  try {
    const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' }
    return await guardedAnswer(url, { method: 'GET', headers, body: '', allowed, signal })
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause
    if (cause.kind === 'late') return SLOW
    return cause.kind === 'private'
      ? `leads to ${hostOf(url)}, which is not a public address. ${HOW_TO_ALLOW}`
      : `cannot be fetched: ${cause.message}`
  }
}

const nextHop = (response: IncomingMessage, from: URL): URL | string | null => {
  const { statusCode = 0, headers } = response
  if (!REDIRECTS.has(statusCode)) return null
  response.destroy()
  const location = headers.location ?? ''
  if (!URL.canParse(location, from.href)) return 'redirects to an invalid address.'
  const to = new URL(location, from.href)
  return to.protocol === 'https:' || to.protocol === 'http:' ? to : `redirects to ${to.protocol}, not to http or https.`
}

const store = async (response: IncomingMessage, sink: UploadSink): Promise<StoredContent | Refusal | string> => {
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      const refusal = await sink.write(piece)
      if (refusal) return refusal
    }
    return response.complete ? await sink.finish() : 'ended before the file was complete.'
  } catch {
    return 'ended before the file was complete, or took longer than 20 s.'
  } finally {
    response.destroy()
  }
}

/**
 * Fetches a file into the store: the guard against private addresses checks each hop, and size and time are bounded. Returns a sentence
 * about the address where it leads to no file.
 */
export const fetchFile = async (address: string, options: Options): Promise<Fetched | Refusal | string> => {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  let url = new URL(address)
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    url.username = ''
    url.password = ''
    const response = await request(url, options, signal)
    if (typeof response === 'string') return response
    const next = nextHop(response, url)
    if (typeof next === 'string') return next
    if (next) {
      url = next
      continue
    }
    const { statusCode = 0, headers } = response
    const coding = headers['content-encoding'] ?? 'identity'
    if (statusCode < 200 || statusCode >= 300 || coding !== 'identity') {
      response.destroy()
      return coding === 'identity'
        ? `answered ${statusCode} instead of a file.`
        : `sent a file compressed as ${coding}.`
    }
    const sink = await options.open()
    if (sink instanceof Refusal) {
      response.destroy()
      return sink
    }
    const stored = await store(response, sink)
    if (typeof stored === 'string' || stored instanceof Refusal) {
      await sink.abandon()
      return stored
    }
    return { ...stored, mediaType: headers['content-type'] ?? '', fileName: nameIn(url) }
  }
  return `redirects more than ${MOST_REDIRECTS} times.`
}
