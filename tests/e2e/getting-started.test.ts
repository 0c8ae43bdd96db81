import { describe, test } from 'vitest'
import { sampleMonitors } from '../../src/domain/onboarding/sample-monitors.ts'
import { faultsOf } from './support/audit.ts'
import { keyboardOf } from './support/keyboard.ts'
import { ADA, heading, signIn, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const sample = () => `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`
const LONG_MS = 240_000

const monitorNames = async (): Promise<string[]> => {
  const { data } = await world.installation.api.get<{ data: { meta: { name: string } }[] }>('/api/3/monitors/')
  return data.map(({ meta }) => meta.name)
}

describe('Getting started', () => {
  test(
    'by keyboard alone: five steps, a monitor that is tried before anything is stored, and what was made at the end',
    async () => {
      const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
      const keys = keyboardOf(page)
      await signIn(page, '/home/')
      await expect(page.getByText('This project is empty.')).toBeVisible()
      await keys.line('open getting-started')

      await expect(heading(page, 'My info')).toBeVisible()
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
      await keys.press('Control+a')
      await keys.type('Ada Byron')
      await keys.press('Tab')
      await keys.type('Analytical Engines')
      await keys.press('Enter')

      await expect(heading(page, 'Project details')).toBeVisible()
      await keys.press('Control+a')
      await keys.type('Engine room')
      await keys.press('Enter')

      // Nothing goes on without an address, and the sentence is at its field.
      await expect(heading(page, 'Monitor your own API')).toBeVisible()
      const address = page.getByLabel('Address')
      await expect(address).toBeFocused()
      await keys.press('Enter')
      await expect(address).toHaveAttribute('aria-invalid', 'true')
      await keys.type(`${sample()}/error?code=503`)
      const trial = page.getByRole('region', { name: 'Test run' })
      await trial.getByRole('button', { name: 'Run test' }).press('Enter')
      await expect(trial).toContainText('503 Service Unavailable')
      await expect(trial).toContainText('Not met: Answers 200. It was 503.')
      await address.focus()
      await keys.press('Control+a')
      await keys.type(`${sample()}/json`)
      await expect(trial).toContainText('You have changed the request or its conditions since this run.')
      await trial.getByRole('button', { name: 'Run again' }).press('Enter')
      await expect(trial).toContainText('200 OK')
      await expect(trial.getByRole('group', { name: 'Response body' })).toContainText('Ada Byron')
      expect(await monitorNames()).toEqual([])

      // Esc asks; what is typed outlives leaving, and a reload.
      await address.focus()
      await keys.press('Escape')
      const leaving = page.getByRole('dialog', { name: 'Leave set-up?' })
      await expect(leaving).toBeVisible()
      await keys.press('Escape')
      await expect(leaving).toHaveCount(0)
      await page.reload()
      await expect(address).toHaveValue(`${sample()}/json`)
      expect(await monitorNames()).toEqual([])
      await keys.press('Enter')

      // The focus is on the name of the step: Enter goes on from there too.
      await expect(heading(page, 'Install sample API calls')).toBeFocused()
      await keys.press('Enter')
      await expect(heading(page, 'Summary')).toBeVisible()
      const main = page.getByRole('main')
      await expect(main).toContainText('Ada Byron')
      await expect(main).toContainText('Analytical Engines')
      await expect(main).toContainText('Engine room')
      await expect(main).toContainText(`${sampleMonitors.length} sample monitors installed`)
      await expect(page.getByRole('group', { name: 'Console lines' })).toContainText(
        `watch address ${sample()}/json --expect 200`,
      )
      expect(await faultsOf(page)).toEqual([])
      expect((await monitorNames()).length).toBe(sampleMonitors.length + 1)

      // Going back makes nothing twice.
      await page.getByRole('button', { name: /^Monitor your own API/ }).press('Enter')
      await expect(main).toContainText('It runs on “Default Schedule”')
      await keys.press('Enter')
      await expect(heading(page, 'Install sample API calls')).toBeVisible()
      await keys.press('Enter')
      await expect(heading(page, 'Summary')).toBeVisible()
      await keys.press('Enter')
      await expect(heading(page, 'Engine room')).toBeVisible()
      expect((await monitorNames()).length).toBe(sampleMonitors.length + 1)
      await expect(page.getByRole('region', { name: /^Latest results/ })).toContainText('Payment gateway, down')

      // The console takes the samples away again, once the word is typed.
      await keys.line('remove sample')
      const palette = page.getByRole('dialog', { name: 'Command palette' })
      await palette.getByRole('textbox').fill('sample')
      await palette.getByRole('button', { name: 'Remove sample' }).click()
      await expect(page.getByRole('status').getByText(`${sampleMonitors.length} sample monitors removed`)).toBeVisible()
      expect(await monitorNames()).toEqual([expect.stringContaining('/json')])
    },
    LONG_MS,
  )

  test('whoever has no project makes the first on the way in', async () => {
    const { page } = await world.visit()
    const { api } = world.installation
    const { projects } = await api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
    for (const { project } of projects) await api.call('DELETE', `/api/2/projects/${project.id}`)
    await page.goto('/')
    await typeSignIn(page, ADA)
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Get started' }).click()
    await expect(heading(page, /^Welcome/)).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: /^Create project/ }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Name', { exact: true }).fill('First of all')
    await page.getByRole('button', { name: /^Create project/ }).click()
    await expect(heading(page, 'My info')).toBeVisible()
    // What is stored already asks nothing on leaving.
    await page.getByRole('button', { name: 'Leave set-up' }).click()
    await expect(heading(page, 'First of all')).toBeVisible()
  })
})
