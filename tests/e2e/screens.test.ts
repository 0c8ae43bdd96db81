import { beforeAll, describe, test } from 'vitest'
import type { RouteName } from '../../src/commands/routes.ts'
import { addressesOf, goWithin, isFrontDoor, routeNames } from './support/addresses.ts'
import { faultsOf } from './support/audit.ts'
import { type Furnished, furnish } from './support/furnish.ts'
import { signIn } from './support/person.ts'
import { expect, type Tab, theWorld } from './support/world.ts'

const ENVIRONMENT = 'tests'
const world = theWorld(() => ({ SONDE_ENVIRONMENT: ENVIRONMENT, SONDE_REGISTRATION: 'open' }))
const LONG_MS = 240_000

let furnished: Furnished
let here: Record<RouteName, string>
beforeAll(async () => {
  furnished = await furnish(world.installation)
  here = addressesOf(furnished)
})

/** Waits until a screen stands: its heading is there, and nothing is on its way any more. */
const settled = async ({ page }: Tab): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
}

const expectTitle = ({ page }: Tab) => expect(page).toHaveTitle(new RegExp(`.+ · Sonde \\(${ENVIRONMENT}\\)$`))

describe('every screen has one heading and a title with the product’s name, fits the window, and passes axe in both themes', () => {
  test(
    'at the front door',
    async () => {
      const tab = await world.visit()
      const { page, complaints } = tab
      // Links that do not work any more are what some of these screens are about.
      complaints.expect(/status of (400|401|404|409|410|422)/)
      const faults: string[] = []
      for (const name of [...routeNames.filter(isFrontDoor), 'debug', 'external'] as const) {
        await page.goto(here[name])
        await settled(tab)
        await expectTitle(tab)
        faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
      }
      expect(faults).toEqual([])
    },
    LONG_MS,
  )

  test(
    'behind it, and the focus goes into each on arrival',
    async () => {
      const tab = await world.visit({ viewport: { width: 1440, height: 900 } })
      const { page } = tab
      await signIn(page)
      const faults: string[] = []
      for (const name of routeNames.filter((each) => !isFrontDoor(each))) {
        await goWithin(page, here[name])
        await settled(tab)
        await expectTitle(tab)
        await expect(page.locator('main:focus, main :focus'), name).toHaveCount(1)
        faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
      }
      expect(faults).toEqual([])
    },
    LONG_MS,
  )
})
