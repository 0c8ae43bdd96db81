import type { Cookie, Locator, Page } from 'playwright'
import { addressFor, expect } from './world.ts'

/** Whom an installation of the tests knows from its start. */
export const ADA = { email: 'ada@example.com', password: 'correct horse battery' }

/** Fills in the sign-in page that is shown, and sends it. */
export const typeSignIn = async (page: Page, { email, password } = ADA): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** What the browser holds of a session, by installation and person: the sign-in page and the password's hash take a second and a half. */
const sessions = new Map<string, readonly Cookie[]>()
const isOfSession = ({ name }: Cookie) => /session|auth0/.test(name)

const accountOf = (page: Page): Locator => page.getByRole('button', { name: /^Account/ })

/** Opens an address as somebody who is not signed in, and signs in on the way. */
export const signInAnew = async (page: Page, path = '/', person = ADA): Promise<void> => {
  await page.goto(path)
  await typeSignIn(page, person)
  await expect(accountOf(page)).toBeVisible()
}

/**
 * Opens an address as somebody who is signed in. The first time in an installation, the person signs in on the way; later the browser
 * brings that session along. Tests that end sessions sign in anew.
 */
export const signIn = async (page: Page, path = '/', person = ADA): Promise<void> => {
  const context = page.context()
  const key = `${addressFor(page)} ${person.email}`
  const held = sessions.get(key)
  if (held) {
    await context.addCookies([...held])
    await page.goto(path)
    await expect(accountOf(page)).toBeVisible()
    return
  }
  await signInAnew(page, path, person)
  sessions.set(key, (await context.cookies()).filter(isOfSession))
}

/** The page's name, once the page is shown. */
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** A tab of the monitor that is shown. */
export const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Monitor' }).getByRole('link', { name: new RegExp(`^${name}`) })
