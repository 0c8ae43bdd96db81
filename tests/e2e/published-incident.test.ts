import { afterAll, test } from 'vitest'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

/** An API that fails until it is mended. */
let isBroken = true
let api: Loopback
const world = theWorld(async () => {
  api = await listenOnLoopback((_, response) => response.writeHead(isBroken ? 503 : 200).end('{}'))
  return { SONDE_ALLOW_PRIVATE: '127.0.0.1' }
})
afterAll(() => api?.close())

test('an outage opens an incident, whose published updates the public reads, and ends', async () => {
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
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  const main = page.getByRole('main')
  await signIn(page, '/incidents/')
  await expect(main.getByText('No incidents yet')).toBeVisible()

  // The list shows it without a reload.
  await client.post(`/api/3/monitors/${monitor}/run`, {})
  await page.getByRole('link', { name: 'orders-internal is failing' }).click()
  await expect(heading(page, 'orders-internal is failing')).toBeVisible()
  await expect(main.getByText('The only failing result of')).toBeVisible()

  await main.getByRole('textbox', { name: 'Update', exact: true }).fill('We roll back the release.')
  await main.getByLabel('State', { exact: true }).selectOption({ label: 'Identified' })
  await main.getByLabel('For', { exact: true }).selectOption({ label: 'The public' })
  await main.getByRole('button', { name: 'Post update' }).click()
  await expect(main.getByRole('listitem').filter({ hasText: 'We roll back the release.' })).toBeVisible()
  await main.getByRole('button', { name: 'Publish' }).click()
  await expect(main.getByRole('link', { name: 'Public report' })).toBeVisible()

  const address = page.url().replace('/incidents/', '/incident/')
  const { page: visitor } = await world.visit()
  await visitor.goto(address)
  await expect(heading(visitor, 'Service disruption')).toBeVisible()
  await expect(visitor.getByText('We roll back the release.')).toBeVisible()
  await expect(visitor.getByText('On-call')).toHaveCount(0)

  isBroken = false
  await client.post(`/api/3/monitors/${monitor}/run`, {})
  await expect(main.getByText('all recovered')).toBeVisible()
  await main.getByRole('button', { name: 'Resolve' }).click()
  await expect(main.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('Resolved').first()).toBeVisible()
})
