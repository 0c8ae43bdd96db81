import type { ElementHandle, Page } from 'playwright-core'
import type { Assertion } from '../../domain/monitors/browser-assertions.ts'
import type { PageFindings } from '../../domain/results/page-findings.ts'
import { findByCss, isInvalidCss } from './css-selector.ts'
import { LOOK_MS, lookUntil } from './look-until.ts'
import { containsOpenly, isWithinSecret, mayTellSecret, spaced } from './open-match.ts'
import type { PageTask } from './page-task.ts'
import { checkAim, isBlank } from './secret-aim.ts'
import { StepFailure } from './step-failure.ts'
import { within } from './within.ts'

type Found = PageFindings['found'][number]

/** Time that an asserted text or element has to appear, because pages go on to fill themselves after they were loaded. */
const WAIT_MS = 5_000

/** Why a selector is not looked up. What it finds would tell a secret by halves, whatever the page shows. */
const SECRET_SELECTOR = { refused: 'a selector must not contain a secret' } as const
const TELLING_SELECTOR = {
  refused: 'the page has a secret in an attribute, so no selector compares with a part of an attribute there',
} as const
const INVALID_SELECTOR = {
  refused: 'the browser does not understand the selector: it must be CSS, such as main h1',
} as const

const isShown = async (
  page: Page,
  { kind, value }: Assertion,
  { ownSecrets: secrets }: PageTask,
  timeoutMs: number,
): Promise<Found> => {
  const isText = kind === 'text_present'
  const elements = (isText ? page.getByText(value) : findByCss(page, value)).filter({ visible: true })
  const shown = elements
    .first()
    .waitFor({ state: 'visible', timeout: timeoutMs })
    .then(() => true)
    .catch((error: unknown) => {
      if (isInvalidCss(error)) return INVALID_SELECTOR
      return error instanceof Error && error.name === 'TimeoutError' ? false : null
    })
  const found: Found = await within(shown, timeoutMs + 1_000, null)
  if (isText) return found === true && (await isWithinSecret(elements, { text: value }, secrets)) ? false : found
  return (await mayTellSecret(page, value, secrets)) ? TELLING_SELECTOR : found
}

/** The root of a page as the page sees it. Agents know no types of pages. */
type Root = { innerText: string; ownerDocument: { title: string } }

/** What a document shows of an asserted secret. Texts are compared here, so that the page learns nothing. */
const look = async (
  root: ElementHandle<Root>,
  { kind, value }: Assertion,
  secrets: readonly string[],
): Promise<string | boolean> => {
  if (kind === 'title_contains') return root.evaluate(({ ownerDocument }) => ownerDocument.title)
  const text = await root.evaluate(({ innerText }: { innerText: string }) => innerText)
  return spaced(text).includes(spaced(value)) && containsOpenly(text, value, secrets)
}

/** Looks for a secret within documents of its origins only, again and again: each look keeps to the document that was asked for its origin. */
const findSecret = async (page: Page, task: PageTask, assertion: Assertion, timeoutMs: number): Promise<Found> => {
  const once = async (): Promise<string | boolean> => {
    const root = await page.locator(':root').elementHandle({ timeout: LOOK_MS })
    if (!root) return false
    await checkAim(task, page, root, 'the secret of this assertion')
    // The driver's type of the element is that of the handle, which names none.
    return look(root as unknown as ElementHandle<Root>, assertion, task.ownSecrets)
  }
  let found: Found = null
  await lookUntil(timeoutMs, async () => {
    try {
      found = await within(once(), LOOK_MS, found)
      return typeof found === 'string' || found === true
    } catch (error) {
      if (!(error instanceof StepFailure)) return false
      found = { refused: error.message }
      return !isBlank(page)
    }
  })
  return found
}

/** Looks up what the assertions of a test are about: titles, texts and elements. Others need no look at the page. */
export const findAsserted = async (page: Page, task: PageTask, leftMs: number): Promise<Found[]> => {
  const timeoutMs = Math.max(200, Math.min(WAIT_MS, leftMs))
  const title = await within(page.title(), timeoutMs, null).catch(() => null)
  return Promise.all(
    task.settings.assertions.map((assertion, index): Promise<Found> | Found => {
      if (assertion.kind === 'status_below' || assertion.kind === 'vital_below') return null
      if (task.secretAssertions.includes(index))
        return assertion.kind === 'selector_visible' ? SECRET_SELECTOR : findSecret(page, task, assertion, timeoutMs)
      return assertion.kind === 'title_contains' ? title : isShown(page, assertion, task, timeoutMs)
    }),
  )
}
