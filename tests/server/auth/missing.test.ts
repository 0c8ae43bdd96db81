import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCall } from '../../../src/agent/runner/run-call.ts'
import { httpServer, loopback } from '../../agent/world.ts'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const PASSWORD = 'CANARY-of-a-service'

let running: TestServer
let agent: HandAgent
let origin: string
const seen: (string | undefined)[] = []
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

/** The service that monitors call; it keeps the credentials that it is sent. */
const openService = async (): Promise<void> => {
  seen.length = 0
  const port = await httpServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('ok')
  })
  origin = `http://127.0.0.1:${port}`
}

type Monitor = { id: string; auth_problem: string | null }

/** A monitor with a setting of type BASIC and its token. */
const monitorWithToken = async () => {
  const { api } = running
  const { id: auth_id } = await api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Service' },
    settings: { auth_type: 'BASIC', allowed_origins: [origin] },
  })
  const { id: token_id } = await api.post<{ id: string }>('/api/2/tokens/', {
    meta: { name: 'One', auth_id },
    token: { username: 'ada', password: PASSWORD },
  })
  const { id } = await api.post<Monitor>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: `${origin}/orders`, auth_id, token_id, headers: [{ key: 'X-Key', value: PASSWORD, secret: true }] },
  })
  return { id, auth_id, token_id }
}
const restored = async ({ id }: { id: string }, gone: readonly string[]): Promise<Monitor> => {
  const { api } = running
  expect((await api.call('DELETE', `/api/2/calls/${id}/`)).status).toBe(204)
  for (const path of gone) expect((await api.call('DELETE', path)).status).toBe(204)
  return api.post<Monitor>(`/api/3/monitors/${id}/restore`)
}
const run = async (id: string) => {
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
  const job = await leaseRun(agent, result_id)
  const report = await runCall(job, { allowed: loopback, userAgent: 'Sonde/test' })
  await agent.report(report)
  return {
    job,
    result: await running.api.get<{ result_category: string; exception_type: string }>(
      `/api/2/results/${result_id}/?mode=full`,
    ),
  }
}

test('an auth setting that a monitor uses is not deleted', async () => {
  await openService()
  const { id, auth_id, token_id } = await monitorWithToken()
  for (const path of [`/api/2/auth/${auth_id}/`, `/api/2/tokens/${token_id}/`])
    expect(await running.api.call('DELETE', path)).toMatchObject({ status: 409 })
  expect(await running.api.get<Monitor>(`/api/3/monitors/${id}`)).toMatchObject({ auth_problem: null })
})

test('a restored monitor whose auth setting or token is gone says so and sends nothing', async () => {
  await openService()
  const first = await monitorWithToken()
  const second = await monitorWithToken()
  const withoutSetting = await restored(first, [`/api/2/auth/${first.auth_id}/`])
  const withoutToken = await restored(second, [`/api/2/tokens/${second.token_id}/`])
  expect(withoutSetting.auth_problem).toBe(
    'The auth setting of this monitor was deleted, so its calls are not made. Choose another auth setting, or none.',
  )
  expect(withoutToken.auth_problem).toContain('The token of this monitor was deleted')
  for (const [{ id }, noun] of [
    [withoutSetting, 'auth setting'],
    [withoutToken, 'token'],
  ] as const) {
    seen.length = 0
    const { job, result } = await run(id)
    expect(JSON.stringify({ ...job, secrets: [] })).not.toContain(PASSWORD)
    expect(job.secret_origins).toEqual([])
    expect(result).toMatchObject({ result_category: 'FAIL', exception_type: 'api_setup' })
    expect(JSON.stringify(result)).toContain(`the ${noun} of this monitor was deleted, so the call was not made`)
    expect(seen).toEqual([])
  }
  const mended = await running.api.post<Monitor>(`/api/2/calls/${first.id}/`, {
    request: { auth_id: null, token_id: null },
  })
  expect(mended.auth_problem).toBeNull()
  expect((await run(first.id)).result).toMatchObject({ result_category: 'PASS' })
  expect(seen).toEqual([undefined])
})

test('a token without a value stops the call', async () => {
  await openService()
  const { id, token_id } = await monitorWithToken()
  // As after it was revoked at its provider.
  await sql`update object set doc = jsonb_set(doc, '{secrets}', '{}'), last_update = last_update + 1
    where id = ${token_id}`.execute(running.server.services.database.db)
  seen.length = 0
  const { result } = await run(id)
  expect(JSON.stringify(result)).toContain('the token “One” has no value, so the call was not made')
  expect(seen).toEqual([])
})
