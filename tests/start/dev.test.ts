import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { isFree } from '../../src/dev/ports.ts'
import { openBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/loopback.ts'
import { home } from '../support/sources.ts'
import { temporaryFolder } from '../support/temporary.ts'

// One development server for all, since its start takes as long as a dozen of its restarts.
vi.setConfig({ testTimeout: 240_000 })

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
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  onTestFinished(async () => {
    await stop()
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
  await says('Sign in as dev@example.com')
  return { url: `http://localhost:${port}`, port, says, said: () => said, stop }
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
  const { url, port, says, said, stop } = await runDev(checkout)
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
  const component = 'src/views/projects/OpenById.tsx'
  const fetched = page.waitForRequest(/OpenById\.tsx/)
  edit(checkout, component, 'Any project of this installation', 'Any project, saved')
  await fetched
  // Some milliseconds later, as by an editor that formats what it has saved.
  edit(checkout, component, 'Any project, saved', 'Any project, edited')
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

  // What only the browser notices is shown as well, and the page recovers by itself.
  edit(checkout, component, 'import { Card }', 'import { Crd as Card }')
  await page.getByText("does not provide an export named 'Crd'").waitFor()
  await says("does not provide an export named 'Crd'")
  const reloaded = page.waitForEvent('load')
  edit(checkout, component, 'import { Crd as Card }', 'import { Card }')
  await reloaded
  await page.getByLabel('Project id').waitFor()
  edit(checkout, component, 'const args =', "throw new Error('planted in a component')\n  const args =")
  await says('planted in a component\n    at OpenById')
  edit(checkout, component, "throw new Error('planted in a component')\n", '')
  await page.getByLabel('Project id').waitFor()

  // A source that does not build is shown in the page and the terminal, and what was built before goes on.
  const file = 'src/server/handlers/installation/system.ts'
  edit(checkout, file, 'return {\n        status', 'return {{\n        status')
  await page.locator('vite-error-overlay').waitFor({ state: 'attached' })
  expect(said()).toContain('system.ts')
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'edited' })
  const opened = await (await browser).newPage()
  await opened.goto(url)
  await opened.locator('vite-error-overlay').waitFor({ state: 'attached' })

  // The log quotes what a handler throws, as an installation's does not.
  edit(
    checkout,
    file,
    "return {{\n        status: 'edited'",
    "throw new TypeError('planted in a handler')\n      return {\n        status: ''",
  )
  await eventually(async () => (await fetch(`${url}/api/health`)).status === 500)
  await says('TypeError: planted in a handler\n    at ')
  edit(
    checkout,
    file,
    "throw new TypeError('planted in a handler')\n      return {\n        status: ''",
    'return {\n        status: String(process.pid)',
  )
  await eventually(async () => (await (await fetch(`${url}/api/health`)).json()).status > 0)
  await page.locator('vite-error-overlay').waitFor({ state: 'detached' })

  // A server that ends after its start says so to whoever comes, and the next change starts it.
  process.kill(Number((await (await fetch(`${url}/api/health`)).json()).status), 'SIGKILL')
  await says('The server has ended (SIGKILL)')
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ error: 'unavailable' })
  await page.reload()
  await page.getByText('The server has ended').waitFor()
  edit(checkout, component, 'Any project, edited', 'Any project, edited again')
  await page.getByText('Any project, edited again').waitFor()

  // So does one that does not start.
  edit(checkout, 'src/server/main.ts', 'const serve = async', "throw new Error('planted')\nconst serve = async")
  await says('The server has ended (exit code 1)')
  const other = await (await browser).newPage()
  await other.goto(url)
  await other.getByText('The server has ended').waitFor()
  edit(checkout, 'src/server/main.ts', "throw new Error('planted')\n", '')
  await other.getByLabel('Email').waitFor()

  // A signal ends all of it, and leaves nothing behind.
  expect(await stop()).toEqual([0, null])
  expect(readdirSync(join(checkout, 'dist')).filter((name) => name.startsWith('.build-'))).toEqual([])
  for (const each of [port, port + 1, port + 2]) expect(await isFree({ host: '127.0.0.1', port: each })).toBe(true)
})

test('a server ends when the development server that started it was killed', async () => {
  const preload = pathToFileURL(join(home, 'src/dev/with-parent.mjs')).href
  const child = spawn(process.execPath, ['--import', preload, '-e', 'setInterval(() => {}, 60_000); process.send(0)'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await once(child, 'message')
  // As the channel of a killed process does.
  child.disconnect()
  expect(await ended).toEqual([null, 'SIGTERM'])
})
