import { afterAll, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

let mailbox: Mailbox
const world = theWorld(async () => {
  mailbox = await openMailbox()
  return { SONDE_SMTP_URL: mailbox.url, SONDE_MAIL_FROM: 'sonde@example.com' }
})
afterAll(() => mailbox.close())

const LONG_MS = 240_000

const linkTo = (address: string, word: string): Promise<string> =>
  eventually(
    async () => {
      const mail = mailbox.received.findLast(({ to, text }) => to === address && text.includes(`/${word}/`))
      return new RegExp(`https?://\\S*/${word}/[\\w-]+`).exec(mail?.text ?? '')?.[0]
    },
    { what: `a mail to ${address}`, withinMs: 30_000 },
  )

test(
  'a status page is made, published and read by somebody without JavaScript, who subscribes and unsubscribes',
  async () => {
    const { api } = world.installation
    await api.post('/api/2/calls/', { meta: { name: 'Internal name' }, request: { url: 'http://127.0.0.1:1/hidden' } })
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    await signIn(page, '/settings/status-page')
    await expect(heading(page, 'Status page')).toBeVisible()

    // What does not fit is named, and the draft is kept over a reload.
    await main.getByLabel('Title', { exact: true }).fill('Acme shop')
    await main.getByLabel('Slug').fill('Acme Shop')
    await main.getByRole('button', { name: 'Add component' }).click()
    await expect(main.getByLabel('Public name of component 1')).toBeFocused()
    await main.getByLabel('Public name of component 1').fill('Checkout')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText(/must be lower-case letters, digits/).first()).toBeVisible()
    await expect(main.getByText(/must name a monitor/).first()).toBeVisible()
    await page.reload()
    await expect(main.getByLabel('Public name of component 1')).toHaveValue('Checkout')
    await main.getByLabel('Slug').fill('acme-shop')
    await main.getByRole('button', { name: /^Monitors: any/ }).click()
    await page.getByRole('checkbox', { name: 'Internal name' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText('Nobody can read the page until it is published.')).toBeVisible()
    await main.getByRole('button', { name: 'Update preview' }).click()
    await expect(main.getByRole('list', { name: 'Components as visitors see them' })).toContainText('Checkout')

    // Closed pages are like pages that never were.
    const { page: public_ } = await world.visit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    expect((await fetch(`${world.url}/status/acme-shop`)).status).toBe(404)
    await main.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(main.getByRole('link', { name: /\/status\/acme-shop/ })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])

    await public_.goto('/status/acme-shop')
    await expect(heading(public_, 'Acme shop')).toBeVisible()
    await expect(public_.getByText('No current data for the component.')).toBeVisible()
    await expect(public_.getByRole('list', { name: 'Availability of Checkout by day, UTC' }).locator('li')).toHaveCount(
      90,
    )
    expect(await public_.content()).not.toContain('Internal name')
    expect(await public_.context().cookies()).toEqual([])
    const { page: visitor, complaints } = await world.visit()
    await visitor.goto('/status/acme-shop')
    expect(await faultsOf(visitor)).toEqual([])

    await public_.getByLabel(/Your email address/).fill('grace@example.com')
    await public_.getByRole('button', { name: 'Subscribe' }).click()
    await expect(heading(public_, 'Confirm your address')).toBeVisible()
    await public_.goto(await linkTo('grace@example.com', 'confirm'))
    await public_.getByRole('button', { name: 'Subscribe' }).click()
    await expect(heading(public_, 'You are subscribed')).toBeVisible()

    // A published incident reaches the page and the subscriber, and its link ends the subscription.
    const now = Date.now()
    await world.installation.query(
      `with made as (insert into incident (id, project_key, title, impact, begun, by_rule, opened_by, published, created, last_update)
         select 'made', project_key, 'Payments fail', 1, $1, false, 'somebody', $1, $1, $1 from status_page returning key)
       insert into incident_update (id, incident_key, time, state, text, author, is_public)
       select 'told', key, $1, 0, 'We are looking into it.', null, true from made`,
      [now],
    )
    await eventually(
      async () => (await (await fetch(`${world.url}/status/acme-shop`)).text()).includes('Payments fail') || undefined,
      { what: 'the incident on the page', withinMs: 30_000 },
    )
    await public_.goto(await linkTo('grace@example.com', 'unsubscribe'))
    await public_.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(heading(public_, 'You are unsubscribed')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByText('An incident is open.')).toBeVisible()
    await expect(visitor.getByText('We are looking into it.')).toBeVisible()
    expect(await faultsOf(visitor)).toEqual([])
    // From the page to the report, and back to the page.
    await visitor.getByRole('link', { name: 'Payments fail' }).click()
    await expect(heading(visitor, 'Payments fail')).toBeVisible()
    const back = visitor.getByRole('link', { name: /opens in a new tab/ })
    await expect(back).toHaveAttribute('href', `${world.url}/status/acme-shop`)
    expect(await faultsOf(visitor)).toEqual([])

    await main.getByRole('button', { name: 'Close to the public' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close to the public' }).click()
    await expect(main.getByText('Nobody can read the page until it is published.')).toBeVisible()
    complaints.expect(/status of 404/)
    await visitor.reload()
    await expect(heading(visitor, 'Payments fail')).toBeVisible()
    await expect(back).toHaveCount(0)
    await visitor.goto('/status/acme-shop')
    // The browser keeps the page for a while.
    await visitor.reload()
    await expect(heading(visitor, 'No status page here')).toBeVisible()
  },
  LONG_MS,
)
