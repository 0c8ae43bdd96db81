import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

type Named = { readonly id: string; readonly meta: { readonly name: string } }

test('while another project is being opened, a line waits for it, and one that destroys is read again', async () => {
  const { api } = world.installation
  const checkout = await api.post<Named>('/api/2/calls/', {
    meta: { name: 'Checkout' },
    request: { url: 'http://127.0.0.1:9/' },
  })
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('create project Second')
  const switcher = page.getByRole('button', { name: /^Switch project/ })
  await expect(switcher).toHaveAccessibleName(/Second/)
  await keys.line('create monitor Checkout http://127.0.0.1:9/second')
  await expect(heading(page, 'Checkout')).toBeVisible()

  let release = () => {}
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  let hold = held()
  await page.route(/\/quota/, async (route) => {
    await hold
    await route.continue()
  })
  const changed: string[] = []
  page.on('request', (request) => {
    if (!['GET', 'OPTIONS'].includes(request.method()) && request.url().includes('/api/'))
      changed.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await keys.line('switch project my-project')
  await expect(switcher).toContainText('Opening My project…')
  await keys.line('tag monitor checkout --tags typed')
  release()
  await expect(switcher).toHaveAccessibleName(/My project/)
  await expect.poll(async () => JSON.stringify(await api.get(`/api/2/calls/${checkout.id}`))).toContain('"typed"')

  // A line that still waits is not run once nobody waits for it.
  hold = held()
  await keys.line('switch project second')
  await expect(switcher).toContainText('Opening Second…')
  await keys.line('tag monitor checkout --tags closed')
  await keys.press('Escape', 'Escape')
  release()
  await expect(page.getByText('Not done: The line was stopped before it could run.')).toBeVisible()
  expect(changed.filter((each) => each.startsWith('PUT') || each.includes('/calls/'))).toHaveLength(1)
  await keys.line('switch project my-project')
  await expect(switcher).toHaveAccessibleName(/My project/)

  hold = held()
  await keys.line('switch project second')
  await expect(switcher).toContainText('Opening Second…')
  await keys.line('delete monitor checkout --confirm checkout')
  release()
  await expect(page.getByText('“Second” was opened meanwhile. Read the line again: nothing was done.')).toBeVisible()
  expect(changed.filter((each) => each.startsWith('DELETE'))).toEqual([])
})

test('a switch from a form with unsaved changes asks first, wherever the form was opened from', async () => {
  const { api } = world.installation
  const { id } = await api.post<Named>('/api/2/calls/', {
    meta: { name: 'Draft' },
    request: { url: 'http://127.0.0.1:9/' },
  })
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('create project Third')
  const switcher = page.getByRole('button', { name: /^Switch project/ })
  await expect(switcher).toHaveAccessibleName(/Third/)
  for (const isLoaded of [true, false]) {
    await page.goto(linkTo('monitor-edit', { callId: id }))
    await expect(switcher).toHaveAccessibleName(/My project/)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    if (isLoaded) await page.reload()
    await expect(name).toHaveValue('Draft')
    await name.press('End')
    await name.pressSequentially(' dirty')
    await keys.line('switch project third')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question).toBeVisible()
    await expect(switcher).toHaveAccessibleName(/My project/)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(name).toHaveValue('Draft dirty')
    await keys.line('switch project third')
    await question.getByRole('button', { name: 'Leave and discard' }).click()
    await expect(switcher).toHaveAccessibleName(/Third/)
    await expect(page).toHaveURL(/\/home\/$/)
  }
})
