import { afterAll, test } from 'vitest'
import { OPENID_CLIENT, OPENID_SECRET, type OpenIdProvider, openOpenIdProvider } from '../support/openid-provider.ts'
import { heading, signIn, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld(() => ({ SONDE_ALLOW_PRIVATE: '127.0.0.0/8', SONDE_LIMITS: 'off' }))
const LONG_MS = 180_000

let openid: OpenIdProvider | undefined
afterAll(() => openid?.close())

test(
  'a site admin adds an OpenID provider, with which people sign in; denied, down and linked, each is said',
  async () => {
    openid = await openOpenIdProvider({ site: world.url })
    const admin = await world.visit()
    await signIn(admin.page, '/admin/identity-providers')
    await admin.page.getByRole('button', { name: 'Add identity provider' }).click()
    const form = admin.page.getByRole('form', { name: 'Add identity provider' })
    await form.getByLabel('Name', { exact: true }).fill('Partner')
    await form.getByLabel('Issuer').fill('partner.example')
    await form.getByLabel('Client ID').fill(OPENID_CLIENT)
    await form.getByLabel('Client secret').fill(OPENID_SECRET)
    await form.getByLabel('New people').selectOption({ label: 'Get an account when they sign in' })
    await form.getByRole('button', { name: 'Add identity provider' }).click()
    await expect(form).toContainText('must be the issuer’s https URL')
    await form.getByLabel('Issuer').fill(openid.issuer)
    await expect(form).toContainText(`${world.url}/federated/callback/http:127.0.0.1:${openid.port}`)
    await form.getByRole('button', { name: 'Add identity provider' }).click()
    const card = admin.page.getByRole('region', { name: /^Partner/ })
    await card.getByRole('button', { name: 'Test' }).click()
    await expect(card.getByRole('list', { name: 'Outcome of the test' })).toContainText('one key to sign tokens')

    // Somebody new signs in, and is who the provider says.
    const { page, complaints } = await world.visit()
    await page.goto('/settings/profile')
    await page.getByRole('button', { name: 'Continue with Partner' }).click()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Grace')
    await expect(page.getByRole('region', { name: 'Linked sign-ins' })).toContainText('grace@partner.example')
    complaints.expect(/status of 409/)
    await page.getByRole('button', { name: 'Unlink Partner' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await expect(page.getByText('This is your only way to sign in').first()).toBeVisible()

    // Denied: a sentence, and the way back to the same sign-in.
    const denied = await world.visit()
    denied.complaints.expect(/status of 4\d\d/)
    openid.person = null
    await denied.page.goto('/collections')
    await denied.page.getByRole('button', { name: 'Continue with Partner' }).click()
    await expect(denied.page.getByRole('alert')).toContainText('You did not allow the sign-in')
    await denied.page.getByRole('link', { name: 'Back to sign in' }).click()
    await typeSignIn(denied.page)
    await expect(heading(denied.page, 'Collections')).toBeVisible()

    // Linked from the profile, the provider signs in to the account that is there, whatever its address.
    openid.person = { subject: 'ada-at-partner', email: 'lovelace@partner.example' }
    await denied.page.goto('/settings/profile')
    await denied.page.getByRole('button', { name: 'Link Partner' }).click()
    await expect(denied.page.getByRole('region', { name: 'Linked sign-ins' })).toContainText('lovelace@partner.example')
    const linked = await world.visit()
    await linked.page.goto('/settings/profile')
    await linked.page.getByRole('button', { name: 'Continue with Partner' }).click()
    await expect(linked.page.getByText('ada@example.com').first()).toBeVisible()

    // Down: said at the button, and the password still works.
    const away = await world.visit()
    away.complaints.expect(/status of 422/)
    await away.page.goto('/collections')
    await openid.close()
    openid = undefined
    await away.page.getByRole('button', { name: 'Continue with Partner' }).click()
    await expect(away.page.getByText(/127\.0\.0\.1.*refused/).first()).toBeVisible()
    await typeSignIn(away.page)
    await expect(heading(away.page, 'Collections')).toBeVisible()
  },
  LONG_MS,
)
