// @ts-check
/** @typedef {import('playwright/test').Page} Page */

/** The console. @param {Page} page */
export const consoleOf = (page) => page.getByRole('dialog', { name: 'Command palette' })

/** The console's field. @param {Page} page */
export const fieldOf = (page) => consoleOf(page).getByRole('combobox')

const TRIES = 5
const TRY_MS = 4_000

/**
 * Presses a key until the console is open, or closed: the page's keys and commands may still be loading, and then it does nothing.
 * @param {Page} page @param {string} key @param {'visible' | 'hidden'} state
 */
const pressUntil = async (page, key, state) => {
  for (let tries = 0; tries < TRIES; tries++) {
    await page.keyboard.press(key)
    const there = await fieldOf(page)
      .waitFor({ state, timeout: TRY_MS })
      .then(
        () => true,
        () => false,
      )
    if (there) return
  }
  throw new Error(`The console is not ${state} after ${key}.`)
}

/** Opens the console. @param {Page} page */
export const openConsole = (page) => pressUntil(page, 'Control+k', 'visible')

/** Types a line into the console and runs it. @param {Page} page @param {string} line */
export const startLine = async (page, line) => {
  await openConsole(page)
  await fieldOf(page).fill(line)
  await fieldOf(page).press('Enter')
}

/** Types a line into the console, runs it, and waits until it is done. @param {Page} page @param {string} line */
export const runLine = async (page, line) => {
  await openConsole(page)
  await fieldOf(page).fill(line)
  await pressUntil(page, 'Enter', 'hidden')
}
