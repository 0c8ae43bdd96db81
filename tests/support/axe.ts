import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright'
import { contrastViolationsOf } from './contrast.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Narrows what axe looks at: one part of the page, some of its rules. */
type Look = { readonly within?: string; readonly rules?: readonly string[] }

/**
 * Returns what axe finds wrong with a page that has no frames. axe is given to a page once, however often it looks, and describes only
 * what it finds wrong: the paths of all that is right cost five times as much as the finding.
 */
export const violationsOf = async (page: Page, { within, rules }: Look = {}): Promise<axe.Result[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await page.evaluate(endTransitions)
  await page.waitForFunction(isBehindInert)
  const others = rules?.filter((rule) => rule !== CONTRAST)
  const violations = others?.length === 0 ? [] : await judge(page, within, others)
  return rules && !rules.includes(CONTRAST)
    ? violations
    : [...violations, ...(await contrastViolationsOf(page, within))]
}

const CONTRAST = 'color-contrast'

/** Runs in the page: a colour that is on its way to that of another theme is judged as what it becomes. */
const endTransitions = (): void => {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
}

/** Runs in the page: whether what lies behind an overlay is inert, which it becomes as soon as the browser has time. */
const isBehindInert = (): boolean =>
  document.querySelector('[popover=manual] [aria-modal=true]') === null || document.querySelector('[inert]') !== null

/** Runs these rules of axe, or all except that about contrast. */
const judge = (page: Page, within?: string, rules?: readonly string[]): Promise<axe.Result[]> =>
  page.evaluate(
    async ([part, named, apart]) => {
      // Given to the page just now.
      const given = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await given.run(part ?? document, {
        resultTypes: ['violations'],
        // Stylesheets are read by experimental rules alone, which are off.
        preload: { assets: ['media'] },
        ...(named ? { runOnly: { type: 'rule', values: [...named] } } : { rules: { [apart]: { enabled: false } } }),
      })
      return violations
    },
    [within, rules, CONTRAST] as const,
  )
