import { afterAll, afterEach, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { heading, signIn } from './support/person.ts'
import { openWatchedApi, type WatchedApi } from './support/watched-api.ts'
import { expect, theWorld } from './support/world.ts'

let watched: WatchedApi
const world = theWorld(async () => {
  watched = await openWatchedApi(503)
  return watched.environment
})
afterAll(() => watched?.close())

/** Where a message stays that does not come. */
const STAGES = [
  'select category, reason, count(*), max(due) from result group by 1, 2',
  'select due, lease_until, agent_id, leases from job',
  'select target_key, due, until from alert_waiting',
  'select webhook_key, state from alert_state',
  'select webhook_key, kind, state, tries, created, last_try, next_try, claimed_until, error from delivery order by key',
]
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const stage of STAGES)
    console.error(stage, await world.installation.query(stage).catch(String), `at ${Date.now()}`)
})

const LONG_MS = 240_000
const letters = (words: RegExp) =>
  watched.mailbox.received.filter(({ to, text }) => to === 'ops@example.com' && words.test(text))
/** Waits for a letter, of which there may not be two. */
const oneLetter = async (words: RegExp) => {
  await eventually(async () => letters(words).length > 0, { what: `a letter that says ${words}` })
  expect(letters(words).map(({ text }) => text)).toHaveLength(1)
}

test(
  'an incident from its schedule to its audit: told by webhook and by mail, snoozed, explained, recovered',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    const toast = (text: string | RegExp) => page.getByRole('status').getByText(text)

    // What is watched, and how often.
    await signIn(page, '/calls/edit/new')
    await page.getByLabel('Name', { exact: true }).fill('Orders')
    await page.getByLabel('Address').fill(watched.api.url)
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(heading(page, 'Orders')).toBeVisible()
    await page.goto('/schedules/new')
    await page.getByLabel('Name', { exact: true }).fill('Closely')
    await page.getByLabel('How often').selectOption({ label: 'Another interval' })
    await page.getByLabel('Seconds').fill('1')
    await page.getByRole('checkbox', { name: /Orders/ }).check()
    await page.getByRole('button', { name: 'Create schedule' }).click()
    await expect(page.getByRole('row', { name: /Closely/ })).toContainText('1')

    // Who is told: a program, whose secret shows once, and people.
    await page.getByRole('link', { name: 'Alerts', exact: true }).click()
    await main.getByRole('button', { name: 'Other channels' }).click()
    await page.getByRole('link', { name: /^Webhook/ }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill(watched.receiver.url)
    await page.getByRole('button', { name: 'Create alert' }).click()
    await expect(main.getByText(/whsec_/).first()).toBeVisible()
    await page.goto('/webhooks/new?type=email')
    await page.getByLabel('Addresses').fill('ops@example.com')
    await page.getByLabel(/^Name/).fill('Ops mail')
    await page.getByRole('button', { name: 'Create alert' }).click()
    await expect(heading(page, 'Ops mail')).toBeVisible()

    // Whoever is no member is asked first, and presses a button.
    await expect(main.getByText('Not confirmed yet').first()).toBeVisible()
    const asked = await eventually(async () => letters(/confirm-alerts/)[0], { what: 'the letter that asks' })
    const link = /\/confirm-alerts\/[\w-]+/.exec(asked.text)?.[0] ?? ''
    const { page: stranger } = await world.visit()
    await stranger.goto(link)
    await stranger.getByRole('button', { name: 'Confirm' }).click()
    await expect(heading(stranger, 'Confirmed')).toBeVisible()
    await page.reload()
    await expect(main.getByText('Not confirmed yet')).toHaveCount(0)
    await page.getByRole('button', { name: /^Send test/ }).click()
    await oneLetter(/This is a test/)

    // It breaks: both are told, and the app as well.
    watched.isBroken = true
    const news = await eventually(async () => watched.told.find(({ result_class }) => result_class === 'FAIL'), {
      what: 'a message to the webhook',
    })
    expect(news.call_meta.name).toBe('Orders')
    await oneLetter(/Orders/)
    const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ })
    await bell.click()
    await expect(page.getByRole('dialog', { name: /Notifications/ })).toContainText('Orders')
    await page.keyboard.press('Escape')

    // Why it fired is told with the result.
    await page.goto(news.result_url)
    await expect(page.getByRole('region', { name: /^Alerts/ })).toContainText('“Ops mail” fired')

    // Snoozed, people hear nothing of its end until they are awake again.
    await page.goto('/webhooks')
    await page.getByRole('button', { name: 'Snooze Ops mail' }).click()
    await page.getByRole('menuitem', { name: 'For 1 h' }).click()
    await expect(toast(/snoozed/)).toBeVisible()
    watched.isBroken = false
    await page.goto('/tests/')
    await expect(page.getByRole('row', { name: /Orders/ })).toContainText('Pass')
    expect(letters(/is back to normal/)).toEqual([])
    await page.goto('/webhooks')
    await page.getByRole('button', { name: /^Ops mail is snoozed/ }).click()
    await page.getByRole('menuitem', { name: 'End snooze' }).click()
    await oneLetter(/is back to normal/)

    // All of it is in the log, and the log is whole.
    await page.getByRole('link', { name: 'Audit', exact: true }).click()
    for (const action of ['monitor.create', 'schedule.create', 'webhook.create', 'webhook.snooze'])
      await expect(page.getByRole('row', { name: new RegExp(action) }).first()).toBeVisible()
    await page.getByRole('button', { name: /^Verify/ }).click()
    await expect(main.getByText(/intact|whole|unbroken/i).first()).toBeVisible()
  },
  LONG_MS,
)
