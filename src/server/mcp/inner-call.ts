import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import { CallError, type FieldProblem } from '../../../machines/resource/failure.ts'
import { contract } from '../../contract/contract.ts'
import { type AnyCall, requestOf } from '../../contract/core/client.ts'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import { NO_SESSION_HEADER } from '../../contract/identity/sessions.ts'
import type { ToolboxOptions } from '../../mcp/toolbox.ts'
import type { Bindings } from '../http/answer.ts'
import { innerMessage, innerResponse } from './inner-request.ts'

type Options = {
  readonly app: Hono<Bindings>
  readonly url: string
  readonly projectHeader: string
  readonly outer: { readonly request: IncomingMessage; readonly response: ServerResponse }
  readonly authorization: string
  /** Names the application in the audit log. */
  readonly userAgent: string
}

/**
 * Calls endpoints within this process, by the way that a request from outside takes: the same identification, limits, rights, audit
 * entries and transactions.
 */
export const innerCall =
  ({ app, url, projectHeader, outer, authorization, userAgent }: Options): ToolboxOptions['call'] =>
  async (operation, input, { projectId, repeatKey }) => {
    const endpoint: AnyEndpoint = contract[operation]
    const { method, path, body } = requestOf(endpoint.route, input as AnyCall)
    const forwarded = outer.request.headers['x-forwarded-for']
    const headers = {
      accept: 'application/json',
      authorization,
      'user-agent': userAgent,
      [NO_SESSION_HEADER.toLowerCase()]: '1',
      ...(projectId !== null && { [projectHeader.toLowerCase()]: projectId }),
      ...(forwarded !== undefined && { 'x-forwarded-for': String(forwarded) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(endpoint.effect !== 'read' && { 'idempotency-key': repeatKey ?? randomUUID() }),
    }
    const text = body === undefined ? null : JSON.stringify(body)
    const incoming = innerMessage(outer.request, { method, path, headers, body: text })
    const { response: outgoing, release } = innerResponse(incoming, outer.response)
    try {
      const bindings = { incoming, outgoing, isTool: true }
      const answer = await app.fetch(new Request(url + path, { method, headers }), bindings)
      if (!answer.ok) throw await failureOf(operation, path, answer)
      const media = answer.headers.get('content-type') ?? ''
      if (answer.status === 204) return null
      if (media.includes('json')) return await answer.json()
      return await (media.startsWith('text/') ? answer.text() : answer.arrayBuffer())
    } finally {
      release()
    }
  }

type Said = { detail?: string | { loc?: (string | number)[]; msg?: string }[]; error_msg?: string }

const failureOf = async (operation: string, path: string, answer: Response): Promise<CallError> => {
  const { status, statusText } = answer
  const body: unknown = await answer.json().catch(() => null)
  // Refusals have one of these two forms; whatever else came says nothing.
  const { detail, error_msg } = (typeof body === 'object' && body !== null ? body : {}) as Said
  const problems: FieldProblem[] = (Array.isArray(detail) ? detail : []).map(({ loc = [], msg = '' }) => ({
    field: loc.join('.'),
    message: msg,
  }))
  const said = typeof detail === 'string' ? detail : (error_msg ?? problems.map(({ message }) => message).join(' '))
  const url = path.split('?')[0] ?? path
  const message = said || `${url} answered ${status}.`
  return new CallError({ operation, message, status, statusText, url, problems, body, at: null })
}
