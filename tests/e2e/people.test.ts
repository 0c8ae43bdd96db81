import type { Locator, Page } from 'playwright'
import { test } from 'vitest'
import { linkShownOnce } from './support/invitations.ts'
import { heading, signIn, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld(() => ({ SONDE_REGISTRATION: 'invited' }))
const LONG_MS = 300_000
const WIDE = { viewport: { width: 1440, height: 900 } }
const GRACE = { email: 'grace@example.com', password: 'nanoseconds of wire' }

const toast = (page: Page, text: string | RegExp): Locator => page.getByText(text).first()

/** Answers the console's question for an argument. */
const answer = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Chooses an action of a row's menu. */
const choose = async (page: Page, row: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${row}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** An organization with a project, a monitor in it and a role; open are the settings of the organization. */
const found = async (page: Page): Promise<void> => {
  const main = page.getByRole('main')
  await signIn(page, '/settings/organization')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await answer(page, 'Crew')
  await expect(heading(page, 'Crew')).toBeVisible()

  await main.getByRole('link', { name: 'New project' }).click()
  await expect(heading(page, 'New project')).toBeVisible()
  await expect(page.getByLabel('Collection').locator('option:checked')).toHaveText('Crew')
  await page.getByLabel('Name', { exact: true }).fill('Shop')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(heading(page, /Shop|First/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Shop')
  await page.goto('/calls/edit/new')
  await page.getByLabel('Name', { exact: true }).fill('Orders')
  await page.getByLabel('Address', { exact: true }).fill('https://example.com/')
  await page.keyboard.press('Control+s')
  await expect(heading(page, 'Orders')).toBeVisible()

  await page.goto('/settings/organization')
  await main.getByRole('link', { name: 'Crew' }).click()
  // The lists above it push the button down as they arrive.
  await expect(page.getByRole('region', { name: /^Roles/ })).toContainText('DEFAULT')
  await expect(page.getByRole('region', { name: /^People/ })).toContainText(/ada@/)
  await page.getByRole('button', { name: 'Add role' }).click()
  await answer(page, 'DEV_TEAM')
  const level = page.getByLabel('Level of DEV_TEAM in Shop')
  await level.selectOption('EDITOR')
  await expect(level).toHaveValue('EDITOR')
}

/** Opens the link signed out, registers through it, and signs in; the invitation is still there. */
const register = async (page: Page, link: string): Promise<void> => {
  await page.goto('/register/')
  await expect(heading(page, 'Registration is closed')).toBeVisible()
  await page.goto(link)
  await expect(heading(page, /invites you to the organization “Crew”/)).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(GRACE.email)
  await page.getByLabel('Password', { exact: true }).fill(GRACE.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page, 'Almost there')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await typeSignIn(page, GRACE)
  await expect(heading(page, /invites you to the organization “Crew”/)).toBeVisible()
}

test(
  'a person is invited, registers by the link, gets a role, edits, may only look, and is locked out in the open tab',
  async () => {
    const owner = await world.visit(WIDE)
    const ada = owner.page
    await found(ada)
    const invitations = ada.getByRole('region', { name: 'Invitations' })
    await invitations.getByRole('button', { name: 'Invite' }).click()
    await answer(ada, GRACE.email)
    const link = await linkShownOnce(ada, GRACE.email)
    await expect(invitations).toContainText(GRACE.email)

    const guest = await world.visit(WIDE)
    const grace = guest.page
    guest.complaints.expect(/status of 40[03]/)
    await register(grace, link)
    // Nobody mailed the link, so it proves no address: the administrator has the link that does.
    await grace.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(grace.getByRole('alert')).toContainText('Confirm your email address first')
    await expect(grace.getByRole('alert')).toContainText('sends no mail')
    const administrator = await world.another(owner)
    await administrator.page.goto('/admin/mail')
    await administrator.page.getByRole('link', { name: GRACE.email }).click()
    const letter = administrator.page.getByRole('main')
    await expect(letter).toContainText('/verify/')
    const verify = /http\S+\/verify\/[\w-]+/.exec((await letter.textContent()) ?? '')?.[0] ?? ''
    await grace.goto(verify)
    await grace.getByRole('button', { name: 'Confirm the address' }).click()
    await expect(heading(grace, 'The address is confirmed')).toBeVisible()
    await grace.goto(link)
    await grace.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(heading(grace, 'Collections')).toBeVisible()

    // A role of the organization opens the project.
    await ada.reload()
    await choose(ada, 'grace', 'Give role')
    await answer(ada, 'DEV_TEAM')
    await expect(toast(ada, /has the role DEV_TEAM now/)).toBeVisible()
    await grace.reload()
    await grace.getByRole('button', { name: 'Open Shop' }).click()
    await expect(heading(grace, 'Shop')).toBeVisible()
    await grace.goto('/settings/project')
    await expect(grace.getByRole('region', { name: 'Your access' })).toContainText('Editor, through role DEV_TEAM')
    await expect(grace.getByRole('region', { name: 'Members' })).toContainText('role DEV_TEAM')
    await expect(grace.getByRole('button', { name: 'Leave project' })).toHaveCount(0)

    await grace.goto('/tests/')
    await grace.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await expect(heading(grace, 'Orders')).toBeVisible()
    await grace.keyboard.press('e')
    const name = grace.getByLabel('Name', { exact: true })
    await name.fill('Orders of today')
    await grace.keyboard.press('Control+s')
    await expect(heading(grace, 'Orders of today')).toBeVisible()

    // Lowered while the form is open: the refusal says so, and what was typed stays.
    await grace.keyboard.press('e')
    await name.fill('Orders of tomorrow')
    const level = ada.getByLabel('Level of DEV_TEAM in Shop')
    await level.selectOption('VIEWER')
    await expect(level).toHaveValue('VIEWER')
    await grace.keyboard.press('Control+s')
    await expect(grace.getByText('The level VIEWER may not').first()).toBeVisible()
    await expect(name).toHaveValue('Orders of tomorrow')

    // Removed: the next request of the open tab locks it out.
    await choose(ada, 'grace', 'Remove from the organization')
    const dialog = ada.getByRole('alertdialog').or(ada.getByRole('dialog'))
    await dialog.getByRole('textbox').fill('remove')
    await dialog.getByRole('button', { name: 'Remove member' }).click()
    await expect(toast(ada, /grace removed/i)).toBeVisible()
    await grace.keyboard.press('Control+s')
    await expect(heading(grace, 'You no longer have access')).toBeVisible()
    await grace.getByRole('link', { name: 'Go to your projects' }).click()
    await expect(heading(grace, 'Collections')).toBeVisible()
    await expect(grace.getByRole('main')).not.toContainText('Shop')
  },
  LONG_MS,
)
