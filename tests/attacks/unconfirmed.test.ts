import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import type { Caller } from '../../src/server/access/caller.ts'
import { type Limits, openLimits } from '../../src/server/limits/limits.ts'
import { LIMIT_VARIABLES } from '../../src/server/limits/settings.ts'
import { PASSWORD } from '../support/accounts.ts'
import { failed, type HandAgent, joinAgent, reportOf } from '../support/agent.ts'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { signIn } from '../support/person.ts'
import { startServer, type TestServer } from '../support/server.ts'

const NO_OTHER_LIMITS = Object.fromEntries(
  LIMIT_VARIABLES.filter((name) => /_(MINUTE|STREAMS)$/.test(name)).map((name) => [name, '0']),
)

let running: TestServer
let mailbox: Mailbox
let agent: HandAgent
let skipMs = 0
/** A newly registered account in its own project, by access token and by a key. */
let person: Api
let key: Api
let keyText: string
let monitor: string
beforeAll(async () => {
  mailbox = await openMailbox()
  running = await startServer({
    clock: () => Date.now() + skipMs,
    env: {
      SONDE_REGISTRATION: 'open',
      SONDE_SMTP_URL: mailbox.url,
      SONDE_MAIL_FROM: 'Sonde <sonde@example.org>',
      SONDE_LIMITS: 'on',
      ...NO_OTHER_LIMITS,
    },
  })
  agent = await joinAgent(running.api, running.server.joinToken)
  const body = { email: 'spammer@example.com', password: PASSWORD }
  expect((await running.api.as('').call('POST', '/api/2/account/register', body)).status).toBe(201)
  const signedIn = await signIn(running.server, body.email, PASSWORD)
  const { projects } = await signedIn.api().get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  person = signedIn.api(projects[0]?.project.id)
  keyText = (await person.post<{ secret: string }>('/api/2/api_keys/', { name: 'k' })).secret
  key = running.api.as(keyText)
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
const reaching = endpoints.filter(([, { reaches, letsIn }]) => reaches || letsIn)
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

describe('an account with an unconfirmed address stores little', () => {
  test('no large bodies', async () => {
    const big = { meta: { name: 'big' }, request: { url: 'https://example.com/', body: 'x'.repeat(70_000) } }
    for (const api of [person, key]) expect(await api.call('POST', '/api/2/calls/', big)).toMatchObject({ status: 413 })
  })

  test('no files', async () => {
    const form = new FormData()
    form.set('file', new File(['{}'], 'data.json'))
    const answer = await fetch(`${running.server.url}/api/3/files/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyText}` },
      body: form,
    })
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('before you upload files')])
  })

  test('a bounded number of changes, by all of its keys together and on all servers', async () => {
    let now = Date.now()
    const off = { requests: null, runs: null, sends: null, signIns: null, streams: null }
    const [limits, others] = [0, 1].map(() => openLimits({ ...off, unconfirmedChanges: 3 }, () => now)) as [
      Limits,
      Limits,
    ]
    const caller = { kind: 'api_key', keyId: 'k', accountId: 'a', unconfirmed: 'a@example.com' } as Caller
    const change = (by: Caller = caller, on = limits) => on.ofChange(contract['monitor.create'], by, { db: db(), now })
    // A minute apart: what is forgotten in five minutes does not begin anew with each change.
    for (const keyId of ['k', 'l', 'm']) {
      expect(await change({ ...caller, keyId } as Caller, keyId === 'l' ? others : limits)).toBeNull()
      now += 60_000
    }
    const tooMany = { status: 429, message: expect.stringContaining('mailed to a@example.com'), retryAfterSeconds: 120 }
    expect([await change(), await change(caller, others)]).toMatchObject([tooMany, tooMany])
    expect(await limits.ofChange(contract['monitor.list'], caller, { db: db(), now })).toBeNull()
    expect(await change({ ...caller, unconfirmed: null } as Caller)).toBeNull()
    now += 2 * 60_000
    expect([await change(), await change(caller, others)]).toMatchObject([
      null,
      { status: 429, retryAfterSeconds: 300 },
    ])
    const atOnce = { ...caller, accountId: 'b' } as Caller
    const answers = await Promise.all([limits, others, limits, others, limits].map((on) => change(atOnce, on)))
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(3)
  })

  test('a change is refused before its body is read once there were too many', async () => {
    const counted = await db().selectFrom('throttle').selectAll().where('until', '=', 0).execute()
    await db().updateTable('throttle').set({ tries: 200, last: Date.now() }).where('until', '=', 0).execute()
    for (const api of [person, key]) expect(await api.call('POST', '/api/2/calls/', {})).toMatchObject({ status: 429 })
    expect(await person.call('GET', '/api/2/calls/')).toMatchObject({ status: 200 })
    for (const { key, ...row } of counted) await db().updateTable('throttle').set(row).where('key', '=', key).execute()
    expect(await person.call('POST', '/api/2/calls/', {})).toMatchObject({ status: 400 })
  })
})

describe('an account with an unconfirmed address makes no runs, sends nothing and lets nobody in', () => {
  test.each(reaching)('%s', async (_, { route }) => {
    const [method = '', path = ''] = route.split(' ')
    const filled = path.replace('{id}', monitor).replace(/\{\w+\}/g, 'x')
    for (const api of [person, key])
      expect(await api.call(method, filled, {})).toMatchObject({
        status: 403,
        body: expect.toSatisfy((body) => JSON.stringify(body).includes('Confirm your email address first')),
      })
  })

  test('its mail alerts send no confirmation requests', async () => {
    await person.post('/api/3/webhooks/', {
      web_hook_type: 'email',
      parameters: { email_address: 'victim@example.net' },
    })
    const letters = await db().selectFrom('mail').select('recipient').where('kind', '=', 'confirm-recipient').execute()
    expect(letters).toEqual([])
  })

  test('its schedules make no runs, and count none as missed, until the address is confirmed', async () => {
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

    expect((await person.call('POST', '/api/2/account/verify/mail', {})).status).toBe(200)
    const link = await eventually(async () =>
      mailbox.received.map(({ text }) => /\/verify\/(\w+)/.exec(text)?.[1]).find((token) => token !== undefined),
    )
    await running.api.as('').post('/api/2/account/verify', { token: link })
    await eventually(async () => (await jobsOf()) > 0, { what: 'a run' })
    expect((await person.call('POST', `/api/3/monitors/${monitor}/run`, {})).status).toBe(200)
    expect((await key.call('POST', `/api/3/monitors/${monitor}/run`, {})).status).toBe(200)
  })
})

describe('mail alerts go to members, and to addresses confirmed by a link', () => {
  const stranger = 'Stranger@example.net'
  const to = (address: string) => mailbox.received.filter((mail) => mail.to.toLowerCase() === address.toLowerCase())
  type Hook = { id: string; unconfirmed: string[] }
  let hook: Hook
  const read = async () =>
    (await running.api.get<{ data: Hook[] }>('/api/3/webhooks/')).data.find(({ id }) => id === hook.id)
  const deliveries = async () =>
    (
      await running.api.get<{ data: { recipient: string; status: string; error: string | null }[] }>(
        `/api/3/webhooks/${hook.id}/deliveries`,
      )
    ).data

  test('another address gets one confirmation request and no alert, and the alert says why', async () => {
    const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'x' },
      request: { url: 'https://example.com/' },
    })
    const parameters = { email_address: `${stranger}, ada@example.com` }
    hook = await running.api.post<Hook>('/api/3/webhooks/', {
      name: 'h',
      web_hook_type: 'email',
      monitor_id: id,
      parameters,
    })
    expect(hook.unconfirmed).toEqual([stranger])
    await running.api.put(`/api/3/webhooks/${hook.id}`, { name: 'renamed' })
    await running.api.post(`/api/3/monitors/${id}/run`)
    const jobs = await agent.work()
    await agent.report(...jobs.map((job) => reportOf(job, failed)))
    await eventually(async () => to('ada@example.com').some(({ text }) => text.includes('[FAIL]')), {
      what: 'the alert',
    })
    await eventually(
      async () => (await deliveries()).some(({ error }) => error?.includes('has not confirmed that it wants alerts')),
      {
        what: 'a delivery that is held',
      },
    )
    expect(to(stranger)).toHaveLength(1)
    expect(to(stranger)[0]?.text).toContain('/confirm-alerts/')
    expect(await running.api.post(`/api/3/webhooks/${hook.id}/test`)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('has not confirmed that it wants alerts'),
    })
  })

  test('it is asked again at most a few times a day', async () => {
    const ask = () => running.api.call('POST', `/api/3/webhooks/${hook.id}/recipients`, { address: stranger })
    expect([await ask(), await ask(), await ask()].map(({ status }) => status)).toEqual([204, 204, 429])
    expect(
      (await running.api.call('POST', `/api/3/webhooks/${hook.id}/recipients`, { address: 'x@y.example' })).status,
    ).toBe(404)
  })

  test('opening the link confirms nothing, pressing the button does, and waiting alerts arrive', async () => {
    const letter = await eventually(async () => to(stranger)[0])
    const token = /\/confirm-alerts\/([\w-]+)/.exec(letter.text.replace(/=\r?\n/g, ''))?.[1] ?? ''
    const open = running.api.as('')
    expect(await open.get(`/api/2/recipients/${token}`)).toMatchObject({ address: stranger, confirmed: false })
    expect((await read())?.unconfirmed).toEqual([stranger])
    expect((await open.call('POST', `/api/2/recipients/${token.slice(1)}`, {})).status).toBe(410)
    expect(await open.post(`/api/2/recipients/${token}`)).toMatchObject({ confirmed: true })
    expect((await read())?.unconfirmed).toEqual([])
    await eventually(async () => to(stranger).some(({ text }) => text.includes('[FAIL]')), {
      what: 'the alert that waited',
    })
  })
})

test('every endpoint that runs or sends for a project is included', () => {
  const deeds = endpoints.filter(([, { access, limit }]) => access === 'run' || limit === 'run' || limit === 'send')
  const open = deeds.filter(([, { reaches, access }]) => !reaches && access !== 'site').map(([name]) => name)
  // They send the links that confirm an address and reset a password, and take the one that confirms a new address.
  expect(open.sort()).toEqual(['account.ask-reset', 'account.change-address', 'account.send-verification'])
})
