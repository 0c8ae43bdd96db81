import { afterAll, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { ADA, heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

/** An API that fails below `/fail`. */
let api: Loopback
const world = theWorld(async () => {
  api = await listenOnLoopback((request, response) =>
    response.writeHead(request.url?.startsWith('/fail') ? 500 : 200).end('{}'),
  )
  return { SONDE_ALLOW_PRIVATE: '127.0.0.1' }
})
afterAll(() => api?.close())

const LONG_MS = 240_000

test(
  'the screens say what became of a run and of a message: queued once it is, sent only if it was',
  async () => {
    const { api: rest, query } = world.installation
    await query(`update project set doc = doc || '{"alert_on_manual_runs": true}'`)
    const make = (name: string, path: string) =>
      rest.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { method: 'GET', url: api.url + path } })
    const broken = await make('Broken', '/fail')
    for (const name of ['Orders', 'Stock']) await make(name, '/fine')
    const hook = await rest.post<{ id: string }>('/api/3/webhooks/', {
      name: 'Ops mail',
      web_hook_type: 'email',
      monitor_id: broken.id,
      parameters: { email_address: ADA.email },
    })

    // One message for all runs, which fills up, and leads to their results.
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    const toasts = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    // Which project is open is not known at first: the page never says that there is none.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body?.textContent?.includes('No project')) document.documentElement.dataset.flashed = 'yes'
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await signIn(page, '/tests/')
    await expect(page.getByRole('heading', { name: 'Monitors' })).toBeVisible()
    await expect(page.locator('html[data-flashed]')).toHaveCount(0)
    await page.getByRole('row', { name: /Stock/ }).waitFor()
    await page.getByRole('checkbox', { name: /all/i }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Run', exact: true }).click()
    await expect(toasts).toContainText('3 run: 2 pass, 1 fail')
    // Whoever reads it keeps it.
    await toasts.hover()
    await expect(toasts.getByRole('img', { name: 'Fail' })).toBeVisible()
    await expect(toasts.getByRole('button', { name: 'Dismiss' })).toHaveCount(1)
    await toasts.getByRole('link', { name: 'Results' }).click()
    await expect(heading(page, 'Results')).toBeVisible()
    for (const name of [/Broken/, /Orders/, /Stock/]) await expect(main.getByRole('row', { name })).toHaveCount(1)

    // No mail server is set: nobody is told that a mail was delivered.
    const settled = async () =>
      (await rest.get<{ data: { status: string }[] }>(`/api/3/webhooks/${hook.id}/deliveries`)).data[0]?.status ===
      'kept'
    await eventually(settled, { what: 'a mail that is kept' })
    for (const path of ['/webhooks', `/webhooks/${hook.id}`, `/tests/test/${broken.id}/webhooks`, '/home/']) {
      await page.goto(path)
      await expect(main.getByText('Not sent').first()).toBeVisible()
      await expect(main.getByText('SONDE_SMTP_URL').first()).toBeVisible()
      await expect(main.locator('td, li').getByText('Delivered')).toHaveCount(0)
    }
    await page.goto('/notifications')
    await expect(main.getByRole('listitem').filter({ hasText: 'Broken fails' })).toContainText('Not sent')
    await expect(main).not.toContainText('was sent')
    await page.goto(`/webhooks/${hook.id}`)
    await page.getByRole('button', { name: /^Send test/ }).click()
    await expect(toasts).toContainText('No mail server: set SONDE_SMTP_URL')
    await expect(toasts.getByRole('img', { name: 'Warning' })).toBeVisible()

    // Decisions that stay the same are one.
    for (let nth = 0; nth < 3; nth++) {
      const { result_id } = await rest.post<{ result_id: string }>(`/api/3/monitors/${broken.id}/run`)
      await eventually(async () => {
        const { data } = await rest.get<{ data: { decisions: object[] }[] }>(`/api/3/results/${result_id}/alerts`)
        return data[0]?.decisions.length === 1
      })
    }
    await expect(main.getByText(/^Stayed quiet 3 times, \d\d:\d\d/)).toBeVisible()
    await expect(main.getByText(/has already fired for this incident/)).toHaveCount(1)
    await main.getByText(/^Stayed quiet 3 times/).click()
    await expect(main.getByRole('link', { name: /ago|now/ })).toHaveCount(3)
  },
  LONG_MS,
)
