import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/loopback.ts'
import { home } from '../support/sources.ts'
import { temporaryFolder } from '../support/temporary.ts'

const browser = openBrowser()
beforeAll(() => browser)
afterAll(async () => (await browser).close())

/** The sources in a folder of their own, which a test may edit. */
const copyCheckout = (): string => {
  const copy = temporaryFolder()
  for (const name of ['src', 'machines', 'index.html', 'package.json', 'vite.config.ts', 'tsconfig.json', 'tests'])
    cpSync(join(home, name), join(copy, name), { recursive: true })
  symlinkSync(join(home, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs `npm run dev` of a checkout; ends with the test, and nothing that it started runs on. */
const runDev = async (checkout: string) => {
  const port = await freePort(2)
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/dev/main.ts'], {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: checkout, PORT: String(port), SONDE_CHROMIUM: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const says = (text: string) =>
    eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`npm run dev ended with ${child.exitCode}:\n${said}`)
        return said.includes(text)
      },
      { withinMs: 90_000, what: `“${text}” in its output` },
    ).catch((cause: unknown) => {
      throw new Error(said, { cause })
    })
  await says(`Open http://localhost:${port}`)
  return { url: `http://localhost:${port}`, says, said: () => said }
}

const edit = (checkout: string, file: string, before: string, after: string): void => {
  const path = join(checkout, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replace(before, after))
}

const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/collections`)
  await page.getByLabel('Email').fill('dev@example.com')
  await page.getByLabel('Password', { exact: true }).fill('made for development')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Collections' }).waitFor()
}

test('a changed component replaces the one in the open page, and a changed handler the one of the running server', async () => {
  const checkout = copyCheckout()
  const { url, says, said } = await runDev(checkout)
  const page = await (await browser).newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(String(error)))
  await signIn(page, url)

  // The page's own policy, the same as in an installation.
  const answer = await page.request.get(`${url}/collections`)
  expect(answer.headers()['content-security-policy']).toContain("script-src 'self';")

  // A state that a page loaded anew would lose.
  await page.getByLabel('Project id').fill('half a name')
  edit(checkout, 'src/views/projects/OpenById.tsx', 'Any project of this installation', 'Any project, edited')
  await page.getByText('Any project, edited').waitFor()
  expect(await page.getByLabel('Project id').inputValue()).toBe('half a name')

  const database = await (await fetch(`${url}/api/health`)).json()
  expect(database).toMatchObject({ status: 'ready' })
  edit(checkout, 'src/server/handlers/installation/system.ts', "status: 'ready'", "status: 'edited'")
  await says('Restarting the server…')
  await eventually(async () => (await (await fetch(`${url}/api/health`)).json()).status === 'edited')
  expect(said().match(/Creating the database/g)).toHaveLength(1)
  // The page lives on, over the restart, and nothing broke its policy.
  expect(await page.getByLabel('Project id').inputValue()).toBe('half a name')
  expect(faults).toEqual([])

  // A source that does not build is shown in the page and the terminal, and what was built before goes on.
  const file = 'src/server/handlers/installation/system.ts'
  edit(checkout, file, 'return {\n        status', 'return {{\n        status')
  await page.locator('vite-error-overlay').waitFor({ state: 'attached' })
  expect(said()).toContain('system.ts')
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'edited' })
  edit(checkout, file, "return {{\n        status: 'edited'", "return {\n        status: 'mended'")
  await eventually(async () => (await (await fetch(`${url}/api/health`)).json()).status === 'mended')
  await page.locator('vite-error-overlay').waitFor({ state: 'detached' })

  // A server that ends says so to whoever comes, and the page loads when it is mended.
  edit(checkout, 'src/server/main.ts', 'const serve = async', "throw new Error('planted')\nconst serve = async")
  await says('The server has ended')
  const other = await (await browser).newPage()
  await other.goto(url)
  await other.getByText('The server has ended').waitFor()
  edit(checkout, 'src/server/main.ts', "throw new Error('planted')\n", '')
  await other.getByLabel('Email').waitFor()
})
