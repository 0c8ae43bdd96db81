import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tokenCallback } from './token-callback.ts'

export const CONSUMER_KEY = 'sonde-consumer'
export const CONSUMER_SECRET = 'the consumer & secret of Söre'

/** A provider of OAuth 1.0a on loopback that verifies every signature, and the service that its tokens are for. */
export type OAuth1Provider = {
  readonly url: string
  readonly settings: Readonly<Record<string, unknown>>
  /** Confirms, or denies, the request token of an authorization's address; returns the query with which it leads back. */
  confirm(address: string, answer?: 'yes' | 'no'): Promise<URLSearchParams>
  /** Signature methods of the requests that were accepted. */
  readonly accepted: string[]
  close(): Promise<void>
}

type Grant = { readonly secret: string; readonly callback: string; verifier: string | null }

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters of a request: those of its query and of its header, decoded. */
const parametersOf = ({ headers }: IncomingMessage, url: URL): [string, string][] => {
  const shown = [...(headers.authorization ?? '').matchAll(/([a-z_]+)="([^"]*)"/g)]
    .map(([, key = '', value = '']): [string, string] => [key, decodeURIComponent(value)])
    .filter(([key]) => key !== 'realm')
  return [...url.searchParams, ...shown]
}

const baseOf = (method: string, url: URL, parameters: readonly [string, string][]): string => {
  const sorted = parameters
    .filter(([key]) => key !== 'oauth_signature')
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    // By name, then by value: the equals sign between them must not take part.
    .sort((a, b) => Buffer.compare(Buffer.from(a.replace('=', '\0')), Buffer.from(b.replace('=', '\0'))))
  return [method, `${url.origin}${url.pathname}`, sorted.join('&')].map(encoded).join('&')
}

/** `publicKey`: PEM, for RSA-SHA1. `confirmsCallback`: whether it offers revision 1.0a. */
export const openOAuth1Provider = async ({
  publicKey,
  confirmsCallback = true,
}: {
  publicKey?: string
  confirmsCallback?: boolean
} = {}): Promise<OAuth1Provider> => {
  const requested = new Map<string, Grant>()
  const granted = new Map<string, string>()
  const nonces = new Set<string>()
  const accepted: string[] = []

  const isSigned = (base: string, sent: Readonly<Record<string, string>>, tokenSecret: string): boolean => {
    const key = `${encoded(CONSUMER_SECRET)}&${encoded(tokenSecret)}`
    const { oauth_signature: signature = '', oauth_signature_method: method } = sent
    if (method === 'PLAINTEXT') return signature === key
    if (method === 'RSA-SHA1')
      return verify('sha1', Buffer.from(base), createPublicKey(publicKey ?? ''), Buffer.from(signature, 'base64'))
    const hash = method === 'HMAC-SHA256' ? 'sha256' : 'sha1'
    return createHmac(hash, key).update(base).digest('base64') === signature
  }

  /** Why a request is refused, by the words of the OAuth problem reporting extension; null if it is accepted. */
  const problemOf = (request: IncomingMessage, url: URL, tokenSecret: string): string | null => {
    const parameters = parametersOf(request, url)
    const sent = Object.fromEntries(parameters)
    if (sent.oauth_consumer_key !== CONSUMER_KEY) return 'consumer_key_unknown'
    if (Math.abs(Date.now() / 1000 - Number(sent.oauth_timestamp)) > 300) return 'timestamp_refused'
    const nonce = `${sent.oauth_timestamp} ${sent.oauth_nonce}`
    if (nonces.has(nonce)) return 'nonce_used'
    nonces.add(nonce)
    if (!isSigned(baseOf(request.method ?? '', url, parameters), sent, tokenSecret)) return 'signature_invalid'
    accepted.push(sent.oauth_signature_method ?? '')
    return null
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const sent = Object.fromEntries(parametersOf(request, url))
    const { oauth_token: token = '', oauth_verifier: verifier } = sent
    const answer = (status: number, body: Record<string, string>) =>
      response
        .writeHead(status, { 'content-type': 'application/x-www-form-urlencoded' })
        .end(new URLSearchParams(body).toString())
    const refuse = (oauth_problem: string) => answer(401, { oauth_problem })
    if (url.pathname === '/request') {
      const problem = problemOf(request, url, '')
      if (problem) return refuse(problem)
      const made = randomBytes(8).toString('hex')
      const secret = `request ${randomBytes(8).toString('hex')}`
      requested.set(made, { secret, callback: sent.oauth_callback ?? '', verifier: null })
      return answer(200, {
        oauth_token: made,
        oauth_token_secret: secret,
        ...(confirmsCallback && { oauth_callback_confirmed: 'true' }),
      })
    }
    const grant = requested.get(token)
    if (url.pathname === '/authorize') {
      if (!grant) return refuse('token_rejected')
      const back = new URL(grant.callback)
      if (url.searchParams.get('answer') === 'no') back.searchParams.set('denied', token)
      else {
        grant.verifier = randomBytes(8).toString('hex')
        back.searchParams.set('oauth_token', token)
        back.searchParams.set('oauth_verifier', grant.verifier)
      }
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/access') {
      if (!grant) return refuse('token_rejected')
      const problem = problemOf(request, url, grant.secret)
      if (problem) return refuse(problem)
      if (grant.verifier === null || verifier !== grant.verifier) return refuse('parameter_rejected')
      requested.delete(token)
      const made = `access-${randomBytes(8).toString('hex')}`
      const secret = `access ${randomBytes(8).toString('hex')}`
      granted.set(made, secret)
      return answer(200, { oauth_token: made, oauth_token_secret: secret, screen_name: 'ada' })
    }
    const problem = problemOf(request, url, granted.get(token) ?? '')
    return problem ? refuse(problem) : response.end('orders')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    accepted,
    settings: {
      auth_type: 'OAUTH1',
      allowed_origins: [url],
      request_token_url: `${url}/request?scope=orders%20read`,
      authorize_url: `${url}/authorize?lang=en`,
      access_token_url: `${url}/access`,
    },
    async confirm(address, answer = 'yes') {
      const said = await fetch(`${address}&answer=${answer}`, { redirect: 'manual' })
      return tokenCallback(new URL(said.headers.get('location') ?? ''))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
