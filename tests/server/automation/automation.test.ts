import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinAgent } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { fieldOf, filled } from './conversation.ts'
import { conversation } from './turns.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
  await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

const kept: Record<string, string> = {}

describe.each(Object.entries(conversation))('a command-line client and its %s', (_, turns) => {
  test.each(turns)('$says', async ({ asks, body, status, answers, keeps = {} }) => {
    const [method = '', path = ''] = String(filled(asks, kept)).split(' ')
    const answer = await running.api.call(method, path, filled(body, kept))
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: filled(answers ?? '', kept) })
    if (status !== 204) expect(answer.headers.get('content-type')).toContain('application/json')
    for (const [name, field] of Object.entries(keeps)) kept[name] = fieldOf(answer.body, field)
  })
})

test('without a key it is told to show one', async () => {
  for (const path of ['/api/2/schedules/', '/api/2/webhooks/', '/api/2/calls/', '/api/2/project/'])
    expect(await running.api.as('').call('GET', path)).toMatchObject({
      status: 401,
      body: { error: 'unauthenticated', error_msg: expect.any(String) },
    })
})

test('a create that is repeated with its key makes one object, whichever method repeats it', async () => {
  const body = { meta: { name: 'Once' }, schedule: { enabled: false } }
  const key = { 'idempotency-key': 'one-and-the-same' }
  const first = await running.api.call('PUT', '/api/2/schedules/', body, key)
  const second = await running.api.call('POST', '/api/2/schedules/', body, key)
  expect(first.status).toBe(201)
  expect(second).toMatchObject({ status: 201, body: first.body })
})

test('the audit log tells of an alias as of its endpoint', async () => {
  const made = await running.api.put<{ id: string }>('/api/2/schedules/', { meta: { name: 'Audited' } })
  await running.api.post(`/api/2/schedules/${made.id}`, { schedule: { enabled: false } })
  const { results } = await running.api.get<{ results: { action: string }[] }>(`/api/2/audits/resource/${made.id}/`)
  expect(results.map(({ action }) => action)).toEqual(['schedule.update', 'schedule.create'])
})
