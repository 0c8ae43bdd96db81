import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const SECRET = 'CANARY-withheld-1b1b'

let running: TestServer
let agent: HandAgent
beforeAll(async () => {
  running = await startServer()
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

/** The job of one run of a monitor with secrets in each place, whose address is a variable with this value. */
const jobFor = async (base: string, context: Record<string, string> = {}) => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'aimed' },
    request: {
      url: '{{base}}/{{code}}',
      parameters: [{ key: 'api_key', value: SECRET }],
      headers: [
        { key: 'Authorization', value: `Bearer ${SECRET}` },
        { key: 'X-Given', value: '{{given}}' },
      ],
      variables: [
        { key: 'base', value: base },
        { key: 'code', value: SECRET, secret: true },
      ],
      allowed_origins: ['https://api.example.com'],
    },
  })
  const asked = { context, secret_variables: ['given'] }
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, asked)
  return leaseRun(agent, result_id)
}

test('a job carries its secrets and their allowed origins', async () => {
  const job = await jobFor('https://api.example.com', { given: 'entered for this run' })
  expect(job.variables).toEqual({ base: 'https://api.example.com', code: SECRET, given: 'entered for this run' })
  expect(job.call.headers[0]?.value).toBe(`Bearer ${SECRET}`)
  expect(job.secrets).toEqual(expect.arrayContaining([SECRET, 'entered for this run']))
  expect(job).toMatchObject({
    secret_fields: ['Authorization', 'api_key', 'code'],
    secret_origins: ['https://api.example.com'],
    secret_variables: ['code', 'given'],
  })
})

test('a job to another origin carries no secrets, whatever its agent knows about origins', async () => {
  const { call, variables } = await jobFor('https://evil.example')
  expect(JSON.stringify([call, variables])).not.toContain(SECRET)
  expect(call.url).toBe('{{base}}/{{code}}')
})

test('the variables of a queued run are encrypted in its row', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'queued' },
    request: { url: 'https://api.example.com/' },
  })
  await running.api.post(`/api/3/monitors/${id}/run`, { run_delay: 3000, context: { plain: SECRET } })
  const { db } = running.server.services.database
  const [row] = await db.selectFrom('job').select('context').execute()
  expect(Object.keys(row?.context ?? {})).toEqual(['sealed'])
  expect(JSON.stringify(row)).not.toContain(SECRET)
})
