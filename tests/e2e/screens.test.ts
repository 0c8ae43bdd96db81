import { beforeAll, describe, test } from 'vitest'
import { type RouteName, redirects } from '../../src/commands/routes.ts'
import { addressesOf, goWithin, isFrontPage, routeNames } from './support/addresses.ts'
import { faultsOf } from './support/audit.ts'
import { type Furnished, furnish } from './support/furnish.ts'
import { ADA, heading, signIn, tab } from './support/person.ts'
import { expect, type Tab, theWorld } from './support/world.ts'

const ENVIRONMENT = 'tests'
const world = theWorld(() => ({ SONDE_ENVIRONMENT: ENVIRONMENT, SONDE_REGISTRATION: 'open' }))
const LONG_MS = 480_000

let furnished: Furnished
let here: Record<RouteName, string>
beforeAll(async () => {
  furnished = await furnish(world.installation)
  here = addressesOf(furnished)
})

/** Waits until a screen stands: its heading is there, and nothing is on its way any more. */
const settled = async ({ page }: Tab): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first(), page.url()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
}

const expectTitle = ({ page }: Tab) => expect(page).toHaveTitle(new RegExp(`.+ · Sonde \\(${ENVIRONMENT}\\)$`))

/** Shows screens one after the other; answers what is wrong with them. Several at once gain nothing: the browser draws in software. */
const inspect = async ({ page }: Tab, names: readonly RouteName[], show: (name: RouteName) => Promise<void>) => {
  const faults: string[] = []
  for (const name of names) {
    await show(name)
    faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
  }
  return faults
}

describe('every screen has one heading and a title with the product’s name, fits the window, and passes axe in both themes', () => {
  test(
    'at the front door',
    async () => {
      const tab = await world.visit()
      // Links that do not work any more are what some of these screens are about.
      tab.complaints.expect(/status of (400|401|404|409|410|422)/)
      const faults = await inspect(tab, [...routeNames.filter(isFrontPage), 'debug'], async (name) => {
        await tab.page.goto(here[name])
        await settled(tab)
        await expectTitle(tab)
      })
      expect(faults).toEqual([])
    },
    LONG_MS,
  )

  test(
    'behind it, and the focus goes into each on arrival',
    async () => {
      const tab = await world.visit({ viewport: { width: 1440, height: 900 } })
      await signIn(tab.page)
      const inside = routeNames.filter((each) => !isFrontPage(each))
      const faults = await inspect(tab, inside, async (name) => {
        await goWithin(tab.page, here[name])
        await settled(tab)
        await expectTitle(tab)
        await expect(tab.page.locator('main:focus, main :focus'), name).toHaveCount(1)
      })
      expect(faults).toEqual([])
    },
    LONG_MS,
  )
})

describe('an address', () => {
  test('that is old or short leads on, and one that nobody knows leads to the collections', async () => {
    const { page } = await world.visit()
    await signIn(page)
    const fill = (path: string) =>
      path
        .replace('{callId}', furnished.monitorId)
        .replace('{authId}', furnished.authId)
        .replace('{orgId}', furnished.organizationId)
        .replace('{reportId}', furnished.reportId)
        .replace('{groupId}', furnished.monitorId)
        .replace('{workspace}', 'global')
        .replace('{start}', '2026-01-05')
        .replace('{end}', '2026-01-12')
    const bare = (path: string) => path.replace(/\?.*/, '').replace(/\/$/, '')
    // The front door lets whoever is signed in through to where they begin.
    const inside = redirects.map(([from, to]) => [from, to === '/' ? '/collections' : to] as const)
    for (const [from, to] of [...inside, ['/nobody/knows/this', '/collections'] as const]) {
      await goWithin(page, `${fill(from)}?from=there`)
      await expect(page, from).toHaveURL((url) => bare(url.pathname) === bare(fill(to)))
    }
    // Loaded anew it is the same, and the way back does not lead into the redirect again.
    await page.goto(here.results)
    await expect(heading(page, 'Results')).toBeVisible()
    await goWithin(page, fill('/stats/{callId}/latency'))
    await expect(page).toHaveURL(world.url + here['monitor-latency'])
    await page.goBack()
    await expect(page).toHaveURL(world.url + here.results)
  })

  test('with a hash shows its part below the top bar', async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 500 } })
    await signIn(page)
    await goWithin(page, `${here['monitor-edit']}#conditions`)
    const conditions = page.locator('#conditions')
    await expect.poll(async () => Math.round((await conditions.boundingBox())?.y ?? 0)).toBe(70)
  })

  test('outside of the product is shown before anybody goes there, and only where it is a web address', async () => {
    const { page } = await world.visit()
    await signIn(page)
    const at = (href: string) => `/ext/${encodeURIComponent(href)}`
    await goWithin(page, at('http://example.com/docs?a=1&b=2#c'))
    await expect(heading(page, 'You are leaving Sonde')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('others on the network can read and change the page')
    const onward = page.getByRole('link', { name: 'Continue to example.com' })
    await expect(onward).toHaveAttribute('href', 'http://example.com/docs?a=1&b=2#c')
    await expect(onward).toHaveAttribute('rel', /noreferrer/)
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,hello',
      'file:///etc/passwd',
      '//example.com',
      'nonsense',
    ]) {
      await goWithin(page, at(href))
      await expect(heading(page, 'This link is blocked'), href).toBeVisible()
      await expect(page.getByRole('link', { name: /Continue/ })).toHaveCount(0)
    }
  })
})

test('on a phone: sign in, the drawer, the list, a monitor, a run, its result, all by touch', async () => {
  const { page } = await world.visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto('/')
  await page.getByLabel('Email').tap()
  await page.getByLabel('Email').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill(ADA.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
  await expect(heading(page, 'Collections')).toBeVisible()
  await page.getByRole('button', { name: 'Navigation' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await drawer.getByRole('link', { name: /^Monitors/ }).tap()
  await expect(heading(page, 'Monitors')).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await page.getByRole('link', { name: 'Orders of a customer' }).tap()
  await expect(heading(page, 'Orders of a customer')).toBeVisible()
  await tab(page, 'Run').tap()
  await page.getByRole('button', { name: 'Run now' }).tap()
  const own = page.getByRole('main')
  await expect(
    own
      .getByRole('region', { name: /^Waiting/ })
      .or(own.getByText('200 OK'))
      .first(),
  ).toBeVisible()
  await own.getByRole('link', { name: 'Open this result' }).tap()
  await expect(heading(page, '200 OK')).toBeVisible()
  await expect(page.getByRole('region', { name: /^Timing/ })).toBeVisible()
  // What is pressed is as large as a finger.
  const small = await page.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .filter((button) => button.getBoundingClientRect().height < 24 || button.getBoundingClientRect().width < 24)
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  )
  expect(small).toEqual([])
})
