import type { Page } from 'playwright'
import { expect } from './world.ts'

/** Reads the link of an invitation, which is shown once, and closes it. */
export const linkShownOnce = async (page: Page, email: string): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: `Invitation of ${email}` })
  const link = await dialog.getByLabel('Link').inputValue()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(dialog).toHaveCount(0)
  return link
}
