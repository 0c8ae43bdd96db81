import type { Browser, CDPSession, Locator, Page } from 'playwright'
import { openBrowser } from '../support/browser.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { makeMonitors } from '../support/many-monitors.ts'
import { buildPrograms } from '../support/programs.ts'
import { addPlainDialog, frameOf, letterAfterKey } from './console-timing.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'
import { table } from './table.ts'
import { paintAfterKey, share } from './web-timing.ts'

const MONITORS = 50_000
/** API keys come with one answer, however many there are. */
const API_KEYS = 5_000
const SLOWED = 4
const OPENINGS = 20
const ROUNDS = 5
/** The typed text: each key changes the choices. */
const TYPING = [...'123', 'Backspace', 'Backspace', 'Backspace']
const SERVER_MS = 2_000

const openSignedIn = async (browser: Browser, url: string, path: string): Promise<Page> => {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(120_000)
  await page.goto(path)
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' })

/** Opens the console once, so that its code and names are there, and waits for its choices. */
const warmUp = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k')
  await paletteOf(page).getByRole('option').first().waitFor()
  await page.keyboard.type('monitor 1')
  await paletteOf(page)
    .getByRole('option', { name: /Monitor 1/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await paletteOf(page).waitFor({ state: 'detached' })
}

type Typed = {
  readonly letters: readonly number[]
  readonly choices: readonly number[]
  readonly plain: readonly number[]
  readonly frame: number
}
type Opened = { readonly console: readonly number[]; readonly dialog: readonly number[]; readonly frame: number }

/** The times to open the console and the plain dialog. */
const openings = async (page: Page): Promise<Opened> => {
  const opened: number[] = []
  const dialog: number[] = []
  const body = page.locator('body')
  const palette = paletteOf(page)
  // Turn by turn, so that whatever else the machine does strikes both.
  for (let time = 0; time < OPENINGS; time++) {
    dialog.push(await paintAfterKey(page, 'F9', body))
    await page.keyboard.press('F8')
    opened.push(await paintAfterKey(page, 'Control+k', body))
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  }
  return { console: opened, dialog, frame: await frameOf(page) }
}

/** The times of keys after the beginning of a line, in the console and in an empty field. */
const typing = async (page: Page, beginning: string): Promise<Typed> => {
  const letters: number[] = []
  const choices: number[] = []
  const plain: number[] = []
  const palette = paletteOf(page)
  const field = palette.getByRole('combobox')
  for (let round = 0; round < ROUNDS; round++) {
    await page.keyboard.press('F9')
    const empty = page.getByLabel('Plain')
    await empty.fill('')
    await empty.focus()
    await page.keyboard.type(beginning)
    for (const key of TYPING) plain.push(await letterAfterKey(page, key, empty))
    await page.keyboard.press('F8')
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.type(beginning)
    for (const key of TYPING) letters.push(await letterAfterKey(page, key, field))
    for (const key of TYPING) choices.push(await paintAfterKey(page, key, palette.getByRole('listbox')))
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  }
  return { letters, choices, plain, frame: await frameOf(page) }
}

const p95 = (times: readonly number[]): number => share(times, 0.95)

const frames = (times: readonly number[], beside: readonly number[], frame: number): number =>
  Math.max(0, p95(times) - p95(beside)) / frame

const openingRows = (where: string, { console: opened, dialog, frame }: Opened): Row[] => [
  {
    figure: `console: opens, ${where}: 95 of 100`,
    value: p95(opened),
    unit: 'ms',
    reference: { name: 'a plain dialog', value: p95(dialog) },
  },
  {
    figure: `console: … beyond the plain dialog, in frames of ${frame.toFixed(1)} ms`,
    value: frames(opened, dialog, frame),
    unit: 'frames',
    target: '<= 2',
  },
]

const typingRows = (where: string, { letters, choices, plain, frame }: Typed): Row[] => [
  {
    figure: `console: key to its letter, ${where}: 95 of 100`,
    value: p95(letters),
    unit: 'ms',
    reference: { name: 'an empty field', value: p95(plain) },
  },
  {
    figure: 'console: … beyond the empty field, in frames',
    value: frames(letters, plain, frame),
    unit: 'frames',
    target: '<= 1',
  },
  {
    figure: `console: key to its choices, ${where}: 95 of 100`,
    value: p95(choices),
    unit: 'ms',
    reference: { name: 'an empty field', value: p95(plain) },
  },
]

/** Lines of commands that write, which name what the bench has made. */
const LINES = [
  'run monitor',
  'pause schedule',
  'resume schedule',
  'disable alert',
  'enable alert',
  'create environment bench',
  'duplicate monitor',
  'change schedule',
  'create monitor Bench http://localhost/',
] as const

const lineOf = (line: string, monitor: string): string => {
  if (line === 'run monitor' || line === 'duplicate monitor') return `${line} ${monitor}`
  if (line === 'change schedule') return `${line} bench-schedule --name "Bench schedule"`
  if (line.endsWith('schedule')) return `${line} bench-schedule`
  return line.endsWith('alert') ? `${line} bench-alert` : line
}

/** The time from Enter to the first change that is seen, while each write takes two seconds. */
const feedback = async (page: Page, monitor: string, say: BenchOptions['say']): Promise<number[]> => {
  const times: number[] = []
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, SERVER_MS))
    await route.continue()
  })
  const palette = paletteOf(page)
  for (const line of LINES) {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(lineOf(line, monitor))
    const isReady = await palette
      // The bar above the choices says that nothing is missing.
      .getByText('Ready', { exact: true })
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      )
    if (!isReady) say(`“${line}” is not ready: ${(await palette.textContent())?.slice(0, 200)}`)
    else times.push(await paintAfterKey(page, 'Enter', page.locator('body')))
    await page.waitForTimeout(SERVER_MS + 500)
    if (await palette.isVisible()) await page.keyboard.press('Escape')
  }
  await page.unroute('**/api/**')
  return times
}

const furnish = async (installation: Installation): Promise<string> => {
  const urls = Array.from({ length: MONITORS }, (_, index) => `http://localhost/${index}`)
  await installation.query(
    `insert into api_key (id, project_key, name, prefix, hash, access_level, created, created_by)
     select 'bench-key-' || n, (select key from project order by key limit 1), 'Key ' || n, 'benc', sha256(n::text::bytea), 'VIEWER', $1,
       (select id from account order by created limit 1) from generate_series(1, ${API_KEYS}) n`,
    [Date.now()],
  )
  const made: { readonly id: string }[] = []
  for (let from = 0; from < MONITORS; from += 10_000)
    made.push(...(await makeMonitors(installation, urls.slice(from, from + 10_000))))
  const { api } = installation
  await api.post('/api/3/schedules/', {
    name: 'Bench schedule',
    frequency: 'daily',
    regions: [],
    locations: [],
    targets: [],
  })
  await api.post('/api/3/webhooks/', {
    name: 'Bench alert',
    web_hook_type: 'webhook',
    parameters: { url: 'https://example.com/hook' },
  })
  return made[0]?.id ?? ''
}

const throttle = (session: CDPSession, rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })

/** Measures the console over 50 000 monitors beside a plain dialog and an empty field of the same page. */
export const consoleBench = async ({ say }: BenchOptions): Promise<Row[]> => {
  const programs = await buildPrograms()
  const installation = await openInstallation(programs)
  const browser = await openBrowser()
  try {
    await installation.healthy()
    const monitor = await furnish(installation)
    const url = `http://localhost:${new URL(installation.api.base).port}`
    const page = await openSignedIn(browser, url, '/schedules/')
    const session = await page.context().newCDPSession(page)
    await addPlainDialog(page)
    await warmUp(page)
    const rows: Row[] = []
    for (const rate of [1, SLOWED]) {
      say(`CPU ${rate} times slower …`)
      await throttle(session, rate)
      const slower = rate === 1 ? '' : `, CPU ${rate} × slower`
      const where = `${MONITORS} monitors${slower}`
      const found = [
        ...openingRows(where, await openings(page)),
        ...typingRows(where, await typing(page, 'monitor ')),
        ...typingRows(`${API_KEYS} API keys${slower}`, await typing(page, 'revoke api-key key-')),
      ]
      say(table(found))
      rows.push(...found)
    }
    await throttle(session, 1)
    const times = await feedback(page, monitor, say)
    if (times.length < LINES.length) throw new Error(`Only ${times.length} of ${LINES.length} lines were ready.`)
    rows.push({
      figure: `console: Enter to the first feedback of ${times.length} commands that write, the server answers after 2 s: longest`,
      value: Math.max(...times),
      unit: 'ms',
      target: '<= 100',
    })
    return rows
  } finally {
    await browser.close()
    await installation.close()
    programs.remove()
  }
}
