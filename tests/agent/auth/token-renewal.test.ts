import { expect, test } from 'vitest'
import type { NewToken } from '../../../src/agent/runner/auth/token-renewal.ts'
import type { Job } from '../../../src/agent/runner/request.ts'
import { httpServer, jobFor, run } from '../world.ts'

const OLD = 'CANARY-the-old-token'
const NEW = 'CANARY-the-new-token'

/** A service that accepts one token, and what it was sent. */
const openService = async (accepted: string, to = '') => {
  const seen: string[] = []
  const port = await httpServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    seen.push(`${request.headers.authorization ?? 'nothing'} ${Buffer.concat(pieces)}`.trim())
    if (to !== '') return void response.writeHead(302, { location: to }).end()
    const isAccepted = request.headers.authorization === `Bearer ${accepted}`
    response.writeHead(isAccepted ? 200 : 401).end(`you sent ${request.headers.authorization}`)
  })
  return { seen, origin: `http://127.0.0.1:${port}` }
}
const jobTo = (origin: string, parts: Partial<Job> = {}): Job =>
  jobFor(`${origin}/a`, {
    secrets: [OLD],
    secret_origins: [origin],
    auth: {
      type: 'bearer',
      token: OLD,
      scheme: 'Bearer',
      parameter: null,
      signature: null,
      renewal: { token_id: 't', issued: 1 },
    },
    ...parts,
  })
const sourceOf = (renewed: NewToken | string) => {
  const asked: unknown[] = []
  const told: unknown[] = []
  return {
    asked,
    told,
    tokens: {
      renew: async (refused: object) => {
        asked.push(refused)
        return renewed
      },
      tellRefused: (refused: object) => void told.push(refused),
    },
  }
}
const newToken = (origin: string): NewToken => ({ token: NEW, issued: 2, origins: [origin] })

test('a call whose token is refused is made again with another, once, and nothing tells either', async () => {
  const { origin, seen } = await openService(NEW)
  const { tokens, asked, told } = sourceOf(newToken(origin))
  const { report, detail } = await run(
    jobTo(origin, { call: { ...jobFor(origin).call, method: 'POST', url: `${origin}/a`, body: 'x' } }),
    { tokens },
  )
  expect(report.http_code).toBe(200)
  expect(seen).toEqual([`Bearer ${OLD} x`, `Bearer ${NEW} x`])
  expect(asked).toEqual([{ token_id: 't', issued: 1 }])
  expect(told).toEqual([])
  expect(detail.messages).toContain('the service answered 401: its token was obtained anew, and the call made again')
  expect(JSON.stringify(detail)).not.toContain('CANARY')
})

test('a second refusal is the result, and is told', async () => {
  const { origin, seen } = await openService('another')
  const { tokens, asked, told } = sourceOf(newToken(origin))
  const { report, detail } = await run(jobTo(origin), { tokens })
  expect(report.http_code).toBe(401)
  expect(seen.length).toBe(2)
  expect(asked.length).toBe(1)
  expect(told).toEqual([{ token_id: 't', issued: 2 }])
  expect(detail.messages).toContain('the service refused the new token too')
  expect(JSON.stringify(detail)).not.toContain('CANARY')
})

test('the reason why there is no other token is told, and the refusal is the result', async () => {
  const { origin, seen } = await openService(NEW)
  const { report, detail } = await run(jobTo(origin), { tokens: sourceOf('it was deleted').tokens })
  expect(report.http_code).toBe(401)
  expect(seen.length).toBe(1)
  expect(detail.messages).toContain('the service answered 401, and its token was not obtained anew: it was deleted')
})

test('a refusal by a service that the token was not sent to obtains none', async () => {
  const other = await openService(NEW)
  const { origin } = await openService(NEW, `${other.origin}/b`)
  const { tokens, asked } = sourceOf(newToken(origin))
  expect((await run(jobTo(origin), { tokens })).report.http_code).toBe(401)
  expect(other.seen).toEqual(['nothing'])
  expect(asked).toEqual([])
})

test('a new token goes nowhere that it was not obtained for', async () => {
  const { origin, seen } = await openService(NEW)
  const { report } = await run(jobTo(origin), { tokens: sourceOf(newToken('https://elsewhere.example')).tokens })
  expect(report.http_code).toBe(401)
  expect(seen).toEqual([`Bearer ${OLD}`])
})

test('a call that reads the token as a variable has the new one', async () => {
  const { origin, seen } = await openService(NEW)
  const call = { ...jobFor(origin).call, method: 'POST', url: `${origin}/a`, body: '{{ ACCESS_TOKEN }}' }
  const job = jobTo(origin, { call, variables: { ACCESS_TOKEN: OLD }, secret_variables: ['ACCESS_TOKEN'] })
  await run(job, { tokens: sourceOf(newToken(origin)).tokens })
  expect(seen).toEqual([`Bearer ${OLD} ${OLD}`, `Bearer ${NEW} ${NEW}`])
})
