import { Client } from 'pg'
import type { Page } from 'playwright'
import { test } from 'vitest'
import { appWith } from '../support/factors.ts'
import { ADA, heading, signIn, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

const inStore = async (...statements: string[]): Promise<void> => {
  const client = new Client({ connectionString: world.installation.databaseUrl() })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Sets the rules of the first organization; others are off. */
const rule = ({ enforce = false, passwordDays = 0 }: { enforce?: boolean; passwordDays?: number }): Promise<void> =>
  inStore(`update organization set name = 'Acme', enforce_2fa = ${enforce}, password_expiry_days = ${passwordDays}`)

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'You are signed out')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
}

/** Sets up an authenticator app where the page offers it; answers the app and the recovery codes. */
const setUpApp = async (page: Page) => {
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.getByLabel('Your password').fill(ADA.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = ((await page.locator('code', { hasText: /^[A-Z2-7 ]{32,}$/ }).textContent()) ?? '').replace(/\s/g, '')
  const app = appWith(secret)
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('The code must be the current code')
  await code.fill(app(Date.now()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Store your recovery codes')).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  return { app, codes }
}

const STEP_MS = 30_000

test('an organization requires a second factor: it is set up from there, and then signs in by code, recovery code and passkey', async () => {
  const { page, context, complaints } = await world.visit()
  await signIn(page, '/home/')
  await expect(heading(page, /First project|Home|.+/)).toBeVisible()
  await rule({ enforce: true })
  complaints.expect(/status of (401|403|422)/)
  await page.goto('/schedules')
  await expect(heading(page, 'Set up two-step verification')).toBeVisible()
  await expect(page.getByText('Acme requires two-step verification')).toBeVisible()
  // One's own profile, and the list of projects, stay open.
  await page.getByRole('link', { name: 'Choose another project' }).click()
  await expect(heading(page, 'Collections')).toBeVisible()
  await page.goto('/schedules')
  const { app, codes } = await setUpApp(page)
  expect(codes).toHaveLength(10)
  await expect(heading(page, 'Schedules')).toBeVisible()

  await signOut(page)
  await typeSignIn(page)
  await expect(heading(page, 'Two-step verification')).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is wrong or was used before')).toBeVisible()
  // A reload keeps the step.
  await page.reload()
  await expect(heading(page, 'Two-step verification')).toBeVisible()
  // The code that confirmed the app was used with it; the next one is accepted early.
  await page.getByLabel('Code', { exact: true }).fill(app(Date.now() + STEP_MS))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()

  await signOut(page)
  await typeSignIn(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(heading(page, '9 recovery codes are left')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()

  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Your password').fill(ADA.password)
  const card = page.getByRole('region', { name: 'Two-step verification' })
  await card.getByRole('textbox', { name: /^Name/ }).fill('Laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(card.getByText('Laptop')).toBeVisible()

  await signOut(page)
  await typeSignIn(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()

  // Without a password.
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
})

test('an old password and an old sign-in keep projects closed until they are renewed', async () => {
  const { page, complaints } = await world.visit()
  complaints.expect(/status of (401|403)/)
  await inStore('delete from account_factor', 'update account set created = 0')
  await rule({ passwordDays: 30 })
  await page.goto('/schedules')
  await typeSignIn(page)
  await expect(heading(page, 'Change your password')).toBeVisible()
  await page.getByLabel('Current password').fill(ADA.password)
  await page.getByLabel('New password').fill('an ostrich of another colour')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(heading(page, 'Schedules')).toBeVisible()
})
