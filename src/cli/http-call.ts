import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CallError, type Failure, type FieldProblem } from '../../machines/resource/failure.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import { type AnyCall, requestOf } from '../contract/core/client.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'
import { NO_SESSION_HEADER } from '../contract/identity/sessions.ts'
import { requestHeaders } from './request-headers.ts'
import { lostSentence, MAY_BE_DONE, mayHaveArrived, unreachableSentence } from './unreachable.ts'

/** Access to a server: its address, and the caller. */
export type ServerAccess = {
  /** The public URL, without a trailing slash. */
  readonly url: string
  /** The header that names the project of a request. */
  readonly projectHeader: string
  /** Query parameters of every request; a parameter of the call itself wins. */
  readonly defaultQuery: Readonly<Record<string, string>>
  /** A bearer token that holds now; null where nobody is signed in. `renew`: the server refused the last one. */
  readonly token: (renew: boolean) => Promise<string | null>
  /** The program as the audit log names it; absent: this terminal with its version. */
  readonly program?: string
}

/** Attempts of a request that the server did not answer, or answered that it is starting. */
const ATTEMPTS = 3
const BETWEEN_MS = 400
/** A server that is overloaded says how long to wait; for longer, a terminal gives up. */
const LONGEST_WAIT_S = 20
const AGAIN = new Set([500, 502, 503, 504])

/** Answers of a proxy that gave up on the server, or of a server that failed on its way: it may have carried out what it was sent. */
const UNDECIDED = new Set([500, 502, 504])

/** Calls endpoints of a server over HTTP. Rejects with a `CallError`; its status is null where the server did not answer. */
export const openHttpCall = ({ url, projectHeader, defaultQuery, token, program }: ServerAccess): HeadlessCall => {
  const send = async (
    operation: EndpointName,
    input: AnyCall,
    headers: Record<string, string>,
    isRenewed: boolean,
  ): Promise<unknown> => {
    const endpoint: AnyEndpoint = contract[operation]
    const request = requestOf(endpoint.route, { ...input, query: { ...defaultQuery, ...Object(input.query) } })
    const bearer = await token(isRenewed)
    const all = {
      ...requestHeaders({ program, bearer }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    let mayBeDone = false
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(url + request.path, {
        method: request.method,
        headers: all,
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      }).catch((cause: unknown) => cause as Error)
      const isLast = attempt >= ATTEMPTS
      if (answer instanceof Error) {
        mayBeDone ||= endpoint.effect !== 'read' && mayHaveArrived(answer)
        // A write whose answer was lost may have been carried out: only one with a key is sent again.
        if (!isLast && (endpoint.effect === 'read' || endpoint.repeatable)) await pause(BETWEEN_MS * attempt)
        else throw unanswered(operation, url, answer, mayBeDone)
      } else if (answer.status === 401 && !isRenewed && bearer !== null) {
        await answer.body?.cancel()
        return send(operation, input, headers, true)
      } else if (!answer.ok) {
        const waitS = Number(answer.headers.get('retry-after'))
        const mayWait = answer.status === 429 && waitS > 0 && waitS <= LONGEST_WAIT_S
        // A server that is starting has carried nothing out; of other failures that is not known.
        const mayRepeat =
          AGAIN.has(answer.status) && (endpoint.effect === 'read' || (answer.status === 503 && endpoint.repeatable))
        if (isLast || !(mayWait || mayRepeat)) throw await refused(operation, request.path, answer)
        await answer.body?.cancel()
        await pause(mayWait ? waitS * 1000 : BETWEEN_MS * attempt)
      } else
        return bodyOf(answer, endpoint).catch((cause: Error) => {
          const isDone = endpoint.effect !== 'read'
          throw cause instanceof SyntaxError ? strange(operation, url) : unanswered(operation, url, cause, isDone)
        })
    }
  }
  return (operation, input, { projectId, repeatKey }) =>
    send(
      operation,
      input,
      {
        ...(projectId !== null && { [projectHeader]: projectId }),
        // A terminal does not change which project the web app opens.
        [NO_SESSION_HEADER]: '1',
        ...(contract[operation].effect !== 'read' && { 'idempotency-key': repeatKey ?? randomUUID() }),
      },
      false,
    )
}

const isText = (media: string): boolean => /^(text\/|application\/(json|problem))/.test(media)

const bodyOf = async (answer: Response, { media }: AnyEndpoint): Promise<unknown> => {
  if (media !== undefined) return isText(media) ? answer.text() : answer.arrayBuffer()
  const text = await answer.text()
  return text === '' ? null : JSON.parse(text)
}

const unanswered = (operation: EndpointName, url: string, cause: Error, mayBeDone: boolean): CallError => {
  const message = mayBeDone ? lostSentence(url, cause) : unreachableSentence(url, cause)
  return failed({ operation, message, status: null, statusText: '', url, problems: [], body: null, mayBeDone }, cause)
}

/** The failure of a call that something else than Sonde answered, such as a proxy with a page of its own. */
const strange = (operation: EndpointName, url: string): CallError => {
  const message = `${url} answered with something that is no answer of Sonde. A proxy may have answered in its place.`
  return failed({ operation, message, status: null, statusText: '', url, problems: [], body: null, mayBeDone: true })
}

const failed = (failure: Omit<Failure, 'at'>, cause?: unknown): CallError =>
  new CallError({ ...failure, at: Date.now() }, { cause })

type SaidField = { loc?: (string | number)[]; msg?: string }
/** An error of the API; version 2 calls its fields otherwise. */
type Said = { detail?: string | SaidField[]; error_msg?: string; fields?: SaidField[] }

const refused = async (operation: EndpointName, path: string, answer: Response): Promise<CallError> => {
  const { status, statusText } = answer
  const text = await answer.text().catch(() => '')
  const body = parsed(text)
  const { detail, error_msg, fields = [] } = (typeof body === 'object' && body !== null ? body : {}) as Said
  const problems: FieldProblem[] = (Array.isArray(detail) ? detail : fields).map(({ loc = [], msg = '' }) => ({
    field: loc.join('.'),
    message: msg,
  }))
  const said = typeof detail === 'string' ? detail : (error_msg ?? problems.map(({ message }) => message).join(' '))
  const url = path.split('?')[0] ?? path
  const told = said || `${url} answered ${status} ${statusText}.`
  const mayBeDone = UNDECIDED.has(status) && contract[operation].effect !== 'read'
  const message = mayBeDone ? `${told} ${MAY_BE_DONE}` : told
  return failed({ operation, message, status, statusText, url, problems, body, mayBeDone })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
