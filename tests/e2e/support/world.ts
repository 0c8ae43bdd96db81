import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { expect as expectOf } from 'playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { sharedBrowser } from '../../support/browser.ts'
import { openPrograms } from '../../support/built-programs.ts'
import { type Installation, openInstallation } from '../../support/installation.ts'
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts'
import { copyPrograms } from '../../support/programs.ts'
import { type Complaints, listenForComplaints } from './complaints.ts'

/** How long a person would wait, on a busy machine. */
const PATIENCE_MS = 20_000

/** Waits until a page shows what is expected, or says what it shows instead. */
export const expect = expectOf.configure({ timeout: PATIENCE_MS })

/** How much of the server's output is told with a failure. */
const SAID_CHARACTERS = 4_000

/** A tab of a browser, whose complaints fail the test. */
export type Tab = { readonly page: Page; readonly context: BrowserContext; readonly complaints: Complaints }

const addresses = new WeakMap<BrowserContext, string>()

/** The address of the installation that a page was opened for. */
export const addressFor = (page: Page): string => {
  const address = addresses.get(page.context())
  if (address === undefined) throw new Error('The page was opened by no world.')
  return address
}

/** A real installation of the built programs, with a database of the run's PostgreSQL, and a real browser, for the tests of one file. */
export type World = {
  readonly installation: Installation
  /** The address that people use. */
  readonly url: string
  /** The folder of the installation's own copy of the programs. */
  readonly programs: string
  /** A tab of a browser that was never here before. */
  visit(options?: BrowserContextOptions): Promise<Tab>
  /** Another tab of the same browser. */
  another(tab: Tab): Promise<Tab>
}

/** The run's programs, or a copy that the test may change. */
const programsFor = async (isCopied: boolean) => {
  const built = await openPrograms()
  return isCopied ? copyPrograms(built) : { ...built, folder: null, remove: () => undefined }
}

/**
 * Makes the world of a test file: opened before its first test, closed after its last. After each test no tab may have complained;
 * what a failed test's tabs showed is told with it. `environment` gives the server's variables, once what stands around it is there.
 * Where a file's only test is run again, it gets a world of its own, since it finds the first one half changed.
 */
export const theWorld = (
  environment: () => Promise<Record<string, string>> | Record<string, string> = () => ({}),
  { ownPrograms = false }: { ownPrograms?: boolean } = {},
): World => {
  let open:
    | {
        installation: Installation
        browser: Browser
        url: string
        database: FreshDatabase
        programs: Awaited<ReturnType<typeof programsFor>>
      }
    | undefined
  const tabs: Tab[] = []
  const parts = () => {
    if (!open) throw new Error('The world is open while tests run only.')
    return open
  }
  const openAll = async () => {
    const env = await environment()
    const programs = await programsFor(ownPrograms)
    const database = await freshDatabase()
    const [installation, browser] = await Promise.all([
      openInstallation(programs, { DATABASE_URL: database.url, ...env }),
      sharedBrowser(),
    ])
    // `localhost`, unlike 127.0.0.1 by its number, is the address that the server tells people.
    open = {
      installation,
      programs,
      browser,
      database,
      url: env.SONDE_URL ?? `http://localhost:${new URL(installation.api.base).port}`,
    }
  }
  const closeAll = async () => {
    await open?.installation.close()
    await open?.database.drop()
    open?.programs.remove()
    open = undefined
  }
  beforeAll(openAll)
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount || task.file.tasks.length > 1) return
    await closeAll()
    await openAll()
  })
  afterEach(async ({ task }) => {
    const these = tabs.splice(0)
    const complaints = these.flatMap((tab) => tab.complaints.list())
    if (task.result?.state === 'fail') {
      for (const tab of these) await tell(task.name, tab)
      console.error(`${task.name}: the server said\n${open?.installation.output().slice(-SAID_CHARACTERS)}`)
    }
    for (const { context } of these) await context.close()
    expect(complaints, 'what the pages complained about').toEqual([])
  })
  afterAll(closeAll)
  const listen = (context: BrowserContext, page: Page): Tab => {
    const tab = { context, page, complaints: listenForComplaints(page) }
    tabs.push(tab)
    return tab
  }
  return {
    get installation() {
      return parts().installation
    },
    get url() {
      return parts().url
    },
    get programs() {
      const { folder } = parts().programs
      if (folder === null) throw new Error('These programs are shared: ask for a copy of them.')
      return folder
    },
    async visit(options) {
      const { browser, url } = parts()
      const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
      context.setDefaultTimeout(PATIENCE_MS)
      addresses.set(context, url)
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
  const folder = process.env.SONDE_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${test.replace(/\W+/g, '-')}.png` }).catch(() => undefined)
}
