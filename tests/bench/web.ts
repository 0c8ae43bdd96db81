import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright'
import { build } from 'vite'
import { openBrowser } from '../support/browser.ts'
import { openInstallation } from '../support/installation.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import { buildPrograms } from '../support/programs.ts'
import { fillDay } from './lists.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'
import { entryBytes } from './web-bytes.ts'
import { chartPaints } from './web-charts.ts'
import { framesWhileScrolling, noted, noteFirst, paintAfterKey, share } from './web-timing.ts'

const MONITORS = 10_000
const RELOADS = 5
const TURNS = 60
/** The typed text: each key changes the results. */
const FILTERING = [...'123', 'Backspace', 'Backspace', 'Backspace']
const ROUNDS = 5
const SLOWED = 4
const FIRST_ROW = 'main table tbody tr td, main [role=table] [role=rowheader]'

/** The first text of the screen after the sign-in. */
const FIRST_WORD = 'main h1'

/** Opens a page with a sign-in on the way; returns it with the time from the redirect back to `first`. */
const openSignedIn = async (
  browser: Browser,
  { url, path, first }: { url: string; path: string; first: string },
): Promise<{ page: Page; session: CDPSession; backMs: number }> => {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  await noteFirst(page, first)
  const session = await page.context().newCDPSession(page)
  await page.goto(path)
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  return { page, session, backMs: await noted(page) }
}

const firstScreen = async (page: Page, backMs: number, screenTimes: readonly number[]): Promise<Row[]> => {
  const times: number[] = []
  for (let reload = 0; reload < RELOADS; reload++) {
    await page.reload()
    times.push(await noted(page))
  }
  const of = `CPU ${SLOWED} times slower`
  return [
    {
      figure: `web: back from signing in to the first screen, ${of} (median of ${screenTimes.length})`,
      value: share(screenTimes, 0.5),
      unit: 'ms',
      target: '<= 1000',
    },
    {
      figure: `web: reload to first rows, ${of} (median of ${RELOADS})`,
      value: share(times, 0.5),
      unit: 'ms',
      target: '<= 1000',
    },
    { figure: `web: back from signing in to first rows, ${of}`, value: backMs, unit: 'ms', target: '<= 1000' },
  ]
}

/** Duration of each page of the list, as seen by the browser. */
const apiTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/3/monitors/?'))
      .map((entry) =>
        entry instanceof PerformanceResourceTiming ? entry.responseEnd - entry.requestStart : Number.NaN,
      ),
  )

const keysOf = async (page: Page, target: ReturnType<Page['locator']>): Promise<number[]> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const key of FILTERING) times.push(await paintAfterKey(page, key, target))
  return times
}

const keyRows = (what: string, times: readonly number[], beside: { name: string; times: readonly number[] }): Row[] =>
  (['median', '95 of 100', 'longest'] as const).map((words) => {
    const part = { median: 0.5, '95 of 100': 0.95, longest: 1 }[words]
    return {
      figure: `web: ${what}: ${words}`,
      value: share(times, part),
      unit: 'ms',
      reference: { name: beside.name, value: share(beside.times, part) },
      ...(words === '95 of 100' && { target: '< 50' }),
    }
  })

/** The same keys in a conventional page. */
const reference = async (browser: Browser, which: 'table' | 'console'): Promise<number[]> => {
  const outDir = mkdtempSync(join(tmpdir(), 'sonde-reference-'))
  const input = fileURLToPath(new URL('web-reference.ts', import.meta.url))
  await build({
    configFile: false,
    logLevel: 'error',
    build: { outDir, rolldownOptions: { input, output: { entryFileNames: 'main.js' } } },
  })
  const script = readFileSync(join(outDir, 'main.js'))
  const server = await listenOnLoopback((request, response) => {
    const isScript = request.url === '/main.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? script : '<!doctype html><div id="root"></div><script type="module" src="/main.js"></script>',
    )
  })
  try {
    const page = await browser.newPage()
    await page.goto(`${server.url}/${which}`)
    await page.locator('input').click()
    return await keysOf(page, page.locator('tbody, [cmdk-list]'))
  } finally {
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

const consoleTimes = async (page: Page): Promise<{ opened: number[]; keys: number[] }> => {
  const opened: number[] = []
  // The first opening may wait for its code; all others are what people experience.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  for (let time = 0; time < 20; time++) {
    opened.push(await paintAfterKey(page, 'Control+k', page.locator('body')))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('monitor ')
  const keys = await keysOf(page, page.getByRole('dialog', { name: 'Command palette' }))
  await page.keyboard.press('Escape')
  return { opened, keys }
}

/** Measures how fast the web app renders and updates with its maximum number of monitors, in a real browser. */
export const webBench = async ({ say }: BenchOptions): Promise<Row[]> => {
  const programs = await buildPrograms()
  const installation = await openInstallation(programs)
  const browser = await openBrowser()
  try {
    const bytes = entryBytes(join(dirname(programs.server), '../web'), say)
    await installation.healthy()
    const urls = Array.from({ length: MONITORS }, () => 'http://localhost/')
    await makeSchedule(installation, await makeMonitors(installation, urls), {
      everySeconds: 31_536_000,
      locations: ['local'],
    })
    await fillDay(installation)
    const url = `http://localhost:${new URL(installation.api.base).port}`
    const screenTimes: number[] = []
    for (let time = 0; time < RELOADS; time++) {
      const newcomer = await openSignedIn(browser, { url, path: '/', first: FIRST_WORD })
      screenTimes.push(newcomer.backMs)
      await newcomer.page.close()
    }
    const { page, session, backMs } = await openSignedIn(browser, { url, path: '/tests/', first: FIRST_ROW })
    const first = await firstScreen(page, backMs, screenTimes)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.reload()
    const count = page.getByRole('search').getByRole('status')
    await page.getByText(/^10,000 monitors$/).waitFor()
    const pages = await apiTimes(page)
    await page.getByRole('searchbox').click()
    const filter = await keysOf(page, count)
    const frames = await framesWhileScrolling(page, TURNS)
    const { opened, keys } = await consoleTimes(page)
    const items = `${MONITORS} items`
    return [
      ...bytes,
      ...first,
      ...(await chartPaints(browser, programs)),
      {
        figure: `web: page of 500 of ${MONITORS} monitors: 95 of 100`,
        value: share(pages, 0.95),
        unit: 'ms',
        target: '< 100',
      },
      ...keyRows(`key in the filter of ${MONITORS} monitors to paint`, filter, {
        name: 'a plain table',
        times: await reference(browser, 'table'),
      }),
      { figure: 'web: frame while scrolling: 95 of 100', value: share(frames, 0.95), unit: 'ms' },
      { figure: 'web: console opens: 95 of 100', value: share(opened, 0.95), unit: 'ms', target: '< 50' },
      ...keyRows(`key in the console over ${items} to paint`, keys, {
        name: 'cmdk with its own filter',
        times: await reference(browser, 'console'),
      }),
    ]
  } finally {
    await browser.close()
    await installation.close()
    programs.remove()
  }
}
