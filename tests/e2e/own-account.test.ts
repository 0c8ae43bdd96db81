import { afterAll, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { heading, signIn, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

let mailbox: Mailbox | undefined
const world = theWorld(async () => {
  mailbox = await openMailbox()
  return {
    SONDE_SMTP_URL: mailbox.url,
    SONDE_MAIL_FROM: 'sonde@example.com',
    SONDE_REGISTRATION: 'open',
    SONDE_LIMITS: 'off',
  }
})
afterAll(() => mailbox?.close())

const LONG_MS = 180_000
const GRACE = { email: 'grace@example.com', password: 'a horse of another colour' }

const linkTo = (address: string, path: string): Promise<string> =>
  eventually(
    async () =>
      mailbox?.received
        .filter(({ to, text }) => to === address && text.includes(path))
        .map(({ text }) => new RegExp(`http://[^\\s"]*${path}\\S+`).exec(text)?.[0])
        .at(-1),
    { what: `a letter to ${address}` },
  )

test(
  'a person changes the address of their account by the mailed link, and deletes the account',
  async () => {
    await world.installation.api.as('').post('/api/2/account/register', { ...GRACE, name: 'Grace' })
    const tab = await world.visit()
    const { page, complaints } = tab
    await signIn(page, '/settings/profile', GRACE)

    const email = page.getByRole('region', { name: 'Email' })
    await email.getByRole('button', { name: 'Change address' }).click()
    await email.getByLabel('New address').fill('hopper@example.com')
    await email.getByRole('button', { name: 'Send the link' }).click()
    await expect(email).toContainText('Enter your current password.')
    complaints.expect(/status of 422/)
    await email.getByLabel('Current password').fill('wrong')
    await email.getByRole('button', { name: 'Send the link' }).click()
    await expect(email).toContainText('must be your current password')
    await expect(email.getByLabel('New address')).toHaveValue('hopper@example.com')
    await email.getByLabel('Current password').fill(GRACE.password)
    await email.getByRole('button', { name: 'Send the link' }).click()
    await expect(email).toContainText('hopper@example.com')

    const other = await world.another(tab)
    const link = await linkTo('hopper@example.com', '/change-email/')
    await other.page.goto(link)
    await other.page.getByRole('button', { name: 'Use this address' }).click()
    await expect(heading(other.page, 'The address is changed')).toBeVisible()
    await other.page.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(other.page.getByRole('region', { name: 'Email' })).toContainText('hopper@example.com')
    // The account goes while its profile is open there.
    other.complaints.expect(/status of 4(01|10)/)
    await other.page.goto(link)
    await other.page.getByRole('button', { name: 'Use this address' }).click()
    await expect(heading(other.page, 'This link no longer works')).toBeVisible()

    await page.reload()
    const removal = page.getByRole('region', { name: 'Delete your account' })
    await expect(removal).toContainText('“My project”')
    await removal.getByLabel('Current password').fill(GRACE.password)
    await removal.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(dialog).toContainText('My project')
    await dialog.getByRole('textbox').fill('hopper@example.com')
    complaints.expect(/status of 40[01]/)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(heading(page, 'You are signed out')).toBeVisible()

    const gone = await world.visit()
    gone.complaints.expect(/status of 401/)
    await gone.page.goto('/collections')
    await typeSignIn(gone.page, { ...GRACE, email: 'hopper@example.com' })
    await expect(gone.page.getByRole('alert')).toContainText('wrong')
  },
  LONG_MS,
)
