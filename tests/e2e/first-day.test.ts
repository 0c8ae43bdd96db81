import { test } from 'vitest'
import { heading, tab, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

// Nobody has set it up.
const world = theWorld(() => ({ SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '', SONDE_ADMIN_API_KEY: '' }))

/** A day's work takes longer than a test usually may. */
const LONG_MS = 240_000
const grace = { email: 'grace@example.com', password: 'nanoseconds of wire' }
const sample = () => `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`

test(
  'by pointer: set up, sign in, make a monitor, run it, schedule it, mend it, read its charts, delete it, sign out',
  async () => {
    const { page, complaints } = await world.visit()
    const main = page.getByRole('main')
    const toast = (text: string | RegExp) => page.getByRole('status').getByText(text)

    // The link that the server printed, and nothing else, makes the first account.
    await page.goto('/')
    await expect(heading(page, 'Set up Sonde')).toBeVisible()
    await page.goto(/http:\S+\/setup\/\S+/.exec(world.installation.output())?.[0] ?? '')
    await page.getByLabel('Email').fill(grace.email)
    await page.getByLabel('Password', { exact: true }).fill(grace.password)
    await page.getByLabel(/^Organization/).fill('Acme')
    await page.getByLabel(/^Project/).fill('Payments')
    await page.getByRole('button', { name: 'Set up' }).click()
    const warning = page.getByText('It is shown only once')
    await expect(warning).toBeVisible()
    // A reload would lose the key, so it asks; going on to sign in does not.
    const question = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    const dialog = await question
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(warning).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused()
    await page.getByRole('button', { name: 'Continue' }).click()
    await typeSignIn(page, grace)
    // Who has set it up is led through the first steps, once, and may leave them.
    await expect(heading(page, 'My info')).toBeVisible()
    await page.getByRole('button', { name: 'Leave set-up' }).click()
    await expect(heading(page, 'Payments')).toBeVisible()
    await page.goto('/')
    await expect(heading(page, 'Collections')).toBeVisible()

    // An empty project says what a monitor is, and how to make one.
    await page.getByRole('link', { name: /^Monitors/ }).click()
    await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible()
    await main
      .getByRole('button', { name: /^New monitor/ })
      .first()
      .click()
    await page.getByLabel('Name', { exact: true }).fill('Orders')
    await page.getByLabel('Address').fill(`${sample()}/json`)
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await expect(heading(page, 'Orders')).toBeVisible()
    await expect(toast('“Orders” created')).toBeVisible()

    // A run settles on the screen by itself.
    await tab(page, 'Run').click()
    await expect(main.getByText('No manual run lately')).toBeVisible()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(main.getByText('200 OK').first()).toBeVisible()
    const timing = page.getByRole('region', { name: /^Timing/ })
    for (const phase of ['DNS lookup', 'TCP connect', 'TLS handshake', 'Upload', 'Processing', 'Download'])
      await expect(timing.getByText(phase)).toBeVisible()
    await main.getByRole('link', { name: 'Open this result' }).click()
    await expect(heading(page, '200 OK')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Response body' })).toContainText('Ada Byron')
    await page.goBack()

    // A schedule takes it on.
    await tab(page, 'Summary').click()
    await page.getByRole('button', { name: 'Add to schedule' }).click()
    await page.getByRole('option', { name: /Default Schedule/ }).click()
    await expect(toast('“Orders” scheduled')).toBeVisible()
    await expect(page.getByRole('region', { name: /^Schedules/ })).toContainText('Default Schedule')

    // A mistake is told at its field and at the top of the form; what was typed outlives a reload.
    await tab(page, 'Edit').click()
    await page.getByLabel('Address').fill('nonsense')
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'Two fields need attention' })
    await expect(summary).toBeFocused()
    await expect(page.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
    await summary.getByRole('link', { name: /^Name/ }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByLabel('Address')).toHaveValue('nonsense')
    await page.getByLabel('Address').fill(`${sample()}/error`)
    await page.getByLabel('Name', { exact: true }).fill('Orders of today')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast('“Orders of today” saved')).toBeVisible()
    await expect(heading(page, 'Orders of today')).toBeVisible()

    // Leaving with unsaved changes asks.
    await page.getByLabel('Name', { exact: true }).fill('Orders of tomorrow')
    await tab(page, 'Summary').click()
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Orders of tomorrow')
    await page.goBack()
    await leaving.getByRole('button', { name: 'Leave and discard' }).click()
    await expect(leaving).toHaveCount(0)
    await expect(heading(page, 'Orders of today')).toBeVisible()

    // What happens shows where one looks, as it happens.
    await page.getByRole('link', { name: 'Results', exact: true }).first().click()
    await expect(page.getByRole('row', { name: /Pass.*Orders/ })).toBeVisible()
    const other = await world.another({ page, context: page.context(), complaints })
    await other.page.goto('/tests/')
    await other.page.getByRole('link', { name: 'Orders of today' }).click()
    await other.page.getByRole('button', { name: 'Run now' }).click()
    await expect(other.page.getByRole('region', { name: 'Latest results' })).toContainText('500')
    // A browser hardly draws a tab that lies behind another.
    await page.bringToFront()
    await expect(page.getByRole('row', { name: /Fail.*Orders of today/ })).toBeVisible()
    await page
      .getByRole('link', { name: /^Monitors/ })
      .first()
      .click()
    await expect(page.getByRole('row', { name: /Orders of today/ })).toContainText('Fail')

    // Charts say in words what they show, and have a table beside them.
    await page.getByRole('link', { name: 'Orders of today' }).click()
    await tab(page, 'Statistics').click()
    const views = page.getByRole('navigation', { name: 'Statistics' })
    await views.getByRole('link', { name: 'Latency' }).click()
    await expect(main.getByRole('img', { name: /median/i }).first()).toBeVisible()
    await expect(page.locator('.main-svg').first()).toBeVisible()
    await main.getByRole('button', { name: 'Show as table: Latency' }).click()
    await expect(main.getByRole('columnheader', { name: /p50/ }).first()).toBeVisible()
    await views.getByRole('link', { name: 'Pass and fail' }).click()
    await expect(main.getByRole('gridcell', { name: /failed|passed/ }).first()).toBeVisible()

    // Deleting for good asks for a word, and says what goes with it.
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette).toContainText('no longer runs it')
    await expect(palette.getByRole('button', { name: /^Delete/ })).toBeDisabled()
    await palette.getByRole('button', { name: 'Keep it' }).click()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    // The other tab may be reading figures of it at that moment.
    other.complaints.expect(/status of 404/)
    await palette.getByRole('textbox').fill('orders-of-today')
    await palette.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('heading', { name: 'No monitors yet' })).toBeVisible()
    await expect(heading(other.page, 'This monitor was deleted.')).toBeVisible()

    // Signed out, the way back shows nothing.
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(heading(page, 'You are signed out')).toBeVisible()
    complaints.expect(/status of 401/)
    other.complaints.expect(/status of 401/)
    await page.goBack()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.getByText('Orders')).toHaveCount(0)
  },
  LONG_MS,
)
