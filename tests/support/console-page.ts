import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openBrowser } from './browser.ts'
import { type BuiltPage, serveBuilt } from './built-page.ts'

/** The console as it is, over a world of examples, in a browser: opened anew before each test of a file. */
export const consolePage = () => {
  let built: BuiltPage
  let browser: Browser
  let page: Page
  const troubles: string[] = []

  beforeAll(async () => {
    built = await serveBuilt(new URL('../commands/page/vite.config.ts', import.meta.url))
    browser = await openBrowser()
    page = await browser.newPage({ reducedMotion: 'reduce' })
    page.on('pageerror', ({ message }) => troubles.push(message))
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  })
  afterAll(async () => {
    await browser?.close()
    await built?.close()
  })
  // As somebody sees it who comes for the first time: it keeps nothing.
  beforeEach(async () => {
    await page.mouse.up()
    await page.mouse.move(0, 0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(built.address)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.locator('input:focus').waitFor()
  })

  /** Waits for the choices of the line: a letter is painted before them. */
  const settled = () => page.waitForFunction(() => document.querySelector('[data-late]') === null)
  return {
    get page() {
      return page
    },
    troubles,
    settled,
    type: async (text: string) => {
      await page.keyboard.type(text)
      await settled()
    },
    press: async (key: string) => {
      await page.keyboard.press(key)
      await settled()
    },
    field: () => page.getByRole('combobox'),
    options: () => page.getByRole('option').allInnerTexts(),
    chosen: () => page.locator('[role=option][aria-selected=true]').textContent(),
    /** Calls and events that commands have made. */
    said: () => page.evaluate(() => (window as unknown as { calls: string[] }).calls),
    isOpen: () => page.getByRole('dialog').isVisible(),
    untilClosed: () => page.getByRole('dialog').waitFor({ state: 'detached' }),
  }
}
