import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

test(
  'Back returns to the same row, scroll position, selection and filter; what would be lost is asked about first',
  async () => {
    const { api: rest } = world.installation
    for (let nth = 100; nth < 180; nth++)
      await rest.post('/api/2/calls/', {
        meta: { name: `Orders ${nth}` },
        request: { method: 'GET', url: `http://orders.example/${nth}` },
      })
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    const row = (name: string) => main.getByRole('row', { name: new RegExp(name) })
    await signIn(page, '/tests/')
    await expect(row('Orders 100')).toBeVisible()
    // No monitor has a score yet.
    await expect(main.getByRole('columnheader', { name: 'Score' })).toHaveCount(0)

    // To a row far down, selected, and back again.
    for (let nth = 0; nth < 50; nth++) await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(row('Orders 149')).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('toolbar')).toContainText('1 selected')
    const position = await page.evaluate(() => window.scrollY)
    expect(position).toBeGreaterThan(500)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Orders 149')).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(row('Orders 149')).toHaveAttribute('aria-current', 'true')
    await expect(row('Orders 149')).toBeInViewport()
    await expect(page.getByRole('toolbar')).toContainText('1 selected')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position)

    // A link to the same list is another visit: it begins at its top, with nothing chosen.
    await page.goForward()
    await expect(heading(page, 'Orders 149')).toBeVisible()
    await page
      .getByRole('link', { name: /^Monitors/ })
      .first()
      .click()
    await expect(row('Orders 100')).toBeInViewport()
    await expect(page.getByRole('toolbar')).toHaveCount(0)

    // What was typed a moment before a row was opened is there too.
    await main.getByRole('searchbox').fill('example/17')
    await expect(main.getByRole('link', { name: /^Orders/ })).toHaveCount(10)
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('main a')]
        .find((each) => each.textContent === 'Orders 171')
        ?.click(),
    )
    await expect(heading(page, 'Orders 171')).toBeVisible()
    await page.goBack()
    await expect(main.getByRole('searchbox')).toHaveValue('example/17')
    await expect(main.getByRole('link', { name: /^Orders/ })).toHaveCount(10)

    // Enter keeps unsaved work.
    await page.getByRole('link', { name: 'Orders 171' }).click()
    await page.keyboard.press('e')
    await page.getByLabel('Name', { exact: true }).fill('Orders of tomorrow')
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Orders of tomorrow')
    await page.goBack()
    await page.getByRole('button', { name: 'Leave and discard' }).click()

    // Esc on a secret asks; Enter and Esc keep it.
    await page.goto(linkTo('project-settings', {}))
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('button', { name: 'New API key' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Deploys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const secret = page.getByRole('dialog', { name: /Deploys/ })
    const question = page.getByRole('dialog', { name: 'Close without storing the secret?' })
    const value = await secret.getByLabel('Secret').inputValue()
    for (const answer of ['Enter', 'Escape']) {
      await expect(secret).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await page.keyboard.press(answer)
      await expect(question).toHaveCount(0)
      await expect(secret.getByLabel('Secret')).toHaveValue(value)
    }
    // So does Back, with the same answer under Enter.
    const leaving = page.getByRole('dialog', { name: 'Leave without storing the secret?' })
    await page.evaluate(() => history.go(-3))
    await expect(leaving).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(leaving).toHaveCount(0)
    await expect(secret.getByLabel('Secret')).toHaveValue(value)
    await secret.getByRole('button', { name: 'I have stored it' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // So does a page that shows one, though Back only changes its query.
    await page.goto(linkTo('new-webhook', {}, {}))
    await page.getByRole('link', { name: /^Webhook / }).click()
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('https://receiver.invalid/')
    await page.keyboard.press('Control+s')
    const warning = page.getByText('It is shown only once.')
    await expect(warning).toBeVisible()
    await page.goBack()
    await expect(leaving).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(warning).toBeVisible()
  },
  LONG_MS,
)
