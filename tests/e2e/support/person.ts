import type { Locator, Page } from 'playwright'
import { expect } from './world.ts'

/** Whom an installation of the tests knows from its start. */
export const ADA = { email: 'ada@example.com', password: 'correct horse battery' }

/** Fills in the sign-in page that is shown, and sends it. */
export const typeSignIn = async (page: Page, { email, password } = ADA): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens an address as somebody who is not signed in, and signs in on the way. */
export const signIn = async (page: Page, path = '/', person = ADA): Promise<void> => {
  await page.goto(path)
  await typeSignIn(page, person)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
}

/** The page's name, once the page is shown. */
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** A tab of the monitor that is shown. */
export const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Monitor' }).getByRole('link', { name: new RegExp(`^${name}`) })
