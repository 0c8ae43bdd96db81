import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { PASSWORD } from '../support/accounts.ts'
import { type HandAgent, joinAgent } from '../support/agent.ts'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { signIn } from '../support/person.ts'
import { startServer, type TestServer } from '../support/server.ts'

let running: TestServer
let mailbox: Mailbox
let agent: HandAgent
let skipMs = 0
/** Whoever registered, in the project that came with it, by access token and by a key. */
let person: Api
let key: Api
let monitor: string
beforeAll(async () => {
  mailbox = await openMailbox()
  running = await startServer({
    clock: () => Date.now() + skipMs,
    env: { SONDE_REGISTRATION: 'open', SONDE_SMTP_URL: mailbox.url, SONDE_MAIL_FROM: 'Sonde <sonde@example.org>' },
  })
  agent = await joinAgent(running.api, running.server.joinToken)
  const body = { email: 'spammer@example.com', password: PASSWORD }
  expect((await running.api.as('').call('POST', '/api/2/account/register', body)).status).toBe(201)
  const signedIn = await signIn(running.server, body.email, PASSWORD)
  const { projects } = await signedIn.api().get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  person = signedIn.api(projects[0]?.project.id)
  key = running.api.as((await person.post<{ secret: string }>('/api/2/api_keys/', { name: 'k' })).secret)
  monitor = (
    await person.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'm' },
      request: { url: 'https://example.com/' },
    })
  ).id
})
afterAll(async () => {
  await running.stop()
  await mailbox.close()
})

const endpoints = Object.entries(contract) as [EndpointName, AnyEndpoint][]
const reaching = endpoints.filter(([, { reaches }]) => reaches)
const db = () => running.server.services.database.db
const jobsOf = async (): Promise<number> =>
  (
    await db()
      .selectFrom('job')
      .innerJoin('object', 'object.key', 'job.target_key')
      .where('object.id', '=', monitor)
      .select('due')
      .execute()
  ).length

describe('an account whose address is not confirmed makes no runs and writes to nobody', () => {
  test.each(reaching)('%s', async (_, { route }) => {
    const [method = '', path = ''] = route.split(' ')
    const filled = path.replace('{id}', monitor).replace(/\{\w+\}/g, 'x')
    for (const api of [person, key])
      expect(await api.call(method, filled, {})).toMatchObject({
        status: 403,
        body: expect.toSatisfy((body) => JSON.stringify(body).includes('Confirm your address first')),
      })
  })

  test('its schedules make no runs, and count none as missed, until the link was opened', async () => {
    const { id } = await person.post<{ id: string }>('/api/3/schedules/', { frequency: 1, targets: [monitor] })
    const slot = () =>
      db().selectFrom('slot').innerJoin('object', 'object.key', 'slot.schedule_key').where('object.id', '=', id)
    const slots = () => slot().select(['slot.next_due', 'slot.missed']).execute()
    const begun = await eventually(async () => (await slots())[0], { what: 'a slot' })
    skipMs += 5_000
    await agent.work()
    await eventually(async () => (await slots()).every(({ next_due }) => next_due > begun.next_due + 3_000), {
      what: 'slots that moved on',
    })
    expect(await jobsOf()).toBe(0)
    expect((await slots()).map(({ missed }) => missed)).toEqual([0])

    expect((await person.call('POST', '/api/2/account/verify/mail', {})).status).toBe(204)
    const link = await eventually(async () =>
      mailbox.received.map(({ text }) => /\/verify\/(\w+)/.exec(text)?.[1]).find((token) => token !== undefined),
    )
    await running.api.as('').post('/api/2/account/verify', { token: link })
    await eventually(async () => (await jobsOf()) > 0, { what: 'a run' })
    expect((await person.call('POST', `/api/3/monitors/${monitor}/run`, {})).status).toBe(200)
    expect((await key.call('POST', `/api/3/monitors/${monitor}/run`, {})).status).toBe(200)
  })
})

test('whatever runs or sends for a project is among them', () => {
  const deeds = endpoints.filter(([, { access, limit }]) => access === 'run' || limit === 'run' || limit === 'send')
  const open = deeds.filter(([, { reaches, access }]) => !reaches && access !== 'site').map(([name]) => name)
  // They send the links by which an address is confirmed, and a password is chosen anew.
  expect(open.sort()).toEqual(['account.ask-reset', 'account.send-verification'])
})
