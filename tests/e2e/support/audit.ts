import type { Page } from 'playwright'
import { violationsOf } from '../../support/axe.ts'
import { expect } from './world.ts'

/** Rules whose findings depend on the theme. */
const IN_DARK = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

/** Phones, small laptops, and the screens that the product is designed at. */
const WIDTHS = [390, 1024, 1440] as const

/** What axe finds, a line each: the rule, and where. */
const findings = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  const violations = await violationsOf(page, { ...(rules && { rules }) })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`),
  )
}

/** How many pixels of the page stand beside the window. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Another theme is other colours, and nothing else. Their change is ended at once: that of something that is not drawn never ends by itself. */
const show = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(() => {
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  })
}

/** What axe finds on a page as it is, in both themes: also what is open above it. */
export const faultsInBothThemes = async (page: Page): Promise<string[]> => {
  const faults = (await findings(page)).map((finding) => `light: ${finding}`)
  await show(page, 'dark')
  const dark = await findings(page, IN_DARK)
  await show(page, 'light')
  return [...faults, ...dark.map((finding) => `dark: ${finding}`)]
}

/** Holds what is shown to what every screen must do, in both themes and at every width. Answers what it does not. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  const headings = await page.getByRole('heading', { level: 1 }).allTextContents()
  if (headings.length !== 1) faults.push(`It has ${headings.length} first headings: ${headings.join(' | ')}`)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overhang(page), { message: `the page is as wide as the window at ${width} px` }).toBe(0)
    if (width === 1024) continue
    faults.push(...(await faultsInBothThemes(page)).map((fault) => `${width} px, ${fault}`))
  }
  return faults
}
