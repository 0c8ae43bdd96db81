import { beforeAll, test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const OTHERS = 1_005
let oldest = ''

// Lists are newest first, so the first monitor is not on the first page of a thousand.
beforeAll(async () => {
  const { api } = world.installation
  const make = async (name: string): Promise<string> => {
    const made = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name },
      request: { method: 'GET', url: 'https://shop.example.com/' },
    })
    return made.id
  }
  oldest = await make('Archive · write the tape')
  await make('Ledger · close the day')
  // More newer ones contain “Shop 7” than the server answers at once.
  for (const name of ['Tape 7', 'Tape 7', 'Shop 7', 'Shop 7']) await make(name)
  for (let from = 0; from < OTHERS; from += 15)
    await Promise.all(Array.from({ length: 15 }, (_, index) => make(`Shop ${100 + from + index}`)))
  for (const name of ['Tape 71', 'Tape 72']) await make(name)
}, 240_000)

test('a monitor that is not loaded is found, named in a line and opened by keyboard', async () => {
  const { page, complaints } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, linkTo('schedules'))
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const options = palette.getByRole('option')
  const open = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(text)
  }

  await open('ledger')
  await expect(options.filter({ hasText: 'Ledger · close the day' })).toHaveCount(1)
  await page.keyboard.press('Escape')

  // By its slug in a whole line.
  await open('open monitor archive-write-the-tape')
  await expect(palette.getByText('Enter runs the line')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Archive · write the tape')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(oldest))

  // None of this name is loaded, nor among those that fit best: the server is asked for them before Enter does anything.
  await page.goto(linkTo('schedules'))
  await expect(heading(page, 'Schedules')).toBeVisible()
  await open('run monitor shop-7')
  await page.keyboard.press('Enter')
  await expect(palette.getByText('2 monitors are called shop-7.')).toBeVisible()
  await expect(options).toHaveCount(2)
  await expect(palette.locator('[role=option][aria-selected=true]')).toHaveCount(0)
  await page.keyboard.press('Escape')

  // None of this name is loaded, but others are that begin so: until the server has answered, Enter chooses none of them.
  await page.goto(linkTo('schedules'))
  await expect(heading(page, 'Schedules')).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/search=tape/i, async (route) => {
    await held
    await route.continue()
  })
  await open('run monitor tape-7')
  await expect(options.filter({ hasText: 'Tape 71' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette.getByText('It runs once the names are known, if they are unique')).toBeVisible()
  await expect(palette.getByRole('combobox')).toHaveValue('run monitor tape-7')
  answer()
  await expect(palette.getByText('2 monitors are called tape-7.')).toBeVisible()
  await expect(palette.locator('[role=option][aria-selected=true]')).toHaveCount(0)
  await page.keyboard.press('Escape')

  // Whoever moves to another choice while Enter waits has not chosen it: the answer runs nothing.
  await page.goto(linkTo('schedules'))
  await expect(heading(page, 'Schedules')).toBeVisible()
  let later = () => {}
  const heldAgain = new Promise<void>((resolve) => {
    later = resolve
  })
  await page.route(/search=tape/i, async (route) => {
    await heldAgain
    await route.continue()
  })
  const ran: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/run')) ran.push(request.url())
  })
  await open('run monitor tape-')
  await expect(options.filter({ hasText: 'Tape 71' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette.getByText('It runs once the names are known, if they are unique')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(palette.getByText('It runs once the names are known, if they are unique')).toHaveCount(0)
  await expect(palette.locator('[role=option][aria-selected=true]')).toContainText('Tape')
  const answered = page.waitForResponse(/search=tape/i)
  later()
  await answered
  await expect(options.filter({ hasText: 'Tape 7' })).toHaveCount(4)
  await expect(palette.getByRole('combobox')).toHaveValue('run monitor tape-')
  expect(ran).toEqual([])
  await page.keyboard.press('Escape')

  // Without an answer it says so, where not all are loaded, and the loaded names still answer.
  await page.goto(linkTo('schedules'))
  await expect(heading(page, 'Schedules')).toBeVisible()
  await page.route(/search=shop/i, (route) => route.abort())
  complaints.expect(/search=shop/)
  await open('shop 100')
  await expect(palette.getByText(/Not all names were searched/)).toBeVisible()
  await expect(options.filter({ hasText: 'Shop 100' }).first()).toBeVisible()

  // A command explained, and begun.
  await page.keyboard.press('Escape')
  await open('? run monitor')
  await expect(palette.getByRole('region', { name: 'About run monitor' })).toContainText('--location')
  await page.keyboard.press('Enter')
  await expect(palette.getByRole('combobox')).toHaveValue('run monitor ')
}, 240_000)

test('names that are on the way are waited for, and a list that cannot be loaded says so', async () => {
  const { page, complaints } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, linkTo('schedules'))
  await expect(heading(page, 'Schedules')).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const isList = ({ pathname }: URL) => pathname === '/api/3/monitors/'
  await page.route(isList, async (route) => {
    await held
    await route.abort()
  })
  complaints.expect(/\/api\/3\/monitors\//)
  await page.reload()
  await expect(heading(page, 'Schedules')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('ledger')
  await expect(palette.getByText('Loading names…')).toBeVisible()
  // A verb and a name wait as a whole line does; no likely row is taken in its place.
  await page.keyboard.press('Control+a')
  await page.keyboard.type('delete shop-1004')
  await expect(palette.getByText('The names are still being loaded')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette.getByText('It runs once the names are known, if they are unique')).toBeVisible()
  await expect(palette.getByRole('combobox')).toHaveValue('delete shop-1004')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('run monitor shop-1004')
  await expect(palette.getByText('The monitors are still being loaded.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette.getByText('It runs once the names are known, if they are unique')).toBeVisible()
  answer()
  await expect(palette.getByText(/^Not all names were searched: /)).toBeVisible()
  await page.unroute(isList)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  // What is said before, “queued”, is replaced as soon as the run has ended.
  await expect(page.getByText(/^Shop 1004: FAIL in /)).toBeVisible()
}, 240_000)
