import type { Browser, Page } from 'playwright'
import { openBrowser } from '../support/browser.ts'
import { serveBuilt } from '../support/built-page.ts'

/** The specimen of all parts, built as the app is and open in a real browser. */
export type Specimen = {
  /** The page, with this part of the specimen loaded anew; what the browser complains of is gathered in `complaints`. */
  readonly open: (page: 'parts' | 'front' | 'long', looks?: Looks) => Promise<Page>
  readonly complaints: readonly string[]
  readonly close: () => Promise<void>
}

export type Looks = { readonly width?: number; readonly theme?: 'light' | 'dark' }

/** Builds and serves the specimen, and starts a browser. */
export const openSpecimen = async (): Promise<Specimen> => {
  const { address, close } = await serveBuilt(new URL('vite.config.ts', import.meta.url))
  const browser: Browser = await openBrowser()
  const complaints: string[] = []
  // One page is loaded again for each test: a process of the browser's own for each would cost twice as much.
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return {
    complaints,
    async open(name, { width = 1440, theme = 'light' } = {}) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await page.mouse.move(0, 0)
      if (page.url().startsWith(address)) await page.evaluate(() => localStorage.clear())
      await page.goto(`${address}?page=${name}`)
      await page.locator('h1').first().waitFor()
      return page
    },
    async close() {
      await browser.close()
      await close()
    },
  }
}
