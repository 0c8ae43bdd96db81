import { inflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { reportOfFault } from '../../src/agent/runner/report.ts'
import { jobFor, rawServer, run } from '../agent/world.ts'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { startServer, type TestServer } from '../support/server.ts'

const CANARY = 'CANARY-4f6b'
/** Special characters of regular expressions, which once made the largest pattern. */
const poison = `Bearer ${CANARY}${'\\/+%'.repeat(7_500)}`

const runOf = async ({ server }: TestServer, api: Api, headers: { key: string; value: string }[]) => {
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'attacked' },
    request: { method: 'GET', url: `${server.sampleUrl}/echo`, headers },
  })
  const asked = await eventually(async () => {
    const answer = await api.call('POST', `/api/3/monitors/${id}/run`, {})
    return answer.status === 200 && (answer.body as { result_id: string })
  })
  return async () => {
    const result = await api.get<{ result_category: string }>(`/api/2/results/${asked.result_id}/?mode=full`)
    return result.result_category !== 'QUEUED' && result
  }
}

test('a header of 30 000 characters harms no agent: both projects get their results, and the secret stays hidden', async () => {
  const running = await startServer({ agent: true })
  onTestFinished(() => running.stop())
  const { api, server, log } = running
  const { api_key } = await api.post<{ api_key: string }>('/api/2/account/projects', { name: 'neighbour' })
  await eventually(async () => server.pids().agent)
  const agent = server.pids().agent
  const poisoned = await runOf(running, api, [{ key: 'Authorization', value: poison }])
  const neighbour = await runOf(running, api.as(api_key), [])
  const [ours, theirs] = [await eventually(poisoned), await eventually(neighbour)]
  expect(theirs).toMatchObject({ result_category: 'PASS' })
  expect(JSON.stringify(ours)).not.toContain(CANARY)
  expect(server.pids().agent).toBe(agent)
  expect(log.join('\n')).not.toContain(CANARY)
  expect(log.join('\n')).not.toContain('ended')
})

/** All text of a report, with its detail decoded. */
const toldBy = ({ report, detail }: { report: object; detail: object }) => JSON.stringify([report, detail])

/** The credential in a request's headers. */
const sentIn = (head: string): string => /Authorization: (.*)\r/.exec(head)?.[1] ?? ''

test('a server that echoes such a header gets it masked, however it violates the protocol', async () => {
  for (const answer of [
    (value: string) => `HTTP/1.1 200 OK\r\n\r\n${value}`,
    (value: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${value}\r\n\r\n`,
    (value: string) => value,
    (value: string) => `HTTP/1.1 ${value}\r\n\r\n`,
    (value: string) => `HTTP/1.1 200 OK\r\n${value} x\r\n\r\n`,
    (value: string) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${value}\r\n`,
  ]) {
    const port = await rawServer((socket, head) => socket.end(answer(sentIn(head)), 'latin1'))
    const job = jobFor(`http://127.0.0.1:${port}/`, { call: { headers: [{ key: 'Authorization', value: poison }] } })
    expect(toldBy(await run(job))).not.toContain('CANARY')
  }
})

test('a call that cannot be made says so without its headers', async () => {
  const headers = [{ key: `Authorization: ${poison}`, value: '' }]
  const told = toldBy(await run(jobFor('http://127.0.0.1:1/', { call: { headers } })))
  expect(told).not.toContain('CANARY')
  const address = `http://${CANARY}:80:80/`
  const { exception, exception_debug } = (await run(jobFor('{{address}}', { variables: { address } }))).detail
  expect([exception, exception_debug].join()).not.toContain('CANARY')
})

test('an exception in a run becomes its result, which quotes nothing', async () => {
  const broken = { ...jobFor('http://127.0.0.1:1/'), secrets: [CANARY] }
  const thrown = Object.defineProperty(broken, 'conditions', {
    get: () => {
      throw new SyntaxError(`Invalid regular expression: /${poison}/: Regular expression too large\n    at ${CANARY}`)
    },
  })
  const { report, detail } = await run(thrown)
  expect(report).toMatchObject({ id: 'job-1', result: 'CONNECTION_WARNING', exception_type: 'agent' })
  expect(detail.exception_debug).toMatch(/^SyntaxError at /)
  expect(toldBy({ report, detail })).not.toContain('CANARY')
})

test('an error while reporting an error is still a result, with only the job’s id', async () => {
  const job = jobFor('http://127.0.0.1:1/')
  for (const name of ['secrets', 'call', 'variables'])
    Object.defineProperty(job, name, {
      get: () => {
        throw new Error(CANARY)
      },
    })
  const report = await reportOfFault(job, Number.NaN, new Error(CANARY))
  const detail = inflateRawSync(Buffer.from(report.detail, 'base64')).toString()
  expect(report).toMatchObject({ id: 'job-1', result: 'CONNECTION_WARNING' })
  expect(toldBy({ report, detail: JSON.parse(detail) as object })).not.toContain('CANARY')
})
