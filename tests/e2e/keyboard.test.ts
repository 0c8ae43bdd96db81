import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { eventually } from '../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

/** An API that agents may call. */
let api: Loopback
const world = theWorld(async () => {
  api = await listenOnLoopback((_, response) => response.writeHead(200).end('{}'))
  return { SONDE_ALLOW_PRIVATE: new URL(api.url).host }
})
afterAll(() => api?.close())

const LONG_MS = 240_000

type Listed = {
  readonly data: readonly {
    readonly id: string
    readonly meta: { readonly name: string }
    readonly last_result: { readonly id: string; readonly result_category: string } | null
  }[]
}

let resultId: string
beforeAll(async () => {
  const { api: rest } = world.installation
  for (const name of ['Invoices', 'Orders', 'Stock', 'Stock of the shop'])
    await rest.post('/api/2/calls/', { meta: { name }, request: { method: 'GET', url: api.url } })
  const orders = async () =>
    (await rest.get<Listed>('/api/3/monitors/')).data.find(({ meta }) => meta.name === 'Orders')
  await eventually(async () => (await rest.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.length > 0)
  await rest.post(`/api/3/monitors/${(await orders())?.id}/run`, {})
  const last = await eventually(
    async () => {
      const result = (await orders())?.last_result
      return result?.result_category === 'PASS' && result
    },
    { what: 'a result that passed' },
  )
  resultId = last.id
})

const open = async (path: string): Promise<Page> => {
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, path)
  return page
}

test(
  'from the filter to the first row and back, step by step',
  async () => {
    const page = await open('/tests/')
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    const row = (name: string) => main.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    const filter = main.getByRole('searchbox')
    await expect(row('Orders')).toBeVisible()

    for (const [key, opens] of [
      ['Enter', 'Stock'],
      ['ArrowDown', 'Stock'],
    ] as const) {
      await keys.press('/')
      await expect(filter).toBeFocused()
      await keys.type('stock')
      await expect(row('Orders')).toHaveCount(0)
      await keys.press(key)
      await expect(filter).not.toBeFocused()
      await expect(row(opens)).toHaveAttribute('aria-current', 'true')
      // Keys are the row's now, as in any list.
      await keys.press('j')
      await expect(row('Stock of the shop')).toHaveAttribute('aria-current', 'true')
      await keys.press('x')
      await expect(page.getByRole('toolbar')).toContainText('1 selected')

      // Selection, row, text, field.
      await keys.press('Escape')
      await expect(page.getByRole('toolbar')).toHaveCount(0)
      await keys.press('Escape')
      await expect(filter).toBeFocused()
      await expect(filter).toHaveValue('stock')
      await keys.press('Escape')
      await expect(filter).toHaveValue('')
      await expect(filter).toBeFocused()
      await expect(row('Orders')).toBeVisible()
      await keys.press('Escape')
      await expect(filter).not.toBeFocused()
      await expect(main).toBeFocused()
    }

    // A filter hides what is selected, says so, and gives it back.
    await keys.press('j', 'x')
    await expect(page.getByRole('toolbar')).toContainText('1 selected')
    await keys.press('/')
    await keys.type('invo')
    await expect(row('Orders')).toHaveCount(0)
    const bar = page.getByRole('toolbar')
    await expect(bar).toContainText('0 selected, 1 hidden by the filter')
    await expect(bar.getByRole('button')).toHaveCount(1)
    await keys.press('Escape')
    await expect(row('Orders')).toBeVisible()
    await expect(bar).toHaveText(/1 selected/)
    await expect(bar).not.toContainText('hidden')
    await keys.press('Escape', 'Escape')
    await expect(bar).toHaveCount(0)

    // Enter opens the row that it led to.
    await keys.press('/')
    await keys.type('invo')
    await expect(row('Orders')).toHaveCount(0)
    await keys.press('Enter')
    await expect(row('Invoices')).toHaveAttribute('aria-current', 'true')
    await keys.press('Enter')
    await expect(heading(page, 'Invoices')).toBeVisible()

    // Nothing found: the focus stays where the text can be changed.
    await page.goBack()
    await expect(filter).toHaveValue('invo')
    await keys.press('/')
    await page.keyboard.press('Control+a')
    await keys.type('no such monitor')
    await expect(row('Invoices')).toHaveCount(0)
    await keys.press('Enter')
    await expect(filter).toBeFocused()
  },
  LONG_MS,
)

test(
  'keys mean what is in front',
  async () => {
    const page = await open('/tests/')
    const keys = keyboardOf(page)
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
    for (const [name, made] of [
      ['monitors', 'New monitor'],
      ['webhooks', 'New alert'],
      ['schedules', 'New schedule'],
      ['downtimes', 'New downtime'],
      ['collections', 'New project'],
    ] as const) {
      await page.goto(linkTo(name))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await keys.press('n')
      await expect(heading(page, made)).toBeVisible()
    }
    await page.goto(linkTo('api-keys'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await keys.press('n')
    await expect(page.getByRole('main').getByLabel('Name', { exact: true })).toBeVisible()

    // On a result, and on its row, `r` runs its monitor again.
    const ran = () =>
      page.waitForRequest((each) => each.method() === 'POST' && /\/run$/.test(new URL(each.url()).pathname))
    await page.goto(linkTo('result', { resultId }))
    await expect(heading(page, '200 OK')).toBeVisible()
    const [again] = await Promise.all([ran(), keys.press('r')])
    await expect(page).toHaveURL(/\/run\//)
    await expect(heading(page, 'Orders')).toBeVisible()
    await page.goto(linkTo('results'))
    await expect(page.getByRole('row', { name: /Orders/ }).first()).toBeVisible()
    await keys.press('j')
    const [fromRow] = await Promise.all([ran(), keys.press('r')])
    expect(new URL(fromRow.url()).pathname).toBe(new URL(again.url()).pathname)
    await expect(page).toHaveURL(/\/run\//)
  },
  LONG_MS,
)

test(
  'the shortcuts name their objects and fit the window',
  async () => {
    const page = await open('/tests/')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const shortcuts = palette.getByRole('region', { name: 'Keyboard shortcuts' })
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
    for (const [width, height] of [
      [390, 700],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.keyboard.press('?')
      await expect(shortcuts).toBeVisible()
      for (const title of ['Delete (monitor)', 'Run now (monitor)', 'New monitor', 'New schedule', 'Add alert'])
        await expect(shortcuts.getByText(title, { exact: true })).toHaveCount(1)
      const box = await palette.boundingBox()
      if (!box) throw new Error('The shortcuts have no box.')
      expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([
        true,
        true,
        true,
        true,
      ])
      // No row is cut at its side, and the last one can be scrolled to.
      const cut = await shortcuts.locator('dl > div').evaluateAll((rows) => {
        const area = rows[0]?.closest('section')?.getBoundingClientRect()
        return rows
          .filter((row) => {
            const { left, right } = row.getBoundingClientRect()
            return !area || left < area.left || right > area.right || row.scrollWidth > row.clientWidth
          })
          .map((row) => row.textContent)
      })
      expect(cut).toEqual([])
      await shortcuts.locator('dl > div').last().scrollIntoViewIfNeeded()
      await expect(shortcuts.locator('dl > div').last()).toBeInViewport({ ratio: 1 })
      await expect(palette.getByRole('combobox')).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(palette).toHaveCount(0)
    }
  },
  LONG_MS,
)
