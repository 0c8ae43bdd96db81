import { afterAll, test } from 'vitest'
import { UNTRUSTED_NAME } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { ADA, signInAnew, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

let mailbox: Mailbox | undefined
const world = theWorld(async () => {
  mailbox = await openMailbox()
  return { SONDE_SMTP_URL: mailbox.url, SONDE_MAIL_FROM: 'sonde@example.com', SONDE_REGISTRATION: 'open' }
})
afterAll(() => mailbox?.close())

/** The link of the newest letter to an address, once it came. */
const linkTo = (address: string, path: string): Promise<string> =>
  eventually(
    async () =>
      mailbox?.received
        .filter(({ to, text }) => to === address && text.includes(path))
        .map(({ text }) => new RegExp(`http://[^\\s"]*${path}[\\w/-]+`).exec(text)?.[0])
        .at(-1),
    { what: `a letter to ${address}` },
  )

test('who is not signed in is asked, comes to where they were going, and stays signed in through a reload and in another tab', async () => {
  const tab = await world.visit()
  const { page } = tab
  await signInAnew(page, '/project')
  await expect(page).toHaveURL(`${world.url}/project`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'New project' })).toBeVisible()
  const other = await world.another(tab)
  await other.page.goto('/')
  await expect(other.page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
})

test('a wrong password says so at once, keeps the email address, and after several tries one waits', async () => {
  const { page, complaints } = await world.visit()
  complaints.expect(/status of (401|429)/)
  await page.goto('/')
  await page.getByLabel('Email').fill('grace@example.com')
  const password = page.getByLabel('Password', { exact: true })
  const refused = page.getByRole('alert')
  let isWaiting = false
  // The seventh is refused, unless this machine is so slow that the first wait is over by then; each next wait is twice as long.
  for (let tries = 0; tries < 11 && !isWaiting; tries++) {
    await password.fill(`wrong horse ${tries}`)
    const answer = page.waitForResponse((response) => response.url().endsWith('/login'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    isWaiting = (await answer).status() === 429
    if (tries < 6) expect(isWaiting).toBe(false)
    await expect(refused).toContainText(isWaiting ? /too many attempts/i : 'password')
  }
  expect(isWaiting).toBe(true)
  await expect(page.getByRole('button', { name: /^Sign in in \d+ s$/ })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com')
})

test('who has an account signs in by the keyboard, Enter alone', async () => {
  const { page } = await world.visit()
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(ADA.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADA.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
})

test('a server that is killed and started again keeps the session, and the open page finds it again', async () => {
  const { page, complaints } = await world.visit()
  await signInAnew(page, '/home/')
  complaints.expect(/ERR_|Failed to load resource|network error/)
  await world.installation.kill()
  await world.installation.start()
  await page.reload()
  await expect(page).toHaveURL(`${world.url}/home/`)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
})

test('whoever signs out leaves nothing behind: Back asks to sign in', async () => {
  const { page, complaints } = await world.visit()
  await signInAnew(page, '/collections')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
  // What was under way when the session ended is refused.
  complaints.expect(/status of 401/)
  await page.goBack()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByText('Collections')).toHaveCount(0)
})

test('a session that ended elsewhere asks to sign in again, and comes back to where one was, with what was typed', async () => {
  const tab = await world.visit()
  const { page, complaints } = tab
  await signInAnew(page, '/calls/edit/new')
  await page.getByLabel('Name', { exact: true }).fill('Half a monitor')
  const other = await world.another(tab)
  await other.page.goto('/collections')
  await other.page.getByRole('button', { name: /^Account/ }).click()
  await other.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other.page.getByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()

  complaints.expect(/status of (400|401)/)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await typeSignIn(page)
  await expect(page).toHaveURL(`${world.url}/calls/edit/new`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a monitor')
})

test('the answer to another flow is not taken for a sign-in', async () => {
  const tab = await world.visit()
  await signInAnew(tab.page)
  const { page, complaints } = await world.another(tab)
  // The page of authorizations asks the server, which knows none of this state.
  complaints.expect(/status of 410/)
  await page.goto('/tokens/callback?code=foreign&state=foreign')
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await expect(page.getByText('Sign-in failed')).toHaveCount(0)
})

test('an address that browsers do not trust says why nobody can sign in there', async () => {
  const { page, complaints } = await world.visit()
  complaints.expect(/Cross-Origin-Opener-Policy header has been ignored/)
  await page.goto(world.url.replace('localhost', UNTRUSTED_NAME))
  await expect(page.getByRole('main')).toContainText('Sign-in needs https or localhost')
})

test('whoever registers confirms the address by mail, and chooses another password by mail', async () => {
  const { page, complaints } = await world.visit()
  const grace = { email: 'grace.hopper@example.com', password: 'nanoseconds of wire' }
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(grace.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Password', { exact: true }).fill(grace.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Almost there' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(grace.email)
  await typeSignIn(page, grace)
  await expect(page.getByText('Confirm your email address')).toBeVisible()
  // A project that was never visited leads to the first steps.
  const visited = page.waitForResponse((response) => response.url().includes('/project/synopsis') && response.ok())
  await page.goto('/home/')
  await visited

  await page.goto(await linkTo(grace.email, '/verify/'))
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your projects' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  await expect(page.getByText('Confirm your email address')).toHaveCount(0)

  // In a browser that knows nothing of it.
  const elsewhere = await world.visit()
  await elsewhere.page.goto('/')
  await elsewhere.page.getByRole('link', { name: 'Forgotten password' }).click()
  await elsewhere.page.getByLabel('Email').fill(grace.email)
  await elsewhere.page.getByRole('button', { name: 'Send the link' }).click()
  await expect(elsewhere.page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible()
  await elsewhere.page.goto(await linkTo(grace.email, '/password-reset/'))
  await elsewhere.page
    .getByLabel('New password', { exact: true })
    .and(elsewhere.page.getByRole('textbox'))
    .fill('picoseconds of dust')
  await elsewhere.page.getByRole('button', { name: 'Change the password' }).click()
  await expect(elsewhere.page.getByRole('heading', { level: 1, name: 'The password is changed' })).toBeVisible()

  // All other sessions ended with the old password.
  complaints.expect(/status of (400|401)/)
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await typeSignIn(page, { ...grace, password: 'picoseconds of dust' })
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
})
