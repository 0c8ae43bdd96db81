import { afterAll, beforeAll, expect, test } from 'vitest'
import { headerLines } from '../../src/domain/alerts/webhook-rules.ts'
import { parseNumber } from '../../src/domain/conditions/operators.ts'
import { requestProblem } from '../../src/server/delivery/request-problem.ts'
import { startServer, type TestServer } from '../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

/** Milliseconds of CPU time of this process, which runs the server. */
const processorMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
/** Includes the request's handling on a busy machine. The attacks once took from 5 to 30 seconds. */
const NO_FREEZE_MS = 1_500

test('50 000 words of curl block nobody and are refused', async () => {
  const request = `curl a ${'-da '.repeat(50_000)}`
  expect(request.length).toBeGreaterThan(200_000)
  let answer: Awaited<ReturnType<typeof running.api.call>> | null = null
  const ms = await processorMs(async () => {
    answer = await running.api.call('POST', '/api/2/calls/build/curl', { request })
  })
  expect(answer).toMatchObject({ status: 422, body: { error_msg: expect.any(String) } })
  expect(JSON.stringify(answer)).toContain('The command must have at most 10000 words.')
  expect(ms).toBeLessThan(NO_FREEZE_MS)
})

test('the maximum number of words is read, each once', async () => {
  const request = `curl a ${'-da '.repeat(9_990)}`
  const ms = await processorMs(async () => {
    const body = await running.api.post<{ request: { body: string } }>('/api/2/calls/build/curl', { request })
    expect(body.request.body).toBe(Array.from({ length: 9_990 }, () => 'a').join('&'))
  })
  expect(ms).toBeLessThan(NO_FREEZE_MS)
})

test('a webhook header of mostly spaces is refused immediately', async () => {
  const headers = `api-key:${' '.repeat(2_000)}é`
  expect(await processorMs(() => headerLines(headers))).toBeLessThan(NO_FREEZE_MS)
  const answer = await running.api.call('POST', '/api/3/webhooks/', {
    web_hook_type: 'otel',
    parameters: { url: 'http://127.0.0.1:1/', headers },
  })
  expect(answer.status).toBe(422)
})

test('a test of a webhook with 1 600 headers is refused with a message, and one with 50 is sent', async () => {
  const draft = (many: number) => ({
    web_hook_type: 'otel',
    parameters: {
      url: 'http://127.0.0.1:1/',
      headers: Array.from({ length: many }, () => 'a:!!').join('\n'),
    },
  })
  const refused = await running.api.call('POST', '/api/3/webhooks/test', draft(1_600))
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('parameters.headers must have at most 50 headers.')
  expect((await running.api.call('POST', '/api/3/webhooks/test', draft(50))).status).toBe(200)
})

test('a body of digits that is not a number in the end takes an agent no longer than reading it', async () => {
  const body = `${'1'.repeat(30_000)}x`
  expect(await processorMs(() => expect(parseNumber(body)).toBeNaN())).toBeLessThan(NO_FREEZE_MS)
})

test('an If-None-Match header of 16 kB is handled quickly', async () => {
  const headers = { 'if-none-match': ' '.repeat(12_000) }
  const ask = () =>
    fetch(`${running.server.url}/robots.txt`, { headers: { 'if-none-match': `a${headers['if-none-match']}b` } })
  expect(await processorMs(ask)).toBeLessThan(NO_FREEZE_MS)
  const { headers: told } = await fetch(`${running.server.url}/robots.txt`)
  const known = await fetch(`${running.server.url}/robots.txt`, {
    headers: { 'if-none-match': `"other" ,  W/${told.get('etag')}` },
  })
  expect(known.status).toBe(304)
})

test('socket errors reveal nothing about the internal network to the webhook’s author', () => {
  const error = Object.assign(new Error('connect ENETDOWN 10.0.0.3:80 - Local (10.0.0.9:4711)'), { code: 'ENETDOWN' })
  expect(requestProblem(error, 'inside.example')).toBe('The request to inside.example failed (ENETDOWN).')
})
