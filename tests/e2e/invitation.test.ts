import { test } from 'vitest'
import { linkShownOnce } from './support/invitations.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld(() => ({ SONDE_REGISTRATION: 'invited' }))
const LONG_MS = 300_000
const WIDE = { viewport: { width: 1440, height: 900 } }

test(
  'an invitation is refused from its link, without an account',
  async () => {
    const { page } = await world.visit(WIDE)
    await signIn(page, '/settings/project')
    await keyboardOf(page).line('invite person linus@example.com VIEWER')
    const link = await linkShownOnce(page, 'linus@example.com')
    const guest = await world.visit()
    await guest.page.goto(link)
    await guest.page.getByRole('link', { name: 'Refuse invitation' }).click()
    await expect(heading(guest.page, 'Refuse the invitation?')).toBeVisible()
    await guest.page.getByRole('link', { name: 'Keep it' }).click()
    await guest.page.getByRole('link', { name: 'Refuse invitation' }).click()
    await guest.page.getByRole('button', { name: 'Refuse invitation' }).click()
    await expect(heading(guest.page, 'You refused the invitation')).toBeVisible()
    guest.complaints.expect(/status of 410/)
    await guest.page.goto(link)
    await expect(heading(guest.page, 'This invitation no longer works')).toBeVisible()
    await expect(guest.page.getByText('was refused')).toBeVisible()
  },
  LONG_MS,
)
