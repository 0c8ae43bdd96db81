import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { ADA, heading, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 180_000
const VERIFIER = 'a-verifier-that-only-this-program-has-got-0123456789'

/** A program on this computer that waits for the answer of the browser. */
let program: Server
let answered: URLSearchParams | null = null
let redirect: string
beforeAll(async () => {
  program = createServer((request, response) => {
    answered = new URL(request.url ?? '', 'http://localhost').searchParams
    response.setHeader('content-type', 'text/html').end('<title>Back</title><h1>Back at the program</h1>')
  }).listen(0, '127.0.0.1')
  await once(program, 'listening')
  redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
})
afterAll(() => program.close())

const register = async (name = 'Desk assistant'): Promise<string> => {
  const answer = await fetch(`${world.url}/connect/register`, {
    method: 'POST',
    body: JSON.stringify({ client_name: name, redirect_uris: [redirect] }),
  })
  // The endpoint's own test looks at the rest of its answer.
  return ((await answer.json()) as { client_id: string }).client_id
}

const addressFor = (clientId: string): string =>
  `/connect/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${world.url}/mcp`,
    state: 'its state',
  })}`

const redeem = async (clientId: string): Promise<string> => {
  const answer = await fetch(`${world.url}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: answered?.get('code') ?? '',
      code_verifier: VERIFIER,
      redirect_uri: redirect,
    }),
  })
  // As above.
  return ((await answer.json()) as { access_token: string }).access_token
}

const useToken = async (token: string): Promise<number> => {
  const answer = await fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await answer.text()
  return answer.status
}

const looksRight = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1024, 1440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const wrong = (await violationsOf(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      expect(wrong, `${colorScheme}, ${width} px`).toEqual([])
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(isWider, `wider than ${width} px`).toBe(false)
    }
}

test('an application whose name mixes scripts is marked before it is connected', async () => {
  const { page } = await world.visit()
  await page.goto(addressFor(await register('Sla\u0441k')))
  await typeSignIn(page, ADA)
  await expect(heading(page, 'Connect Sla\u0441k?')).toBeVisible()
  await expect(page.getByText('“Sla\u0441k” mixes letters of Latin and Cyrillic')).toBeVisible()
  await looksRight(page)
})

test(
  'a person refuses a program, connects it, sees it in the list, and disconnects it',
  async () => {
    const clientId = await register()
    const { page, complaints } = await world.visit()
    // The page asks whoever is not signed in to sign in first, and keeps what was asked for.
    await page.goto(addressFor(clientId))
    await typeSignIn(page, ADA)
    await expect(heading(page, 'Connect Desk assistant?')).toBeVisible()
    await expect(page.getByText('The answer goes to this computer')).toBeVisible()
    await expect(page.getByText(`It asks to use Sonde as ${ADA.email}.`)).toBeVisible()
    await looksRight(page)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect(heading(page, 'Back at the program')).toBeVisible()
    expect([answered?.get('error'), answered?.get('state')]).toEqual(['access_denied', 'its state'])

    await page.goto(addressFor(clientId))
    await expect(heading(page, 'Connect Desk assistant?')).toBeVisible()
    // A key that is held down while another page opens this one approves nothing.
    for (let press = 0; press < 20; press++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(heading(page, 'Connect Desk assistant?')).toBeVisible()
    await page.getByRole('radio', { name: 'Read and write' }).check({ force: true })
    await page.getByLabel('The connection ends').selectOption('in a week')
    await page.getByRole('button', { name: 'Connect Desk assistant' }).click()
    await expect(heading(page, 'Back at the program')).toBeVisible()
    expect([answered?.get('state'), answered?.get('iss')]).toEqual(['its state', `${world.url}/connect`])
    const token = await redeem(clientId)
    expect(await useToken(token)).toBe(200)

    await page.goto('/settings/profile')
    await expect(page.getByText('Desk assistant may act for you.')).toBeVisible()
    await page.getByRole('link', { name: 'Show connections' }).click()
    const row = page.getByRole('row', { name: /Desk assistant/ })
    await expect(row).toContainText('Read and write')
    await looksRight(page)
    await row.getByRole('button', { name: /Disconnect/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('No application is connected')).toBeVisible()
    expect(await useToken(token)).toBe(401)

    complaints.expect(/status of 4(00|22)/)
    await page.goto(addressFor('nobody'))
    await expect(heading(page, 'This application cannot be connected')).toBeVisible()
    await looksRight(page)
  },
  LONG_MS,
)
