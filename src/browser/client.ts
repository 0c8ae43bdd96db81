import { FetchError, ofetch } from 'ofetch'
import { CallError, type Failure } from '../../machines/resource/failure.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import { type AnyCall, type OutgoingRequest, requestOf } from '../contract/core/client.ts'
import type { WebEndpoint } from '../contract/core/web-endpoint.ts'
import { NO_SESSION_HEADER } from '../contract/identity/sessions.ts'
import { managedNames } from '../contract/kind-neighbours.ts'
import { readLines } from './json-lines.ts'
import { upload } from './upload.ts'

export type ClientOptions = {
  /** The header that names the project of a request. */
  readonly projectHeader: string
  /** Query parameters of every request; a parameter of the call itself wins. */
  readonly defaultQuery?: Readonly<Record<string, string>>
  /** Returns the bearer token, renewed silently; null if nobody is signed in. */
  readonly token: () => Promise<string | null>
  /** Returns the open project; null if there is none. */
  readonly projectId: () => string | null
  /** Whether this device is online, as far as it knows. */
  readonly isOnline: () => boolean
  /** The server answered; a failure of the network or of a proxy in front of it is no answer. */
  readonly onAnswer?: () => void
  /** A call failed without an answer, or waits long for one. */
  readonly onDoubt?: () => void
  /** The session is over: the server refused the token, or there is none. */
  readonly onExpired?: () => void
  /** Aborts calls that the server will not answer. */
  readonly lost?: () => AbortSignal
  /** Base URL of the server; default: the page's origin. */
  readonly baseUrl?: string
  /** Milliseconds between two attempts of a request; default 1 000. */
  readonly retryDelayMs?: number
}

export type CallOptions = {
  readonly signal?: AbortSignal
  /** A project other than the open one. The server does not make it the current project. */
  readonly projectId?: string
  /** Key that prevents a repeated create from creating a second object. */
  readonly repeatKey?: string
  /** Receives each line of a streamed answer as it arrives; the call resolves with null after the last. */
  readonly onLine?: (line: unknown) => void
  /** Receives each page of a list as it arrives, including the first. */
  readonly onPage?: (rows: readonly unknown[]) => void
}

/** Calls an endpoint by name. A list of managed objects is loaded to its last page, unless the call names a limit. Rejects with a `CallError` or an `AbortError`. */
export type Call = (operation: EndpointName, input: AnyCall, options?: CallOptions) => Promise<unknown>

const RETRY = { retry: 3, retryStatusCodes: [500, 503] }
const RETRY_DELAY_MS = 1_000
/** Milliseconds without an answer after which the server is probed. */
const DOUBT_MS = 4_000
/** What a proxy says when the server behind it does not answer. */
const FROM_PROXY = new Set([502, 504])
/** The first page is small, so that rows show early; the rest is loaded in the largest pages that the server answers in time. */
const FIRST_PAGE = 100
const PAGE_SIZE = 500
const paged: ReadonlySet<string> = new Set(managedNames.map((name) => `${name}.list`))

/** Whether answers of a media type are kept as bytes: what is no text, and exports, which may be longer than a text can be. */
const isBytes = (media: string): boolean => media === 'application/octet-stream' || /^(image\/|text\/csv)/.test(media)

const responseTypeOf = ({ stream }: WebEndpoint, media: string): 'stream' | 'arrayBuffer' | 'text' =>
  stream === 'lines' ? 'stream' : isBytes(media) ? 'arrayBuffer' : 'text'

/** Message for calls after the session has ended. */
const SIGNED_OUT_TEXT = 'You were signed out. Sign in to go on: what you typed is kept.'

class SignedOut extends Error {}

const OPENING: WebEndpoint = contract['quota.read']

export const openClient = (options: ClientOptions): Call => {
  /** Keys of creates that were not answered: the same create, sent again, must not create a second object. */
  const unanswered = new Map<string, string>()

  const headersOf = async (
    endpoint: WebEndpoint,
    call: CallOptions,
    repeatKey: string,
  ): Promise<Record<string, string>> => {
    const { projectId } = call
    const open = options.projectId()
    const named = projectId ?? open
    const token = endpoint.access === 'public' ? null : await options.token()
    if (token === null && endpoint.access !== 'public') throw new SignedOut()
    return {
      accept: 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(named !== null && endpoint.access !== 'public' && { [options.projectHeader]: named }),
      // To read the quota of another project is to switch to it.
      ...(projectId !== undefined && projectId !== open && endpoint !== OPENING && { [NO_SESSION_HEADER]: '1' }),
      // A retried create must not create two objects.
      ...(endpoint.repeatable && { 'idempotency-key': repeatKey }),
    }
  }

  const send = async (operation: EndpointName, request: OutgoingRequest, call: CallOptions): Promise<unknown> => {
    const endpoint: WebEndpoint = contract[operation]
    const { name, size } = request.file ?? {}
    const same = `${operation} ${request.path} ${JSON.stringify([request.body, name, size])}`
    const repeatKey = call.repeatKey ?? unanswered.get(same) ?? randomId()
    const lost = options.lost?.()
    const signals = [call.signal, lost].flatMap((signal) => signal ?? [])
    const signal = AbortSignal.any(signals)
    // A large file takes its time without any doubt about the server.
    const doubt = request.file ? undefined : setTimeout(() => options.onDoubt?.(), DOUBT_MS)
    try {
      if (request.file) {
        const headers = await headersOf(endpoint, call, repeatKey)
        const answer = await upload({ ...request, file: request.file }, { headers, baseUrl: options.baseUrl, signal })
        options.onAnswer?.()
        unanswered.delete(same)
        return answer
      }
      const answer: unknown = await ofetch(request.path, {
        ...RETRY,
        retryDelay: options.retryDelayMs ?? RETRY_DELAY_MS,
        ...(options.baseUrl !== undefined && { baseURL: options.baseUrl }),
        method: request.method,
        headers: await headersOf(endpoint, call, repeatKey),
        ...(endpoint.stream === 'lines' && { retry: 0 }),
        credentials: 'same-origin',
        ...(request.body !== undefined && { body: request.body as Record<string, unknown> }),
        signal,
        onRequestError: () => {
          if (!signal.aborted) options.onDoubt?.()
        },
        onResponse: ({ response }) => {
          clearTimeout(doubt)
          if (FROM_PROXY.has(response.status)) options.onDoubt?.()
          else options.onAnswer?.()
        },
        ...(endpoint.media && { responseType: responseTypeOf(endpoint, endpoint.media) }),
      })
      if (answer instanceof ReadableStream) {
        await readLines(answer, (line) => call.onLine?.(line))
        return null
      }
      unanswered.delete(same)
      return answer ?? null
    } catch (error) {
      if (request.file?.signal?.aborted) throw new CallError(cancelled(operation, request), { cause: error })
      if (call.signal?.aborted) throw new DOMException('The request was aborted.', 'AbortError')
      const failure = failureOf(operation, request, error, await bodyOf(error), options.isOnline())
      // After a proxy's failure, too, the server may have created the object.
      if (failure.status === null || FROM_PROXY.has(failure.status)) unanswered.set(same, repeatKey)
      const isSignedOut = error instanceof SignedOut || (failure.status === 401 && endpoint.access !== 'public')
      if (!isSignedOut) throw new CallError(failure, { cause: error })
      options.onExpired?.()
      throw new CallError({ ...failure, status: 401, message: SIGNED_OUT_TEXT }, { cause: error })
    } finally {
      clearTimeout(doubt)
    }
  }

  return async (operation, input, call = {}) => {
    const { route, lists = 'data' }: WebEndpoint = contract[operation]
    const always = options.defaultQuery
    // A caller that names a limit wants one page.
    if (!paged.has(operation) || Object.hasOwn(input.query ?? {}, 'limit'))
      return send(operation, requestOf(route, { ...input, query: { ...always, ...(input.query ?? {}) } }), call)
    const rows: unknown[] = []
    for (let cursor: string | null = null; ; ) {
      const limit = cursor === null ? FIRST_PAGE : PAGE_SIZE
      const query = { ...always, limit, ...(input.query ?? {}), ...(cursor !== null && { cursor }) }
      const answer = (await send(operation, requestOf(route, { ...input, query }), call)) as Page
      const page = answer.data ?? answer.results ?? []
      rows.push(...page)
      call.onPage?.(page)
      cursor = answer.meta?.more ? (answer.meta.next_cursor ?? null) : null
      if (cursor === null) return { meta: { more: false, next_cursor: null }, [lists]: rows }
    }
  }
}

/** A page of a list, in `results` or `data`. Without `meta` it is the last one. */
type Page = {
  meta?: { more?: boolean; next_cursor?: string | null }
  data?: unknown[]
  results?: unknown[]
}

const randomId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('')

/** Describes a failed call: a sentence, the address, the status, and the fields of the parsed body. */
/** The body of a refusal. Where the answer was to be a stream or bytes, its refusal has not been read as text yet. */
const bodyOf = async (error: unknown): Promise<unknown> => {
  const data: unknown = error instanceof FetchError ? error.data : null
  if (!(data instanceof ReadableStream || data instanceof ArrayBuffer)) return data ?? null
  const text = await new Response(data).text().catch(() => '')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const failureOf = (
  operation: EndpointName,
  { path }: OutgoingRequest,
  error: unknown,
  body: unknown,
  isOnline: boolean,
): Failure => {
  const url = path.split('?')[0] ?? path
  const at = Date.now()
  if (!(error instanceof FetchError) || error.status === undefined) {
    const message = contract[operation].effect === 'read' ? unreadSentence(isOnline) : unsavedSentence(isOnline)
    return { operation, message, status: null, statusText: '', url, problems: [], body: null, at }
  }
  const { status, statusText = '' } = error
  const retryAfterSeconds = Number(error.response?.headers.get('retry-after'))
  const said = sentenceOf(body, url, status, statusText)
  return { operation, ...said, status, statusText, url, body, at, ...(retryAfterSeconds > 0 && { retryAfterSeconds }) }
}

/** The failure of an upload that a person cancelled: the server was told nothing that it would keep. */
const cancelled = (operation: EndpointName, { path: url }: OutgoingRequest): Failure => {
  const message = 'The upload was cancelled.'
  return { operation, message, status: 499, statusText: '', url, problems: [], body: null, at: Date.now() }
}

const unreadSentence = (isOnline: boolean): string =>
  isOnline
    ? 'The server cannot be reached. Check that it runs, then try again.'
    : 'This device is offline. The data shown may be out of date.'

/** A write without an answer may be stored: only the answer was lost. */
const unsavedSentence = (isOnline: boolean): string =>
  `${isOnline ? 'The server did not answer' : 'This device is offline'}. Your change may not have been saved.`

const sentenceOf = (
  body: unknown,
  url: string,
  status: number,
  statusText: string,
): Pick<Failure, 'message' | 'problems'> => {
  const { detail, error_msg, fields } = (typeof body === 'object' && body !== null ? body : {}) as RefusalBody
  const list = Array.isArray(detail) ? detail : (fields ?? [])
  const problems = list.map(({ loc = [], msg = '' }) => ({ field: fieldOf(loc), message: msg }))
  const said = typeof detail === 'string' ? detail : (error_msg ?? problems.map(({ message }) => message).join(' '))
  return { message: said || `${url} answered ${status} ${statusText}.`, problems }
}

/** Formats `['request', 'headers', 2, 'key']` as `request.headers[2].key`. */
const fieldOf = (loc: readonly (string | number)[]): string =>
  loc.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')

type FieldProblem = { loc?: (string | number)[]; msg?: string }
type RefusalBody = { detail?: string | FieldProblem[]; error_msg?: string; fields?: FieldProblem[] }
