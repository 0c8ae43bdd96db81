// @ts-check
import { consoleOf, fieldOf, openConsole } from '../support/lines.mjs'
import { NAME, openSession } from '../support/person.mjs'

/** @typedef {import('../support/driver.mjs').World} World */

/** What the example's lines are in the app. @type {Record<string, string>} */
const LINES = { '': '', 'delete a': 'delete monitor test-path', 'go home': 'send verification' }

/** @param {World} world */
const palette = ({ page }) => consoleOf(page)
/** @param {World} world */
const field = ({ page }) => fieldOf(page)
/** @param {World} world */
const pastedLines = (world) => palette(world).getByRole('list', { name: 'Pasted lines' })
/** @param {World} world @param {string} line */
const write = (world, line) => field(world).fill(LINES[line] ?? line)

/** Whether a line runs: the field takes no letters then, nor does the button another press. @param {World} world */
const isRunning = (world) => palette(world).locator('input[readonly], button[aria-disabled="true"]').isVisible()

/** The line of the example that is mended, with a slip. */
const SLIP = 'send verificaton'

/**
 * Pastes several lines, each with the word that confirms it; with a slip in the one that the path mends.
 * @param {World} world @param {readonly string[]} lines
 */
const paste = (world, lines) => {
  const mended = world.next()?.type === 'MEND' ? world.next()?.at : -1
  return field(world).evaluate(
    (input, text) => {
      /** @type {any} The kit's types know no browser. */
      const { DataTransfer, ClipboardEvent } = globalThis
      const data = new DataTransfer()
      data.setData('text/plain', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    lines
      .map((line, at) => {
        if (at === mended) return SLIP
        return `${LINES[line] ?? line}${line.startsWith('delete') ? ' --confirm test-path' : ''}`
      })
      .join('\n'),
  )
}

/** The console, in which a typed line can run any command. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  async open({ page, expect }) {
    await page.goto('/tests/')
    await expect(page.getByRole('row', { name: new RegExp(NAME) }).first()).toBeVisible()
  },
  effects: {
    perform: {
      url: /\/api\//,
      requests: (request) =>
        request.method() === 'DELETE' || (request.method() === 'POST' && /verif/.test(request.url())),
      done: (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 204 })
          : route.fulfill({ json: { sent: false, mail_leaves: false } }),
      error: (route) => route.fulfill({ status: 400, json: { detail: 'This failed.' } }),
    },
    performNext: {
      url: /\/api\//,
      like: 'perform',
      requests: (request) =>
        request.method() === 'DELETE' || (request.method() === 'POST' && /verif/.test(request.url())),
      done: (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 204 })
          : route.fulfill({ json: { sent: false, mail_leaves: false } }),
      error: (route) => route.fulfill({ status: 400, json: { detail: 'This failed.' } }),
    },
  },
  events: {
    async OPEN(world, { line }) {
      await openConsole(world.page)
      if (line !== undefined) await write(world, line)
    },
    // Beside the console, because Esc gives back a line that runs.
    CLOSE: ({ page }) => page.mouse.click(2, 2),
    TYPE: (world, { line }) => write(world, line),
    PICK: (world) => palette(world).getByRole('option').first().click(),
    async BACK(world) {
      const { page } = world
      if (await isRunning(world)) return page.keyboard.press('Escape')
      // Several lines are shown in place of the field.
      if (await pastedLines(world).isVisible()) return page.keyboard.press('Backspace')
      // A command that asks for something: backspace in the empty answer leads back to the line.
      await field(world).fill('run monitor')
      await palette(world).getByRole('option', { name: 'Run monitor', exact: true }).first().click()
      return field(world).press('Backspace')
    },
    PASTE: (world, { lines }) => paste(world, lines),
    // Enter does nothing for the moment in which several lines appear: they are to be read.
    async SUBMIT({ page }) {
      const several = page.getByRole('button', { name: /^Run (\d+ lines|from line)/ })
      if (await several.isVisible()) await several.click()
      else await page.keyboard.press('Enter')
    },
    SKIP: (world) =>
      palette(world)
        .getByRole('button', { name: /^Skip line/ })
        .click(),
    MEND: (world, { line }) =>
      palette(world)
        .getByRole('button', { name: `Use “${LINES[line]}”` })
        .click(),
    WORD: async ({ page }) => {
      await page.keyboard.type('test-path')
    },
    CONFIRM: ({ page }) => page.keyboard.press('Enter'),
    KEEP: (world) =>
      palette(world)
        .getByRole('button', { name: /^(Keep it|Cancel)$/ })
        .click(),
  },
  states: {
    closed: (world) => world.expect(palette(world)).toHaveCount(0),
    'open.writing': (world) => world.expect(field(world)).toBeVisible(),
    'open.confirming': (world) => world.expect(palette(world).getByText(/to confirm/)).toBeVisible(),
    'open.running': (world) => world.expect(palette(world)).toBeVisible(),
    'open.reviewing': (world) => world.expect(palette(world).getByRole('button', { name: /^Run / })).toBeVisible(),
    'open.runningSeveral': (world) => world.expect(pastedLines(world)).toBeVisible(),
  },
  skip({ name }) {
    if (/^open-confirming--(type|back|pick)/.test(name))
      return 'The question takes the place of the line, which cannot be typed then.'
    if (/if-has-line/.test(name)) return 'The open console covers the buttons that open it with a line.'
    return null
  },
}
