import type { Page } from 'playwright'
import { expect } from './world.ts'

/** The first account of every installation of the tests. */
export const ADA = { email: 'ada@example.com', password: 'correct horse battery' }

/** Fills in the sign-in page that is shown, and sends it. */
export const typeSignIn = async (page: Page, { email, password } = ADA): Promise<void> => {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens an address as somebody who is not signed in, and signs in on the way. */
export const signIn = async (page: Page, path = '/', person = ADA): Promise<void> => {
  await page.goto(path)
  await typeSignIn(page, person)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
}
