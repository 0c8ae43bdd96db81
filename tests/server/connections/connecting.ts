import { createHash, randomBytes } from 'node:crypto'
import type { Api } from '../../support/api.ts'

export const REDIRECT = 'http://127.0.0.1:9/callback'

/** The address and the verifier of a request for a connection, as an application makes them. */
export const newRequest = (url: string, clientId: string, more: Record<string, string> = {}) => {
  const verifier = randomBytes(32).toString('base64url')
  const asked: Record<string, string> = {
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
    scope: 'read write',
    state: 'a state',
    ...more,
  }
  return { verifier, asked }
}

export const register = async (url: string, more: object = {}) => {
  const answer = await fetch(`${url}/connect/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Helper', redirect_uris: [REDIRECT], ...more }),
  })
  // What it answers is looked at by the tests.
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

export const ask = async (url: string, path: 'token' | 'revoke', form: Record<string, string>) => {
  const answer = await fetch(`${url}/connect/${path}`, { method: 'POST', body: new URLSearchParams(form) })
  // As above.
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

type Allowed = { project_id?: string | null; writes?: boolean; days?: number }

/** The person allows what an application asks for; the answer is where the browser goes. */
export const approve = async (person: Api, asked: Record<string, string>, allowed: Allowed = {}) => {
  const all = { ...asked, project_id: null, writes: false, days: 30, ...allowed }
  const { status, body } = await person.call('POST', '/api/2/account/connections/', all)
  // As above.
  return { status, body: body as { redirect_to: string } }
}

export type Connected = {
  readonly clientId: string
  readonly code: string
  readonly access: string
  readonly refresh: string
  /** The form with which the code was redeemed. */
  readonly form: Record<string, string>
}

/** A whole connection: registration, consent, and the first tokens. */
export const connect = async (url: string, person: Api, allowed: Allowed = {}): Promise<Connected> => {
  const { body: client } = await register(url)
  const clientId = client.client_id ?? ''
  const { asked, verifier } = newRequest(url, clientId)
  const { status, body } = await approve(person, asked, allowed)
  if (status !== 200) throw new Error(`The connection was not approved: ${status} ${JSON.stringify(body)}`)
  const code = new URL(body.redirect_to).searchParams.get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    resource: `${url}/mcp`,
  }
  const { body: tokens } = await ask(url, 'token', form)
  return { clientId, code, form, access: tokens.access_token ?? '', refresh: tokens.refresh_token ?? '' }
}

/** Asks the endpoint of the protocol something, by a token. */
export const rpc = async (
  url: string,
  token: string | null,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
  query = '',
) => {
  const answer = await fetch(`${url}/mcp${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await answer.text()
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  // As above.
  return { status: answer.status, headers: answer.headers, body: JSON.parse(data) as Record<string, never> }
}

type Answer = {
  isError?: boolean
  structuredContent?: Record<string, unknown>
  content: { text: string }[]
}

/** Calls a tool; its answer. */
export const useTool = async (url: string, token: string, name: string, given: object = {}): Promise<Answer> => {
  const { status, body } = await rpc(url, token, 'tools/call', { name, arguments: given })
  const { result, error } = body as { result?: Answer; error?: { message: string } }
  if (!result) throw new Error(`${status}: ${error?.message ?? JSON.stringify(body)}`)
  return result
}

/** The data in the text of an answer, between its two lines. */
export const dataIn = <Data = Record<string, unknown>>(content: unknown): Data => {
  // Answers of tools are one text.
  const [{ text = '' } = {}] = content as { text?: string }[]
  const [, , json = 'null'] = /^<data (\S+)>\n(.*)\n<\/data \1>$/m.exec(text) ?? []
  // It is looked at by the tests.
  return JSON.parse(json) as Data
}
