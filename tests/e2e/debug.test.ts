import type { Page } from 'playwright'
import { test } from 'vitest'
import type { PathDocument } from '../../machines/chart/path-document.ts'
import { transitionsOf } from '../../machines/chart/transitions.ts'
import { signInMachine } from '../../machines/identity/sign-in.ts'
import { replay } from '../machines/replay.ts'
import { goWithin } from './support/addresses.ts'
import { faultsOf } from './support/audit.ts'
import { heading } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000
const TYPED = 'somebody-typed-this@example.com'

/** Runs a line in the console, by keys alone. */
const run = async (page: Page, line: string): Promise<void> => {
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** The path in the clipboard, once it is one. */
const copiedPath = async (page: Page, chart: string): Promise<PathDocument> => {
  await expect.poll(() => clipboard(page)).toContain(`"chart": "${chart}"`)
  return JSON.parse(await clipboard(page))
}

test(
  'signed out, a tester looks back at events by keys, copies a path that replays, and reads what was not covered',
  async () => {
    const { page, context } = await world.visit({ viewport: { width: 1440, height: 900 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/password-reset/')
    await page.getByLabel('Email').fill(TYPED)
    await page.getByRole('link', { name: 'Debug' }).click()
    await expect(heading(page, 'Debug')).toBeVisible()

    // What was done before the screen was opened is there, also by machines that have ended, without what was typed.
    const machines = page.getByRole('navigation', { name: 'Machines' })
    await machines.getByRole('link', { name: /^form/ }).click()
    await expect(page.getByRole('img', { name: /^State chart of form/ })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Events' })).toContainText('CHANGE')
    await expect(page.locator('main')).not.toContainText(TYPED)

    // Back in time by keys: state and chart are those of then, and the address leads there again.
    await run(page, 'inspect machine sign-in')
    await expect(page.getByRole('img', { name: /^State chart of sign-in. Now: signedOut/ })).toBeVisible()
    await page.getByRole('link', { name: 'This machine' }).click()
    // Arrows are the link's own while it has the focus.
    await page.getByRole('link', { name: 'This machine' }).blur()
    const looking = page.getByRole('status').filter({ hasText: 'Looking back at event' })
    await page.keyboard.press('j')
    await expect(looking).toContainText('of sign-in')
    for (let turn = 0; turn < 5; turn++) await page.keyboard.press('ArrowDown')
    await expect(looking).toContainText('init of sign-in')
    await expect(page.getByRole('img', { name: /Now: reading/ })).toBeVisible()
    await page.keyboard.press('k')
    await expect(looking).toContainText('read done')
    const address = page.url()
    await page.keyboard.press('Escape')
    await expect(looking).toHaveCount(0)
    await goWithin(page, address.slice(new URL(address).origin.length))
    await expect(looking).toContainText('read done')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    // The copied path is a test path: it replays to the same states.
    await page.keyboard.press('c')
    const { steps, input } = await copiedPath(page, 'signIn')
    expect(steps.map(({ when }) => when)).toEqual(['start', 'read done'])
    const { seen } = await replay({ machine: signInMachine, input }, steps)
    expect(seen.map((moment) => (moment as { value: unknown }).value)).toEqual(steps.map(({ value }) => value))

    // Coverage since the page was opened, and a path to what is missing.
    await page
      .getByRole('navigation', { name: 'Parts of the debug screen' })
      .getByRole('link', { name: 'Coverage' })
      .click()
    await page.getByRole('link', { name: 'signIn' }).click()
    const missing = page.getByRole('list', { name: 'Transitions of signIn that were not taken' })
    await expect(missing).toContainText('start → ')
    await missing.getByRole('button', { name: /^Copy path to signedOut → leaving by SIGN_IN/ }).click()
    await expect.poll(async () => (await clipboard(page)).includes('SIGN_IN')).toBe(true)
    expect((await copiedPath(page, 'signIn')).steps.at(-1)?.value).toBe('leaving')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    const all = transitionsOf(signInMachine).length
    await run(page, 'reset coverage')
    await expect(page.getByRole('row', { name: /signIn/ })).toContainText(`0/${all}`)

    // A recording ends with its page, and an address of it says so.
    await page.goto(address)
    await expect(page.getByText('The event in the address is not in this recording.')).toBeVisible()
  },
  LONG_MS,
)
