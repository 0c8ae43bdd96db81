import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { keyboardOf } from './support/keyboard.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

test('of several lines that make a secret each, every one is shown, and the next line waits until it is closed', async () => {
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  const lines = ['create api-key First', 'create api-key Second', 'create monitor Third http://localhost/']
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, lines.join('\n'))
  await palette.getByRole('button', { name: 'Run 3 lines' }).click()
  const secrets = new Set<string>()
  for (const name of ['First', 'Second']) {
    const dialog = page.getByRole('dialog', { name: new RegExp(name) })
    await expect(dialog).toBeVisible()
    secrets.add(await dialog.getByRole('textbox').inputValue())
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
  }
  expect(secrets.size).toBe(2)
  await expect(page.getByRole('heading', { name: 'Third', level: 1 })).toBeVisible()
})
