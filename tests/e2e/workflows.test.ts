import type { Page } from 'playwright'
import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 360_000

/** Monitors of the sample API: one whose response has a value, one that needs it, and one that fails. */
const addMonitors = async (api: Api): Promise<void> => {
  const sample = `http://127.0.0.1:${Number(new URL(api.base).port) + 1}`
  const add = async (name: string, path: string, conditions: readonly object[] = []) => {
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name },
      request: { method: 'GET', url: sample + path },
    })
    await api.post(`/api/2/calls/${id}/conditions/`, { meta: {}, conditions })
  }
  await add('Sign in', '/ok', [
    { source: 'http_code', condition: 'in', val: '2xx', set_variable: { name: 'session', scope: 'workflow' } },
  ])
  await add('Read orders', '/ok?session={{session}}')
  await add('Pay', '/error?code=500', [
    { source: 'http_code', condition: 'in', val: '2xx', on_false: { outcome: 'fail' } },
  ])
  await add('Sign out', '/ok')
}

const step = (page: Page, number: number) => page.getByRole('group', { name: new RegExp(`^Step ${number}:`) })

test(
  'a workflow is made of monitors, shows a missing variable before it runs, and its result shows the step that broke',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    let looks = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/workflows/variables')) looks++
    })
    const { api } = world.installation
    await addMonitors(api)
    await signIn(page, linkTo('workflows', {}))
    await expect(page.getByText('No workflows yet')).toBeVisible()
    await page.keyboard.press('n')
    await expect(heading(page, 'New workflow')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Order and pay')
    for (const name of ['Read orders', 'Sign in', 'Pay', 'Sign out'])
      await page.getByRole('button', { name: `Add ${name}`, exact: true }).click()

    await expect(step(page, 1)).toContainText('Read orders')
    await expect(step(page, 1)).toContainText('session is missing')
    await expect(page.getByText('Step 1 uses a variable that nothing sets.')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: 'Move step 2', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(step(page, 1)).toContainText('Sign in')
    await expect(page.getByRole('button', { name: 'Move step 1', exact: true })).toBeFocused()
    await expect(step(page, 1)).toContainText('sets session, used by step 2')
    await expect(step(page, 2)).toContainText('uses session from step 1')
    await expect(page.getByText('that nothing sets')).toHaveCount(0)
    await step(page, 4).getByLabel('Teardown').check()

    await page.getByRole('button', { name: 'Run test' }).click()
    const tried = page.getByRole('region', { name: 'Test run' })
    await expect(tried.getByRole('button', { name: /^3\. Pay/ })).toHaveAttribute('aria-expanded', 'true', {
      timeout: 60_000,
    })
    await expect(tried.getByRole('region', { name: '3. Pay Response', exact: true })).toContainText('500')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: 'Remove step 3', exact: true }).click()
    await expect(step(page, 4)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(step(page, 3)).toContainText('Pay')
    expect(looks, 'the variables are looked at once for each order of the steps').toBeLessThan(30)
    await page.keyboard.press('Control+s')
    await expect(heading(page, 'Order and pay')).toBeVisible()
    await expect(page.getByText('It has not run yet.')).toBeVisible()

    await page.keyboard.press('r')
    await expect(page).toHaveURL(/\/runs\/result\//)
    await expect(heading(page, 'Step 3 failed: Pay')).toBeVisible({ timeout: 60_000 })
    const waterfall = page.getByRole('table', { name: 'Steps over time' })
    await expect(waterfall.getByRole('row')).toHaveCount(5)
    await expect(page.getByRole('button', { name: /^3\. Pay/ })).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('region', { name: '3. Pay Response', exact: true })).toContainText('500')
    await page.getByRole('button', { name: /^2\. Read orders/ }).click()
    await expect(page.getByText('/ok?session=', { exact: false }).first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('link', { name: 'Order and pay', exact: true }).first().click()
    await expect(page.getByRole('list', { name: 'Last runs, oldest first' }).getByRole('link')).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])

    await page.goto(linkTo('workflows', {}))
    await expect(page.getByRole('row').filter({ hasText: 'Order and pay' })).toContainText('Fail')
    expect(await faultsOf(page)).toEqual([])
  },
  LONG_MS,
)

test(
  'the tabs of a workflow change its settings, put it on a schedule and list its results',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const { api } = world.installation
    await addMonitors(api)
    const { data } = await api.get<{ data: { id: string; meta: { name: string } }[] }>('/api/3/monitors/')
    const call_ids = data.filter(({ meta }) => meta.name !== 'Pay').map(({ id }) => id)
    const { id } = await api.post<{ id: string }>('/api/2/workflows/', {
      meta: { name: 'Sign in and out' },
      workflow: { call_ids },
    })
    await signIn(page, linkTo('workflow-advanced', { workflowId: id }))
    await page.getByLabel('Project action').check()
    await page.getByLabel('Retries of the whole workflow').selectOption({ label: 'Set here' })
    await page.getByLabel('Maximum retries').fill('2')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('status').getByText('“Sign in and out” saved')).toBeVisible()
    const { meta } = await api.get<{ meta: { tags: string[] } }>(`/api/2/workflows/${id}/`)
    expect(meta.tags.toSorted()).toEqual(['sys:backoff:constant', 'sys:backoff_max_retries:2', 'sys:project_action'])

    await page.getByRole('link', { name: 'Monitoring', exact: true }).click()
    await page.getByRole('button', { name: 'Add to Default Schedule' }).click()
    await expect(page.getByRole('table', { name: 'Schedules of this workflow' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await api.post(`/api/2/workflows/${id}/run`, {})
    await page.getByRole('link', { name: 'Results', exact: true }).last().click()
    await eventually(
      async () => (await api.get<{ results: object[] }>(`/api/2/workflows/${id}/results/`)).results.length > 0,
      { what: 'a result of the workflow' },
    )
    await expect(page.getByRole('row').filter({ hasText: 'local' })).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.goto(linkTo('home', {}))
    await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Sign in and out' }).click()
    await expect(page).toHaveURL(/\/runs\/result\//)
    await expect(page.getByRole('table', { name: 'Steps over time' })).toBeVisible({ timeout: 60_000 })
  },
  LONG_MS,
)

test(
  'a workflow that someone else has changed meanwhile is not overwritten silently: both versions are shown, and one is chosen',
  async () => {
    const { page, complaints } = await world.visit({ viewport: { width: 1440, height: 900 } })
    complaints.expect(/status of 409/)
    const { api } = world.installation
    await addMonitors(api)
    const { data } = await api.get<{ data: { id: string; meta: { name: string } }[] }>('/api/3/monitors/')
    const [login = '', out = ''] = data.map(({ id }) => id)
    const { id } = await api.post<{ id: string }>('/api/2/workflows/', {
      meta: { name: 'Shared' },
      workflow: { call_ids: [login] },
    })
    await signIn(page, linkTo('workflow-edit', { workflowId: id }))
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await api.post(`/api/2/workflows/${id}/`, { workflow: { call_ids: [login, out] } })
    await page.keyboard.press('Control+s')
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'This workflow was changed elsewhere while you were editing.' })
    await expect(notice).toContainText('Nothing was saved.')
    await expect(notice).toContainText('Changed there: steps.')

    // The draft remembers over a reload what it was begun on: it is saved over the other version by choice alone.
    await page.reload()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine')
    await expect(notice).toContainText('Changed there: steps.')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await expect(bar.getByRole('button', { name: 'Replace their version' })).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(notice).toContainText('Nothing was saved.')
    await expect(notice).toBeFocused()
    const kept = await api.get<{ meta: { name: string } }>(`/api/2/workflows/${id}/`)
    expect(kept.meta.name).toBe('Shared')
    await page.getByText('Show the difference').click()
    await expect(page.getByRole('region', { name: 'Their version' }).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Your version' }).getByRole('listitem')).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Use their version' }).first().click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Shared')
    await expect(step(page, 2)).toBeVisible()

    await page.getByLabel('Name', { exact: true }).fill('Mine after all')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('status').getByText('“Mine after all” saved')).toBeVisible()
    const stored = await api.get<{ workflow: { call_ids: string[] } }>(`/api/2/workflows/${id}/`)
    expect(stored.workflow.call_ids).toEqual([login, out])

    await page.getByLabel('Name', { exact: true }).fill('Mine in the end')
    await api.post(`/api/2/workflows/${id}/`, { workflow: { call_ids: [out] } })
    await page.keyboard.press('Control+s')
    await notice.getByRole('button', { name: 'Replace their version' }).click()
    await expect(page.getByRole('status').getByText('“Mine in the end” saved')).toBeVisible()
    await expect(notice).toHaveCount(0)
    const last = await api.get<{ workflow: { call_ids: string[] } }>(`/api/2/workflows/${id}/`)
    expect(last.workflow.call_ids).toEqual([login, out])
  },
  LONG_MS,
)
