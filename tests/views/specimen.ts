import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { build, type PreviewServer, preview } from 'vite'
import { openBrowser } from '../support/browser.ts'

/** The specimen of all parts, built as the app is and open in a real browser. */
export type Specimen = {
  /** A page of it in place of the one before; what the browser complains of is gathered in `complaints`. */
  readonly open: (page: 'parts' | 'front' | 'long', looks?: Looks) => Promise<Page>
  readonly complaints: readonly string[]
  readonly close: () => Promise<void>
}

export type Looks = { readonly width?: number; readonly theme?: 'light' | 'dark' }

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url))

/** Builds and serves the specimen, and starts a browser. */
export const openSpecimen = async (): Promise<Specimen> => {
  const outDir = mkdtempSync(join(tmpdir(), 'sonde-specimen-'))
  await build({ configFile, logLevel: 'error', build: { outDir } })
  const server: PreviewServer = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const browser: Browser = await openBrowser()
  const address = server.resolvedUrls?.local[0] ?? ''
  const complaints: string[] = []
  let closeLast = async () => {}
  return {
    complaints,
    async open(page, { width = 1440, theme = 'light' } = {}) {
      await closeLast()
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      closeLast = () => context.close()
      const opened = await context.newPage()
      opened.on('pageerror', (error) => complaints.push(String(error)))
      opened.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await opened.goto(`${address}?page=${page}`)
      await opened.locator('h1').first().waitFor()
      return opened
    },
    async close() {
      await browser.close()
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
