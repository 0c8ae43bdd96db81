import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

/** An API that agents may call, and the requests that it got. */
let api: Loopback
const requests: { readonly path: string | undefined; readonly authorization: string | undefined }[] = []
const world = theWorld(async () => {
  api = await listenOnLoopback(({ url, headers }, response) => {
    requests.push({ path: url, authorization: headers.authorization })
    response.writeHead(url?.startsWith('/fail') ? 500 : 200, { 'content-type': 'application/json' }).end('{"stock": 7}')
  })
  return { SONDE_ALLOW_PRIVATE: new URL(api.url).host }
})
afterAll(() => api?.close())

const LONG_MS = 240_000
/** An address that is not public, and that nobody allowed. */
const CLOSED = 'http://127.0.0.1:1/'

let monitorId: string
let scheduleId: string
let webhookId: string
beforeAll(async () => {
  const { api: rest } = world.installation
  const headers = [{ key: 'Authorization', value: 'Bearer CANARY' }]
  const monitor = await rest.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { method: 'GET', url: `${api.url}/fail`, headers },
  })
  monitorId = monitor.id
  const schedule = await rest.post<{ id: string }>('/api/3/schedules/', {
    name: 'Nightly',
    frequency: 86_400,
    regions: [],
    locations: ['local'],
    targets: [],
  })
  scheduleId = schedule.id
  const webhook = await rest.post<{ id: string }>('/api/3/webhooks/', {
    name: 'Ops mail',
    web_hook_type: 'email',
    parameters: { email_address: 'ops@example.com' },
  })
  webhookId = webhook.id
})

const summaryOf = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'Nothing was saved.' })
const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('status').getByText(text)

/** Saves an invalid form three times, from its last control: each time the summary has the focus and is in sight. */
const refusedEachTime = async (page: Page): Promise<void> => {
  const summary = summaryOf(page)
  const last = page.locator('form').getByRole('textbox').last()
  for (const how of ['key', 'button', 'key']) {
    await last.focus()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    if (how === 'key') await page.keyboard.press('Control+s')
    else await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button').last().click()
    await expect(summary).toBeFocused()
    await expect(summary).toBeInViewport({ ratio: 1 })
  }
}

/** Follows each link of the summary: it leads to a control that is invalid, and is described by the link's own sentence. */
const eachLeadsToItsField = async (page: Page, count: number): Promise<void> => {
  const links = summaryOf(page).getByRole('link')
  await expect(links).toHaveCount(count)
  for (const link of await links.all()) {
    const [, sentence = ''] = /: (.*)$/.exec((await link.textContent()) ?? '') ?? []
    await link.click()
    const control = page.locator(':focus')
    await expect(control).toHaveAttribute('aria-invalid', 'true')
    await expect(control).toHaveAccessibleDescription(new RegExp(sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    await expect(control).toBeInViewport({ ratio: 1 })
  }
}

test(
  'a save that is refused says so each time, and leads to each field; a form without a try keeps the focus where it is',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1024, height: 640 } })

    // A front page.
    await page.goto('/')
    for (const _ of ['first', 'second']) {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
      await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/Type the email address/)
    }

    await signIn(page, linkTo('new-monitor', { callId: 'new' }))
    await expect(heading(page, 'New monitor')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).focus()
    for (let steps = 0; steps < 20; steps++) await page.keyboard.press('Tab')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.locator('form, aside').locator(':focus')).toHaveCount(1)

    // One field, out of sight.
    await page.goto(linkTo('monitor-edit', { callId: monitorId }))
    // Run again, it finds what it stored the first time.
    const seconds = (await page.getByLabel('Time-out, seconds').inputValue()) === '7' ? '8' : '7'
    await page.getByLabel('Time-out, seconds').fill('0')
    await refusedEachTime(page)
    await expect(summaryOf(page)).toContainText('One field needs attention')
    await eachLeadsToItsField(page, 1)
    await page.getByLabel('Time-out, seconds').fill(seconds)
    await page.keyboard.press('Control+s')
    await expect(toast(page, '“Orders” saved')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(toast(page, 'There are no changes to save.')).toBeVisible()

    // Fields in rows and groups.
    await page.goto(linkTo('new-monitor', { callId: 'new' }))
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.getByLabel('Header name 1').fill('no spaces')
    await page.getByLabel('Value of condition 1').fill('never')
    await refusedEachTime(page)
    await eachLeadsToItsField(page, 4)
    page.on('dialog', (dialog) => void dialog.accept())

    await page.goto(linkTo('schedule', { scheduleId }))
    await page.getByLabel('Name', { exact: true }).fill('')
    await refusedEachTime(page)
    await eachLeadsToItsField(page, 1)

    await page.goto(linkTo('new-schedule', {}))
    await page.getByLabel('Worldwide').uncheck()
    await refusedEachTime(page)
    await eachLeadsToItsField(page, 2)

    await page.goto(linkTo('new-downtime', {}))
    await page.getByLabel('End', { exact: true }).fill('')
    await refusedEachTime(page)
    await eachLeadsToItsField(page, 2)

    await page.goto(linkTo('webhook-edit', { webhookId }))
    await page.getByLabel('How many in a row').fill('-1')
    // The error of the field that is left moves what is pressed, and the click counts all the same.
    await page.getByText('One monitor or workflow', { exact: true }).click()
    await expect(page.getByLabel('How many in a row')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('button', { name: 'Choose a monitor or workflow' })).toBeVisible()
    await refusedEachTime(page)
    await eachLeadsToItsField(page, 2)

    await page.goto(linkTo('project-settings', {}))
    await page.getByRole('form', { name: 'Project' }).getByLabel('Name', { exact: true }).fill('')
    await refusedEachTime(page)
    await eachLeadsToItsField(page, 1)

    await page.goto(linkTo('profile', {}))
    await page.getByRole('form', { name: 'You' }).getByLabel('Name', { exact: true }).fill('')
    await refusedEachTime(page)
    await eachLeadsToItsField(page, 1)

    // Short forms lead to their first field with an error.
    const refused = async (button: string, label: string) => {
      const field = page.getByLabel(label, { exact: true })
      for (const _ of ['first', 'second']) {
        await page.getByRole('button', { name: button, exact: true }).last().click()
        await expect(field).toBeFocused()
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(field).toHaveAccessibleDescription(/\w/)
      }
    }
    await refused('Change password', 'Current password')
    await page.goto(linkTo('new-project', {}))
    await refused('Create project', 'Name')
    await page.goto(linkTo('api-keys', {}))
    await page
      .getByRole('button', { name: /New API key|Create API key|Add API key/ })
      .first()
      .click()
    await refused('Create API key', 'Name')
    await page.goto(linkTo('getting-started', {}))
    await page.getByLabel('Name', { exact: true }).fill('')
    await refused('Continue', 'Name')
  },
  LONG_MS,
)

test(
  'forms try what is in them before it is saved; a new monitor is put on a schedule where it is made',
  async () => {
    const { api: rest } = world.installation
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const trial = page.getByRole('region', { name: 'Test run' })
    const tryIt = page.getByRole('button', { name: 'Try it' })
    const addresses = async () =>
      (await rest.get<{ data: { request: { url: string } }[] }>('/api/3/monitors/')).data.map(
        ({ request }) => request.url,
      )

    await signIn(page, linkTo('new-monitor', { callId: 'new' }))
    await tryIt.click()
    await expect(page.getByLabel('Address')).toBeFocused()
    await expect(page.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Address').fill(CLOSED)
    await tryIt.click()
    await expect(trial).toContainText(
      /127\.0\.0\.1 is not a public address\. Whoever runs the server, .* set SONDE_ALLOW_PRIVATE there/,
    )
    await page.getByLabel('Address').fill(`${api.url}/stock`)
    await expect(trial).toContainText('You have changed the request or its conditions since this run.')
    await tryIt.click()
    await expect(trial).toContainText('200')
    await expect(trial).toContainText('Pass')
    await expect(trial).toContainText('"stock": 7')
    expect(await addresses()).toEqual([`${api.url}/fail`])

    await page.getByLabel('Name', { exact: true }).fill('Stock')
    await page.getByLabel('Runs on').selectOption({ label: 'Nightly, every day' })
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(toast(page, '“Stock” created and added to “Nightly”')).toBeVisible()
    await expect(page.getByRole('region', { name: /^Schedules/ })).toContainText('Nightly')

    // A stored monitor is tried as the form has it, with its secrets, and stays as it is.
    await page.goto(linkTo('monitor-edit', { callId: monitorId }))
    await page.getByLabel('Address').fill(`${api.url}/changed`)
    await tryIt.click()
    await expect(trial).toContainText('Pass')
    expect(requests.at(-1)).toEqual({ path: '/changed', authorization: 'Bearer CANARY' })
    expect(await addresses()).toContain(`${api.url}/fail`)
    page.on('dialog', (dialog) => void dialog.accept())

    await page.goto(`${linkTo('new-webhook', {})}?type=webhook`)
    await page.getByRole('form', { name: 'Alert' }).getByRole('textbox', { name: 'URL' }).first().fill(CLOSED)
    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(page.getByRole('region', { name: 'Test' })).toContainText(
      '127.0.0.1 is not a public address. Whoever runs the server can allow it: set SONDE_ALLOW_PRIVATE there.',
    )
  },
  LONG_MS,
)
