import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** A request to the sample API: its URL, its body as text, and the number of earlier calls to its path. */
export type Call = {
  readonly request: IncomingMessage
  readonly url: URL
  readonly body: string
  readonly earlierCalls: number
  readonly gone: AbortSignal
}
type Answer = { status: number; body: unknown; headers?: Record<string, string> }
type Route = { readonly about: string; readonly example: string; answer(call: Call): Answer | Promise<Answer> }

const usualSlowMs = 800
const longestSlowMs = 30_000
const longestChain = 50

/** Reads a number from the query, limited to bounds; anything else counts as missing. */
const numberFrom = (url: URL, name: string, usual: number, least: number, most: number): number => {
  const text = url.searchParams.get(name)
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? usual : Math.min(most, Math.max(least, number))
}

const orders = {
  customer: { id: 'c-1042', name: 'Ada Byron', city: 'Ghent', vip: true },
  orders: [
    { id: 'o-5001', placed: '2026-03-02T09:15:00Z', status: 'shipped', total: 84.5, currency: 'EUR', items: 3 },
    { id: 'o-5017', placed: '2026-04-19T17:40:12Z', status: 'paid', total: 12.25, currency: 'EUR', items: 1 },
  ],
  meta: { page: 1, pages: 1, count: 2 },
}

const ACCESS = /\bsample-access-\d+\b/

/** Answers 401 to calls without an access token of `/login`; the token alone decides, so nothing is kept between calls. */
const forSignedIn =
  (answer: Route['answer']): Route['answer'] =>
  (call) => {
    const { authorization = '', cookie = '' } = call.request.headers
    if (ACCESS.test(authorization) || ACCESS.test(cookie)) return answer(call)
    return {
      status: 401,
      body: { error: 'Send the access token of /login as "Authorization: Bearer …"' },
      headers: { 'www-authenticate': 'Bearer' },
    }
  }

/** The object in a JSON body; empty if it is none. */
const objectIn = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The sample API's paths. */
export const routes: Readonly<Record<string, Route>> = {
  '/ok': {
    about: 'Answers 200 immediately.',
    example: '/ok',
    answer: () => ({ status: 200, body: { status: 'ok' } }),
  },
  '/slow': {
    about: `Answers 200 after "ms" milliseconds (default ${usualSlowMs}, at most ${longestSlowMs}).`,
    example: '/slow?ms=1500',
    answer: async ({ url, gone }) => {
      const ms = numberFrom(url, 'ms', usualSlowMs, 0, longestSlowMs)
      await wait(ms, undefined, { signal: gone })
      return { status: 200, body: { status: 'ok', ms } }
    },
  },
  '/flaky': {
    about: 'Answers 503 to a share "rate" of its calls (default 0.3), evenly spread, and 200 to the others.',
    example: '/flaky?rate=0.5',
    answer: ({ url, earlierCalls }) => {
      const rate = numberFrom(url, 'rate', 0.3, 0, 1)
      // The n-th call fails if the running total of the share passes a whole number.
      const fails = Math.floor((earlierCalls + 1) * rate + 1e-9) > Math.floor(earlierCalls * rate + 1e-9)
      return { status: fails ? 503 : 200, body: { status: fails ? 'unavailable' : 'ok', call: earlierCalls + 1 } }
    },
  },
  '/error': {
    about: 'Answers with the status "code" (default 500).',
    example: '/error?code=404',
    answer: ({ url }) => {
      const code = Math.trunc(numberFrom(url, 'code', 500, 200, 599))
      return { status: code, body: { error: `You asked for ${code}` } }
    },
  },
  '/redirect': {
    about: 'Redirects "hops" times (default 1), then to the URL "to" (default /ok).',
    example: '/redirect?hops=3&to=/json',
    answer: ({ url }) => {
      const hops = Math.trunc(numberFrom(url, 'hops', 1, 1, longestChain))
      const to = url.searchParams.get('to') || '/ok'
      const next = hops > 1 ? `/redirect?hops=${hops - 1}&to=${encodeURIComponent(to)}` : encodeURI(decodeOnce(to))
      return { status: 302, body: { location: next }, headers: { location: next } }
    },
  },
  '/echo': {
    about: 'Answers with the method, headers, query and body of the call.',
    example: '/echo?greeting=hello',
    answer: ({ request, url, body }) => ({
      status: 200,
      body: {
        method: request.method,
        path: url.pathname,
        query: queryOf(url),
        headers: request.headers,
        body,
      },
    }),
  },
  '/login': {
    about: 'Answers with an access token to the user "demo" with the password "demo", in the query or a JSON body.',
    example: '/login?user=demo&password=demo',
    answer: ({ url, body, earlierCalls }) => {
      const asked = { ...queryOf(url), ...objectIn(body) }
      if (asked.user !== 'demo' || asked.password !== 'demo')
        return { status: 401, body: { error: 'Sign in as "demo" with the password "demo"' } }
      const access_token = `sample-access-${earlierCalls + 1}`
      const headers = { 'set-cookie': `sample_session=${access_token}; Path=/; HttpOnly` }
      return { status: 200, body: { access_token, token_type: 'Bearer', user: 'demo' }, headers }
    },
  },
  '/account': {
    about: 'Answers with an account if the call has the access token of /login in its Authorization header or cookie.',
    example: '/account',
    answer: forSignedIn(() => ({ status: 200, body: { user: 'demo', latest_order: 'o-5017', orders: 2 } })),
  },
  '/order': {
    about: 'Answers with the order "id" of the account: o-5001 or o-5017. Needs the access token of /login.',
    example: '/order?id=o-5017',
    answer: forSignedIn(({ url }) => {
      const order = orders.orders.find(({ id }) => id === url.searchParams.get('id'))
      return order ? { status: 200, body: order } : { status: 404, body: { error: 'No such order' } }
    }),
  },
  '/logout': {
    about: 'Ends the session of /login and answers 204. Needs the access token of /login.',
    example: '/logout',
    answer: forSignedIn(() => ({
      status: 204,
      body: null,
      headers: { 'set-cookie': 'sample_session=; Path=/; Max-Age=0' },
    })),
  },
  '/json': {
    about: 'Answers with a document to try conditions and variables on: a customer and two orders.',
    example: '/json',
    answer: () => ({ status: 200, body: orders }),
  },
}

/** Converts the query to an object: repeated parameters become lists. */
const queryOf = ({ searchParams }: URL): Record<string, string | string[]> => {
  const values = new Map<string, string[]>()
  for (const [key, value] of searchParams) {
    const known = values.get(key)
    if (known) known.push(value)
    else values.set(key, [value])
  }
  return Object.fromEntries([...values].map(([key, all]) => [key, all.length > 1 ? all : (all[0] ?? '')]))
}

/** Decodes once, so that re-encoding removes line breaks and other control characters, which header values cannot contain. */
const decodeOnce = (to: string): string => {
  try {
    return decodeURI(to)
  } catch {
    return to
  }
}

/** Sends a response as JSON; statuses without a body (1xx, 204, 304) get none. */
export const send = (response: ServerResponse, { status, body, headers }: Answer): void => {
  if (response.headersSent || response.destroyed) return
  const text = `${JSON.stringify(body, null, 2)}\n`
  const bodyless = status === 204 || status === 304
  response.writeHead(status, { ...(bodyless ? {} : { 'content-type': 'application/json' }), ...headers })
  response.end(bodyless ? undefined : text)
}
