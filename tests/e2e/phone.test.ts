import type { Locator, Page } from 'playwright'
import { beforeAll, test } from 'vitest'
import type { RouteName } from '../../src/commands/routes.ts'
import { addressesOf, goWithin } from './support/addresses.ts'
import { overhang } from './support/audit.ts'
import { furnishShop } from './support/believable.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** Letters of a name that a phone has room for. */
const LETTERS = 20
const LEAST_FONT_PX = 10

let here: Record<RouteName, string>
beforeAll(async () => {
  here = addressesOf(await furnishShop(world.installation))
}, LONG_MS)

/** Goes to a screen within the page, and waits until it stands. */
const show = async (page: Page, name: RouteName): Promise<void> => {
  await goWithin(page, here[name])
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Names in tables that have room for fewer letters than these. */
const shortNames = (page: Page, letters: number): Promise<string[]> =>
  page.locator('main tbody :is(th[scope="row"], td:has(> a:only-child)) a').evaluateAll((links, most) => {
    const context = document.createElement('canvas').getContext('2d')
    return links.flatMap((link) => {
      const name = link.textContent ?? ''
      if (!context || !link.checkVisibility()) return []
      context.font = getComputedStyle(link).font
      const needed = context.measureText(name.slice(0, most)).width
      const cell = link.closest('th, td')
      const padding = cell ? Number.parseFloat(getComputedStyle(cell).paddingInlineStart) : 0
      const room = Math.min(link.clientWidth || Number.POSITIVE_INFINITY, (cell?.clientWidth ?? 0) - padding)
      return room + 1 < needed ? [`${name}: ${Math.round(room)} of ${Math.round(needed)} px`] : []
    })
  }, letters)

/** Texts below headings and beside them that are cut off. */
const cutSubtitles = (page: Page): Promise<string[]> =>
  page.locator('main :is(header h2, header p, header span, h1, h1 + p, h1 ~ p)').evaluateAll((texts) =>
    texts.flatMap((text) => {
      if (!text.checkVisibility() || text.closest('.sr')) return []
      const isCut = text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflowX !== 'visible'
      const { left, right } = text.getBoundingClientRect()
      return isCut || left < 0 || right > innerWidth + 1 ? [text.textContent ?? ''] : []
    }),
  )

/** The labels of a chart's vertical axis: their sizes, and whether each stands within the chart and the window. */
const axisLabels = (chart: Locator): Promise<{ text: string; fontPx: number; isInside: boolean }[]> =>
  chart.locator('.ytick text').evaluateAll((labels) =>
    labels.map((label) => {
      const own = label.getBoundingClientRect()
      const frame = label.closest('.js-plotly-plot')?.getBoundingClientRect()
      const isInside =
        frame !== undefined && own.left >= Math.max(0, frame.left) && own.right <= Math.min(frame.right, innerWidth)
      return { text: label.textContent ?? '', fontPx: Number.parseFloat(getComputedStyle(label).fontSize), isInside }
    }),
  )

test(
  'on a phone charts keep their axes, names have room, subtitles and ids are whole, and nothing stands beside the window',
  async () => {
    const { page } = await world.visit(PHONE)
    const main = page.getByRole('main')
    await signIn(page, here.monitors)

    for (const name of ['monitor', 'monitor-statistics', 'monitor-latency'] as const) {
      await show(page, name)
      const chart = main.getByRole('region', { name: /^Latency/ })
      // The library of charts is the largest file there is.
      await expect(chart.locator('.ytick text').nth(2)).toBeVisible({ timeout: 60_000 })
      // It is drawn once more when its place is laid out.
      await expect
        .poll(async () => (await axisLabels(chart)).filter((one) => !one.isInside || one.fontPx < LEAST_FONT_PX))
        .toEqual([])
      expect((await axisLabels(chart)).map(({ text }) => text)).toContain('0')
      expect(await overhang(page)).toBe(0)
    }

    for (const name of [
      'home',
      'monitors',
      'monitor',
      'monitor-results',
      'monitor-statistics',
      'results',
      'result',
      'schedules',
      'schedule',
      'schedule-targets',
      'schedule-downtimes',
      'downtimes',
      'webhooks',
      'webhook',
      'audit',
      'notifications',
    ] as const) {
      await show(page, name)
      expect(await overhang(page), name).toBe(0)
      expect(await shortNames(page, LETTERS), name).toEqual([])
      expect(await cutSubtitles(page), name).toEqual([])
    }
    await show(page, 'result')
    await expect(main.getByRole('button', { name: 'Copy as curl' })).toBeVisible()

    // An id stands in at most two lines.
    await show(page, 'monitor')
    const id = main.getByRole('region', { name: 'About' }).locator('dd').last()
    await expect(id).toHaveText(/^[\w-]{8,}$/)
    expect(
      await id.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    ).toBeLessThanOrEqual(2)

    // Charts of machines are panned and zoomed.
    await goWithin(page, here.debug)
    await page.getByRole('link', { name: /^app/ }).first().click()
    const frame = page.getByRole('region', { name: 'State chart' })
    const width = () => frame.evaluate((element) => element.scrollWidth)
    const whole = await width()
    expect(whole).toBeGreaterThan(await frame.evaluate((element) => element.clientWidth))
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBeGreaterThan(whole)
    await frame.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(width).toBe(whole)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(width).toBeLessThan(whole)
    expect(await overhang(page)).toBe(0)
  },
  LONG_MS,
)

test(
  'on paper a result and statistics are the page alone, dark on white and whole',
  async () => {
    // As wide as a page of paper.
    const { page } = await world.visit({ viewport: { width: 718, height: 1000 }, colorScheme: 'dark' })
    const main = page.getByRole('main')
    await signIn(page, here.result)
    for (const name of ['result', 'monitor-statistics'] as const) {
      await show(page, name)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(main.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(20, 23, 28)')
      const grounds = await main.evaluate((element) => {
        const grounds = []
        for (let each: Element | null = element; each; each = each.parentElement)
          grounds.push(getComputedStyle(each).backgroundColor)
        return grounds.filter((ground) => ground !== 'rgba(0, 0, 0, 0)')
      })
      expect(new Set(grounds)).toEqual(new Set(['rgb(255, 255, 255)']))
      expect(await overhang(page)).toBe(0)
      const cut = await main
        .locator('pre, table, dd, svg')
        .evaluateAll((parts) =>
          parts.flatMap((part) =>
            part.getBoundingClientRect().right > innerWidth + 1 ? [part.textContent?.slice(0, 60)] : [],
          ),
        )
      expect(cut).toEqual([])
      await page.emulateMedia({ media: 'screen' })
    }

    // A chart that is wider than paper is drawn anew for it.
    await page.setViewportSize({ width: 1440, height: 900 })
    const plot = main.locator('.js-plotly-plot .main-svg').first()
    const widthOf = () => plot.evaluate((element) => element.getBoundingClientRect().width)
    await expect.poll(widthOf).toBeGreaterThan(800)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect.poll(widthOf).toBeLessThan(700)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(widthOf).toBeGreaterThan(800)
  },
  LONG_MS,
)
