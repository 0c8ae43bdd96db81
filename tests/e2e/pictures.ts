import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../support/browser.ts'
import { giveDemo } from '../support/demo.ts'
import { openInstallation } from '../support/installation.ts'
import { buildPrograms } from '../support/programs.ts'
import { addressesOf, isFrontPage, routeNames } from './support/addresses.ts'
import { furnishShop } from './support/believable.ts'

/**
 * Takes a picture of every screen of a furnished project, in both themes and at three widths: `node --import tsx
 * tests/e2e/pictures.ts <folder> [screen…]`. Those that the README shows are of a demo, and go to `docs/pictures/`.
 */
const WIDTHS = [390, 1024, 1440]
const THEMES = ['light', 'dark'] as const

const [, , folder, ...wanted] = process.argv
if (!folder) throw new Error('Name the folder that the pictures go to.')
mkdirSync(folder, { recursive: true })
mkdirSync('docs/pictures', { recursive: true })

const programs = await buildPrograms()
const installation = await openInstallation(programs)
const browser = await openBrowser()
try {
  await installation.healthy()
  const here = addressesOf(await furnishShop(installation))
  const page = await browser.newPage({
    baseURL: `http://localhost:${new URL(installation.api.base).port}`,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
  })
  const take = async (name: string, address: string): Promise<void> => {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
      }
    }
  }
  const asked = routeNames.filter((name) => wanted.length === 0 || wanted.includes(name))
  for (const name of asked.filter(isFrontPage)) await take(name, here[name])
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  for (const name of asked.filter((each) => !isFrontPage(each))) await take(name, here[name])
  await giveDemo(installation, programs, '--monitors', '48', '--days', '14', '--project', 'Acme shop')
  const [demo] = await installation.query<{ id: string }>(`select id from project where name = 'Acme shop'`)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [name, address] of [
    ['monitors', '/tests/'],
    ['home', '/home/'],
  ] as const) {
    await page.goto(`${address}?project_key_str=${demo?.id}`)
    await page.getByText('Acme shop').first().waitFor()
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
      await page.screenshot({ path: `docs/pictures/${name}-${colorScheme}.png` })
    }
  }
} finally {
  await browser.close()
  await installation.close()
  programs.remove()
}
