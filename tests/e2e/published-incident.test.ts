import { afterAll, test } from 'vitest'
import { openKeeper } from '../support/delivering.ts'
import { eventually } from '../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { rightParameters } from '../support/webhook-parameters.ts'
import { ADA, heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

/** An API that fails until it is mended. */
let isBroken = true
let api: Loopback
let mailbox: Mailbox
let keeper: Awaited<ReturnType<typeof openKeeper>>
const world = theWorld(async () => {
  isBroken = true
  api = await listenOnLoopback((_, response) => response.writeHead(isBroken ? 503 : 200).end('{}'))
  mailbox = await openMailbox()
  keeper = await openKeeper()
  return { SONDE_ALLOW_PRIVATE: '127.0.0.1', SONDE_SMTP_URL: mailbox.url, SONDE_MAIL_FROM: 'sonde@example.com' }
})
afterAll(async () => {
  api?.close()
  keeper?.close()
  await mailbox?.close()
})

/** A receiver of each family that can be one's own: a program, a room, a push service, a collector of telemetry and an event store. */
const FAMILIES = ['webhook', 'slack', 'matrix', 'ntfy', 'otel', 'axiom'] as const

/** Makes an alert for each family, for mail, and one that runs a monitor. */
const tellEverybody = async (monitorId: string, otherId: string): Promise<void> => {
  const make = (type: string, parameters: object) =>
    world.installation.api.post('/api/3/webhooks/', {
      name: `To ${type}`,
      web_hook_type: type,
      monitor_id: monitorId,
      alerts: ['FAIL', 'PASS'],
      parameters,
    })
  for (const type of FAMILIES) await make(type, rightParameters(type, { url: `${keeper.url}/${type}` }))
  await make('email', { email_address: ADA.email })
  await make('run_call', { call_id: otherId })
}

/** Waits until each receiver was told of the monitor since it had so many messages. */
const everybodyIsTold = async (from: { readonly messages: number; readonly letters: number }): Promise<void> => {
  const silent = () =>
    FAMILIES.filter(
      (type) =>
        !keeper.arrived
          .slice(from.messages)
          .some(({ path, text }) => path.startsWith(`/${type}`) && text.includes('orders-internal')),
    )
  await eventually(async () => silent().length === 0, { what: 'a message at each receiver' }).catch((error: Error) => {
    throw new Error(`Nothing came to ${silent().join(', ')}.`, { cause: error })
  })
  const isTold = () => mailbox.received.slice(from.letters).some(({ text }) => text.includes('orders-internal'))
  await eventually(async () => isTold(), { what: 'a letter' })
}

test('an outage is told to a receiver of each family and opens an incident, whose published updates the public reads, and ends', async () => {
  const { api: client } = world.installation
  const { id: monitor } = await client.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'orders-internal' },
    request: { url: api.url },
  })
  await client.post('/api/3/webhooks/', {
    name: 'On-call',
    monitor_id: monitor,
    opens_incident: true,
    parameters: { url: api.url },
  })
  const { id: other } = await client.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'look-closer' },
    request: { url: api.url },
  })
  await tellEverybody(monitor, other)
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  const main = page.getByRole('main')
  await signIn(page, '/incidents/')
  await expect(main.getByText('No incidents yet')).toBeVisible()

  // The list shows it without a reload.
  await client.post(`/api/3/monitors/${monitor}/run`, {})
  await everybodyIsTold({ messages: 0, letters: 0 })
  await eventually(
    async () => (await client.get<{ last_result: object | null }>(`/api/3/monitors/${other}`)).last_result,
    { what: 'a run of the monitor that the alert runs' },
  )
  await page.getByRole('link', { name: 'orders-internal is failing' }).click()
  await expect(heading(page, 'orders-internal is failing')).toBeVisible()
  await expect(main.getByText('The only failing result of')).toBeVisible()

  await main.getByRole('textbox', { name: 'Update', exact: true }).fill('We roll back the release.')
  await main.getByLabel('State', { exact: true }).selectOption({ label: 'Identified' })
  await main.getByLabel('For', { exact: true }).selectOption({ label: 'The public' })
  await main.getByRole('button', { name: 'Post update' }).click()
  await expect(main.getByRole('listitem').filter({ hasText: 'We roll back the release.' })).toBeVisible()
  await main.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(main.getByRole('link', { name: 'Public report' })).toBeVisible()

  const address = page.url().replace('/incidents/', '/incident/')
  const { page: visitor } = await world.visit()
  await visitor.goto(address)
  await expect(heading(visitor, 'Service disruption')).toBeVisible()
  await expect(visitor.getByText('We roll back the release.')).toBeVisible()
  await expect(visitor.getByText('On-call')).toHaveCount(0)

  isBroken = false
  const before = { messages: keeper.arrived.length, letters: mailbox.received.length }
  await client.post(`/api/3/monitors/${monitor}/run`, {})
  await everybodyIsTold(before)
  await expect(main.getByText('all recovered')).toBeVisible()
  await main.getByRole('button', { name: 'Resolve' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(/status page say “Resolved” at once/)).toBeVisible()
  await question.getByRole('button', { name: 'Resolve' }).click()
  await expect(main.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('Resolved').first()).toBeVisible()
})
