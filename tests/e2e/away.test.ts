import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, test } from 'vitest'
import { VERSION } from '../../src/contract/core/version.ts'
import { type FaultyLine, openFaultyLine } from '../support/faulty-line.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signInAnew, typeSignIn } from './support/person.ts'
import { expect, type Tab, theWorld } from './support/world.ts'

let line: FaultyLine | undefined
const world = theWorld(
  async () => {
    line = await openFaultyLine(() => Number(new URL(world.installation.api.base).port))
    return { SONDE_URL: line.url }
  },
  { ownPrograms: true },
)
afterAll(() => line?.close())

const PROBLEM = 'There was a problem loading this page. Please try reloading it.'

/** What the bar says. */
const said = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const goTo = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).first()

/** A tab of somebody who is signed in, whose browser may say what the test breaks. */
const open = async (path: string): Promise<Tab> => {
  const tab = await world.visit()
  tab.complaints.expect(/ERR_|Failed to load resource|network error|status of (400|401|404)|dynamically imported/)
  await signInAnew(tab.page, path)
  return tab
}

test('a cut connection says so and since when; the app stays, what was not loaded says so, and all comes back by itself', async () => {
  const { page } = await open('/tests/')
  await expect(heading(page, 'Monitors')).toBeVisible()
  line?.cut()
  await expect(said(page, /No answer from the server since \d\d:\d\d\. What you see is from \d\d:\d\d\./)).toBeVisible()
  await expect(page.getByText(/Trying again (in \d+ s|now)\./)).toBeVisible()
  await expect(heading(page, 'Monitors')).toBeVisible()

  await goTo(page, 'Schedules').click()
  await expect(heading(page, PROBLEM)).toBeVisible()
  await expect(goTo(page, 'Monitors')).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(said(page, /No answer from the server/)).toBeVisible()

  line?.mend()
  await expect(heading(page, 'Schedules')).toBeVisible()
  await expect(said(page, /No answer/)).toHaveCount(0)
})

test('a server that hangs is called slow, then away; what is saved meanwhile fails with a sentence, and is stored once afterwards', async () => {
  const { page } = await open('/calls/edit/new')
  await page.getByLabel('Name', { exact: true }).fill('Made in spite of it')
  await page.getByLabel('Address', { exact: true }).fill('https://example.com/')
  line?.hang()
  await page.keyboard.press('Control+s')
  await expect(said(page, 'The server is slow to answer.')).toBeVisible()
  await expect(said(page, /No answer from the server since/)).toBeVisible()
  const unsaved = page.getByText('The server did not answer. Your change may not have been saved.')
  await expect(unsaved.first()).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Made in spite of it')

  line?.mend()
  await expect(said(page, /No answer/)).toHaveCount(0)
  await expect(unsaved).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(heading(page, 'Made in spite of it')).toBeVisible()
  const { data } = await world.installation.api.get<{ data: { meta: { name: string } }[] }>('/api/3/monitors/')
  expect(data.filter(({ meta }) => meta.name === 'Made in spite of it')).toHaveLength(1)
})

test('a device without a network says so, and goes on when it has one again', async () => {
  const { page, context } = await open('/tests/')
  await expect(heading(page, 'Monitors')).toBeVisible()
  await context.setOffline(true)
  await expect(said(page, /This device has been offline since \d\d:\d\d\./)).toBeVisible()
  await context.setOffline(false)
  await expect(said(page, /offline/)).toHaveCount(0)
})

for (const [how, end] of [
  [
    'was ended in another tab',
    async (tab: Tab) => {
      const { page, complaints } = await world.another(tab)
      complaints.expect(/status of (400|401)/)
      await page.goto('/collections')
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(heading(page, 'You are signed out')).toBeVisible()
    },
  ],
  [
    'expired',
    async () => {
      await world.installation.query("update oidc_store set expires = 1 where model in ('Grant', 'Session')")
    },
  ],
] as const)
  test(`whose session ${how} is told, and signs in to where they were, with what they typed`, async () => {
    const tab = await open('/calls/edit/new')
    const { page } = tab
    await page.getByLabel('Name', { exact: true }).fill('Half a monitor')
    await page.getByLabel('Address', { exact: true }).fill('https://example.com/')
    await end(tab)
    // Whatever asks the server next finds out; the page and what was typed stay.
    await page.keyboard.press('Control+s')
    await expect(said(page, 'You were signed out.')).toBeVisible()
    await expect(page.getByText(/bearer token/)).toHaveCount(0)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a monitor')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await typeSignIn(page)
    await expect(page).toHaveURL(`${world.url}/calls/edit/new`)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a monitor')
  })

test('a server that comes back with another version has the page reloaded: by a notice, or where a chunk is gone', async () => {
  const { page } = await open('/tests/')
  await expect(heading(page, 'Monitors')).toBeVisible()
  await world.installation.kill()
  await expect(said(page, /No answer/)).toBeVisible()
  const program = join(world.programs, 'server/main.js')
  writeFileSync(program, readFileSync(program, 'utf8').replace(`"${VERSION}"`, '"99.0.0"'))
  renameScripts()
  await world.installation.start()
  await expect(said(page, 'The server was updated to version 99.0.0.')).toBeVisible()
  await goTo(page, 'Settings').click()
  await expect(heading(page, 'Project settings')).toBeVisible()
  await expect(said(page, 'The server was updated')).toHaveCount(0)
})

/** Gives every script another name, as a build of changed sources does: browsers keep the old ones for ever. */
const renameScripts = (): void => {
  const web = join(world.programs, 'web')
  const scripts = readdirSync(join(web, 'assets')).filter((file) => file.endsWith('.js'))
  const renamed = (text: string): string =>
    scripts.reduce((now, file) => now.replaceAll(file, file.replace('.js', '9.js')), text)
  for (const file of ['index.html', ...scripts.map((script) => `assets/${script}`)]) {
    const path = join(web, file)
    writeFileSync(path, renamed(readFileSync(path, 'utf8')))
  }
  for (const script of scripts) renameSync(join(web, 'assets', script), join(web, 'assets', renamed(script)))
}

test('whose project was deleted in another tab is told so, and what they type goes into no other project', async () => {
  const tab = await open('/tests/')
  const { page } = tab
  tab.complaints.expect(/status of 403/)
  await keyboardOf(page).line('create project Spare')
  await expect(page.getByRole('button', { name: 'Switch project: Spare' })).toBeVisible()
  await page.goto('/calls/edit/new')
  await page.getByLabel('Name', { exact: true }).fill('Half a monitor')
  await page.getByLabel('Address', { exact: true }).fill('https://example.com/')
  const { page: other } = await world.another(tab)
  await other.goto('/tests/')
  await expect(other.getByRole('button', { name: 'Switch project: Spare' })).toBeVisible()
  await keyboardOf(other).line('delete project --confirm spare')
  // Who deleted it goes on in another project; the other tab does not, unasked.
  await expect(other.getByRole('button', { name: /^Switch project: (?!Spare)/ })).toBeVisible()
  await expect(heading(page, 'You no longer have access')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('button', { name: 'Choose a project' })).toBeVisible()
  const { data } = await world.installation.api.get<{ data: { meta: { name: string } }[] }>('/api/3/monitors/')
  expect(data.filter(({ meta }) => meta.name === 'Half a monitor')).toEqual([])
})
