import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld(() => ({ SONDE_ALLOW_PRIVATE: '127.0.0.1' }))
const LONG_MS = 300_000
/** An agent counts as gone a minute after its last request. */
const GONE_AFTER_MS = 60_000

const started: ChildProcess[] = []
const targets: Loopback[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  for (const target of targets) target.close()
})

test(
  'a second agent joins by the lines that the page gives, makes a run, dies and is revoked',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const { api } = world.installation
    const target = await listenOnLoopback((_, response) => response.end('ok'))
    targets.push(target)
    await signIn(page, '/agents/')

    // The form says what is wrong, and keeps what was entered.
    await page
      .getByRole('link', { name: 'Add agent' })
      .or(page.getByRole('button', { name: 'Add agent' }))
      .click()
    await expect(heading(page, 'New agent')).toBeVisible()
    await page.getByLabel('Location id').fill('Office 1')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter lower-case letters, digits, hyphens and underscores.').first()).toBeVisible()
    await page.getByLabel('Location id').fill('office')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Waiting for the agent')).toBeVisible()

    // The lines are run as they stand, in an empty folder.
    const folder = temporaryFolder()
    const linesOf = async (name: string) => (await page.getByRole('group', { name, exact: true }).textContent()) ?? ''
    execFileSync('sh', ['-c', await linesOf('Download')], { cwd: folder, stdio: 'pipe' })
    const child = spawn('sh', ['-c', `exec ${await linesOf('Start by hand')}`], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        SONDE_AGENT_DIR: join(folder, 'state'),
        SONDE_AGENT_PROBE: 'off',
        SONDE_ALLOW_PRIVATE: `127.0.0.1:${target.port}`,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    started.push(child)
    await expect(page.getByText('An agent joined at office')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Open agent' }).click()
    await expect(heading(page, 'Agent at office')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('Online', { exact: true })).toBeVisible()

    // Its location runs a monitor.
    const request = { method: 'GET', url: target.url }
    const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'Intranet' }, request })
    const run = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'office' })
    const agentPage = page.url()
    await page.goto(`/tests/result/${run.result_id}/`)
    await expect(main.getByText('Pass', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
    await expect(main.getByText('office').first()).toBeVisible()

    // It dies without a word, and its page says so without being opened again.
    await page.goto(agentPage)
    await expect(main.getByText('Online', { exact: true })).toBeVisible()
    child.kill('SIGKILL')
    await once(child, 'exit')
    // Its last request lies further back than it does, so that nobody waits for a minute to pass.
    await world.installation.query(
      "update agent set last_seen = last_seen - $1 where location_key = (select key from location where id = 'office')",
      [GONE_AFTER_MS],
    )
    await expect(main.getByText('Offline', { exact: true })).toBeVisible({ timeout: GONE_AFTER_MS })

    // Revoked, its location is left by worldwide schedules, and its key ends an agent that starts again.
    await main.getByRole('button', { name: 'Revoke' }).click()
    const question = page.getByRole('form', { name: /^Revoke the agent at “office” permanently/ })
    await expect(question).toContainText('nothing runs from this location')
    await question.getByRole('textbox').fill('office')
    await question.getByRole('button', { name: 'Revoke agent' }).click()
    await expect(main.getByText('Revoked', { exact: true }).first()).toBeVisible()
    await page.goto('/schedules/new')
    await expect(page.getByText(/^1 location\b/).first()).toBeVisible()
    const again = spawn('node', ['agent.mjs', '--url', world.installation.api.base, '--name', 'office'], {
      cwd: folder,
      env: { PATH: process.env.PATH, SONDE_AGENT_DIR: join(folder, 'state'), SONDE_AGENT_PROBE: 'off' },
      stdio: 'ignore',
    })
    started.push(again)
    const code = await new Promise<number | null>((resolve) => again.once('exit', resolve))
    expect(code).toBe(78)
  },
  LONG_MS,
)
