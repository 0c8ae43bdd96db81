import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { expect as expectOf } from 'playwright/test'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { openBrowser } from '../../support/browser.ts'
import { type Installation, openInstallation } from '../../support/installation.ts'
import { type Complaints, listenForComplaints } from './complaints.ts'

/** How long a person would wait, on a busy machine. */
const PATIENCE_MS = 20_000

/** Waits until a page shows what is expected, or says what it shows instead. */
export const expect = expectOf.configure({ timeout: PATIENCE_MS })

/** A tab of a browser, whose complaints fail the test. */
export type Tab = { readonly page: Page; readonly context: BrowserContext; readonly complaints: Complaints }

/** A real installation of the built programs and a real browser, for the tests of one file. */
export type World = {
  readonly installation: Installation
  readonly browser: Browser
  /** The address that people use. */
  readonly url: string
  /** A tab of a browser that was never here before. */
  visit(options?: BrowserContextOptions): Promise<Tab>
  /** Another tab of the same browser. */
  another(tab: Tab): Promise<Tab>
}

const programs = async () => {
  const answer = await fetch(inject('programDesk'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The programs do not build: ${text}`)
  // The desk's own answer.
  return JSON.parse(text) as { server: string; agent: string }
}

/** Opens an installation of this run's programs. The address of people is `localhost`, which browsers trust. */
export const openBuiltInstallation = async (env: Record<string, string> = {}): Promise<Installation> =>
  openInstallation({ ...(await programs()), remove: () => undefined }, env)

export const addressOf = ({ api }: Installation): string => `http://localhost:${new URL(api.base).port}`

/**
 * Makes the world of a test file: opened before its first test, closed after its last. After each test no tab may have complained;
 * what a failed test's tabs showed is told with it.
 */
export const useWorld = (env: Record<string, string> = {}): World => {
  let installation: Installation | undefined
  let browser: Browser | undefined
  const tabs: Tab[] = []
  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('The world is open while tests run only.')
    return value
  }
  beforeAll(async () => {
    ;[installation, browser] = await Promise.all([openBuiltInstallation(env), openBrowser()])
    await installation.healthy()
  })
  afterEach(async ({ task }) => {
    const open = tabs.splice(0)
    const complaints = open.flatMap((tab) => tab.complaints.list())
    if (task.result?.state === 'fail') for (const tab of open) await tell(task.name, tab)
    for (const { context } of open) await context.close()
    expect(complaints, 'what the pages complained about').toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await installation?.close()
  })
  const listen = (context: BrowserContext, page: Page): Tab => {
    const tab = { context, page, complaints: listenForComplaints(page) }
    tabs.push(tab)
    return tab
  }
  return {
    get installation() {
      return opened(installation)
    },
    get browser() {
      return opened(browser)
    },
    get url() {
      return addressOf(opened(installation))
    },
    async visit(options) {
      const context = await opened(browser).newContext({
        baseURL: addressOf(opened(installation)),
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(PATIENCE_MS)
      return listen(context, await context.newPage())
    },
    another: async ({ context }) => listen(context, await context.newPage()),
  }
}

/** What a person would have seen, for whoever reads of the failure. */
const tell = async (test: string, { page, complaints }: Tab): Promise<void> => {
  if (page.isClosed()) return
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 1000 })
    .catch((cause: unknown) => String(cause))
  console.error([`${test}: ${page.url()}`, shown, ...complaints.list()].join('\n'))
  const folder = process.env.SONDE_E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${test.replace(/\W+/g, '-')}.png` }).catch(() => undefined)
}
