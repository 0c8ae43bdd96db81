import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

type Named = { readonly id: string; readonly meta: { readonly name: string } }

test('a key acts on no row that was scrolled out of sight, and z undoes nothing behind an unsaved form', async () => {
  const { api } = world.installation
  for (let index = 1; index <= 25; index++)
    await api.post<Named>('/api/2/calls/', { meta: { name: `Row ${index}` }, request: { url: 'http://127.0.0.1:9/' } })
  const names = async () => (await api.get<{ data: readonly Named[] }>('/api/3/monitors/')).data.length
  const { page } = await world.visit({ viewport: { width: 1440, height: 420 } })
  const keys = keyboardOf(page)
  const runs: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/run')) runs.push(request.url())
  })
  await signIn(page, linkTo('monitors', {}))
  const first = page.locator('tr[data-row]').first()
  await expect(first).toBeVisible()
  await keys.press('j')
  await expect(first).toHaveAttribute('aria-current', 'true')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(first).not.toBeInViewport()
  await keys.press('r')
  await expect(page.getByRole('status').getByText('was out of sight. Press the key again')).toBeVisible()
  await expect(first).toBeInViewport()
  expect(runs).toEqual([])
  // Held down, a key was pressed once.
  for (let times = 0; times < 5; times++) await page.keyboard.down('r')
  await page.keyboard.up('r')
  await expect.poll(() => runs.length).toBe(1)

  // Beside a list of something else, the object that is open is in sight.
  const [{ id = '' } = {}] = (await api.get<{ data: readonly Named[] }>('/api/3/monitors/')).data
  await api.post(`/api/3/monitors/${id}/run`, {})
  for (const tab of ['monitor-results', 'monitor-audit'] as const) {
    await page.goto(linkTo(tab, { callId: id }))
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    const before = runs.length
    await keys.press('r')
    await expect.poll(() => runs.length).toBe(before + 1)
  }
  expect(runs).toHaveLength(3)

  // Ctrl K opens the console also right after the first key of a sequence, and what follows is typed there.
  await page.keyboard.press('g')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('return')
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toHaveValue('return')
  await page.keyboard.press('Escape')

  await keys.line('create monitor Last http://127.0.0.1:9/')
  await expect(heading(page, 'Last')).toBeVisible()
  await keys.press('e')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.press('End')
  await name.pressSequentially(' one')
  await keys.press('Escape', 'z')
  await expect(page.getByRole('status').getByText(/^Nothing was undone, because this form/)).toBeVisible()
  expect(await names()).toBe(26)
  const before = runs.length
  await keys.press('r')
  await expect(page.getByRole('status').getByText(/^“Run now” is about the stored version/)).toBeVisible()
  expect(runs).toHaveLength(before)
  await keys.press('Control+s')
  await expect(heading(page, 'Last one')).toBeVisible()
  // A button beside a form says which version it runs.
  await page.getByRole('link', { name: 'Advanced', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Run now/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Description' }).fill('not saved')
  await expect(page.getByRole('button', { name: /^Run as stored/ })).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: /^Run now/ })).toBeVisible()

  // Whoever reads what may follow `g` presses the second key late.
  await page.goto(linkTo('monitors', {}))
  await expect(first).toBeVisible()
  await keys.press('j', 'g')
  await expect(page.getByRole('status').getByText('Results')).toBeVisible()
  await keys.press('r')
  await expect(heading(page, 'Results')).toBeVisible()
  expect(runs).toHaveLength(before)
})
