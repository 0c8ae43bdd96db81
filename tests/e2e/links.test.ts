import type { Page } from 'playwright'
import { test } from 'vitest'
import { heading, signIn, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld(() => ({ SONDE_REGISTRATION: 'open' }))

const BOB = { email: 'bob@example.com', password: 'nanoseconds of wire' }
const NOTHING = 'Nothing to see at this address'

/** Things of the first project: the addresses that lead to them, and their names. */
const things = async () => {
  const { api } = world.installation
  const make = async (path: string, body: object) => (await api.post<{ id: string }>(path, body)).id
  const monitor = await make('/api/2/calls/', { meta: { name: 'Shared' }, request: { url: 'http://127.0.0.1:9/' } })
  const schedule = await make('/api/3/schedules/', { name: 'Shared times', enabled: false })
  const webhook = await make('/api/3/webhooks/', {
    name: 'Shared alert',
    web_hook_type: 'webhook',
    parameters: { url: 'https://example.com/' },
  })
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${monitor}/run`, {})
  return [
    [`/tests/test/${monitor}/`, 'Shared'],
    [`/tests/test/${monitor}/stats/latency`, 'Shared'],
    [`/tests/result/${result_id}/`, 'Shared'],
    [`/schedules/${schedule}`, 'Shared times'],
    [`/webhooks/${webhook}`, 'Shared alert'],
  ] as const
}

/** Makes a project, which is then the one that is open. */
const makeProject = async (page: Page, name: string): Promise<void> => {
  await page.goto('/project')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: /^Create project/ }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Project.*${name}|${name}`) }).first()).toBeVisible()
}

test('an address opens for whoever may see it, whichever project was open last', async () => {
  const addresses = await things()
  const { page } = await world.visit()
  await signIn(page, '/collections')
  await makeProject(page, 'Elsewhere')
  const elsewhere = page.getByRole('button', { name: /Elsewhere/ }).first()
  const { projects } = await world.installation.api.get<{ projects: { project: { id: string } }[] }>(
    '/api/2/account/projects',
  )
  const first = projects[0]?.project.id ?? ''
  for (const [address, name] of addresses) {
    await page.goto(address)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(name)
    await expect(page).toHaveURL(world.url + address)
    await expect(elsewhere).toHaveCount(0)
    await page.getByRole('link', { name: 'Collections' }).first().click()
    await page
      .getByRole('button', { name: /Elsewhere/ })
      .first()
      .click()
    await expect(elsewhere).toBeVisible()
  }
  // An address without an object carries its project as the specification says.
  await page.goto(`/tests/?project_key_str=${first}`)
  await expect(page.getByRole('link', { name: 'Shared', exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/tests/`)
})

test('what one may not see is not told apart from what does not exist', async () => {
  const [[address] = ['']] = await things()
  await world.installation.api.as('').post('/api/2/account/register', { ...BOB, name: 'Bob' })
  const { page, complaints } = await world.visit()
  complaints.expect(/status of 404/)
  await page.goto(address)
  await typeSignIn(page, BOB)
  await expect(heading(page, NOTHING)).toBeVisible()
  // The notice above every page comes with the account.
  const notice = page.getByText('Confirm your email address')
  await expect(notice).toBeVisible()
  const shown = await page.getByRole('main').textContent()
  for (const other of [
    '/tests/test/AAAAAAAAAAAAAAAAAAAAAA/',
    '/tests/result/AAAAAgAB2aAmfAGh_GTw7wA/',
    '/tests/?project_key_str=AAAAAAAAAAAAAAAAAAAAAA',
  ]) {
    await page.goto(other)
    await expect(heading(page, NOTHING)).toBeVisible()
    await expect(notice).toBeVisible()
    expect(await page.getByRole('main').textContent()).toBe(shown)
  }
  await page.getByRole('link', { name: 'Go to your projects' }).click()
  await expect(heading(page, 'Collections')).toBeVisible()
})

test('an unknown address leads to the collections, which name it', async () => {
  const { page } = await world.visit()
  await signIn(page, '/no/such/page')
  await expect(heading(page, 'Collections')).toBeVisible()
  await expect(page.getByText('There is no page at this address')).toBeVisible()
  await expect(page.getByText('/no/such/page')).toBeVisible()
})
