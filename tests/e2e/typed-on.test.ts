import { test } from 'vitest'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

type Schedules = { readonly data: readonly { readonly id: string; readonly name: string }[] }

test('what is typed while a new record is saved is a draft of that record, and no second record', async () => {
  const { api } = world.installation
  const stored = async () =>
    (await api.get<Schedules>('/api/3/schedules/')).data.flatMap(({ name }) =>
      name.startsWith('Nightly') ? [name] : [],
    )
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  const name = page.getByRole('textbox', { name: /^Name/ })
  await signIn(page, '/schedules/new')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/3/schedules/', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  // The screen after it is slow as well: the form is there, and done.
  let show = () => {}
  const shown = new Promise<void>((resolve) => {
    show = resolve
  })
  await page.route('**/assets/SchedulesScreen*', async (route) => {
    await shown
    await route.continue()
  })
  await name.fill('Nightly')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/schedules/'))
  await keys.press('Control+s')
  await sent
  await name.press('End')
  await name.pressSequentially(' run')
  release()
  await expect(page.getByRole('status').getByText('it is a draft in the edit form')).toBeVisible()
  await keys.press('Control+s', 'Control+s')
  show()
  await expect(page.getByRole('row', { name: /Nightly/ })).toBeVisible()
  expect(await stored()).toEqual(['Nightly'])
  await keys.line('edit schedule nightly')
  await expect(name).toHaveValue('Nightly run')
  await keys.press('Control+s')
  await expect(page.getByRole('status').getByText('“Nightly run” saved')).toBeVisible()
  expect(await stored()).toEqual(['Nightly run'])
  await page.goto('/schedules/new')
  await expect(heading(page, 'New schedule')).toBeVisible()
  await expect(name).toHaveValue('')
})
