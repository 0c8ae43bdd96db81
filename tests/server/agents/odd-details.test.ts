import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeSignals } from '../../../src/server/alerts/signals/sweep.ts'
import { triggers } from '../../../src/server/store/identity/codes.ts'
import { createOrganization } from '../../../src/server/store/organizations/organizations.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { evidence, failed, type HandAgent, joinAgent, joinBoundAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { leaseWorkflow, newMonitor, newWorkflow } from '../../support/workflows.ts'

let running: TestServer
let odd: { api: Api; agent: HandAgent; place: string }
let honest: { api: Api; agent: HandAgent; place: string }
const arrived: string[] = []
const receiver = createServer((request, response) => {
  arrived.push(request.url ?? '')
  response.end()
})

const db = () => running.server.services.database.db
const request = { method: 'GET', url: 'https://example.com/' }
const packed = (detail: unknown) => deflateRawSync(JSON.stringify(detail)).toString('base64')

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const projectOf = async (name: string) => {
    const account = await addAccount(running, `${name}@example.com`)
    const orgId = name.padEnd(22, '0')
    await createOrganization(db(), { id: orgId, name, accountId: account.id, now: Date.now() })
    const { id } = await createProject(db(), { name, orgId, tags: [], accountId: account.id, now: Date.now() })
    const api = (await signIn(running.server, account.email, PASSWORD)).api(id)
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${name}`
    await api.post('/api/3/webhooks/', { name, alerts: ['FAIL'], parameters: { url } })
    return { api, id }
  }
  const one = await projectOf('odd')
  odd = { ...one, agent: await joinBoundAgent(one.api, 'odd-place', { project_ids: [one.id] }), place: 'odd-place' }
  const other = await projectOf('honest')
  honest = { ...other, agent: await joinAgent(running.api, running.server.joinToken), place: 'local' }
})
afterAll(async () => {
  await running.stop()
  receiver.closeAllConnections()
  receiver.close()
})

/** Leases a run that alerts are told of. */
const leased = async ({ api, agent, place }: typeof odd) => {
  const monitor = await newMonitor(api, 'm', request)
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${monitor}/run`, { location_id: place })
  const job = await leaseRun(agent, result_id)
  await sql`update job set trigger = ${triggers.code('api')}`.execute(db())
  return job
}
const verdict = { id: 'c', name: 'n', group: 'body', operator: 'x', expected: 'y', verdict: false, outcome: 'fail' }

test.each([
  ['a condition that is none', { conditions: [null] }],
  ['a number that was found', { conditions: [{ ...verdict, actual: 5 }] }],
  ['no lists', { conditions: {}, messages: {} }],
  ['a browser that is none', { browser: {} }],
  ['a body that is none', { response: { body: {} } }],
  ['null characters', { conditions: [{ ...verdict, actual: 'a\u0000\ud83d' }], messages: ['\u0000'] }],
])(
  'a result whose detail has %s is stored and told, and so are those that come with it',
  async (_, change) => {
    arrived.length = 0
    const [own, others] = [await leased(odd), await leased(honest)]
    const poison = reportOf(own, { ...failed, detail: packed({ ...evidence(), ...change }) })
    const receipts = await Promise.all([
      odd.agent.report(poison, poison),
      honest.agent.report(reportOf(others, failed)),
    ])
    expect(receipts.map(({ refused }) => refused)).toEqual([[], []])
    // Due in one claim, as after an outage of the database.
    await sql`update delivery set state = 0, claimed_until = null, tries = 0, next_try = ${Date.now()}`.execute(db())
    await eventually(async () => ['/odd', '/honest'].every((path) => arrived.includes(path)))
    expect((await odd.api.call('GET', `/api/2/results/${own.id}/?mode=full`)).status).toBe(200)
    expect((await odd.api.call('GET', `/api/2/results/${own.id}/content`)).status).toBeLessThan(500)
  },
  90_000,
)

test('a workflow’s result with odd steps is stored, and so are those that come with it', async () => {
  const workflow = await newWorkflow(odd.api, [await newMonitor(odd.api, 's', request)])
  const { workflow_result_id: id } = await odd.api.post<{ workflow_result_id: string }>(
    `/api/2/workflows/${workflow}/run`,
    { location_id: odd.place },
  )
  const job = await leaseWorkflow(odd.agent, id)
  const others = await leased(honest)
  const poison = reportOf(job, { ...failed, detail: packed({ ...evidence(), steps: [null] }) })
  const receipts = await Promise.all([odd.agent.report(poison), honest.agent.report(reportOf(others))])
  expect(receipts.map(({ refused }) => refused)).toEqual([[], []])
}, 60_000)

test('a certificate with a null character in its subject stops the standing alerts of no other project', async () => {
  const not_after = new Date(Date.now() + 86_400_000).toISOString()
  const tls = { version: 'TLSv1.3', cipher: 'x', subject: 'a\u0000b', issuer: 'i', not_after }
  await odd.agent.report(reportOf(await leased(odd), { detail: packed(evidence({ tls })) }))
  for (const { api } of [odd, honest])
    await api.post('/api/3/webhooks/', { name: 'x', alerts: ['EXPIRY'], parameters: { url: 'https://example.com/' } })
  const { services } = running.server
  const options = { ...services, resultUrl: () => 'http://x.example/', now: Date.now(), announce: () => {} }
  await judgeSignals(options as unknown as Parameters<typeof judgeSignals>[0])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from object where kind = 'signal'`.execute(db())
  expect(rows).toEqual([{ count: 1 }])
}, 60_000)
