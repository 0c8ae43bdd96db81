import type { Page } from 'playwright-core'
import type { Assertion } from '../../domain/monitors/browser-assertions.ts'
import type { PageFindings } from '../../domain/results/page-findings.ts'
import { within } from './within.ts'

type Found = PageFindings['found'][number]

/** Time that an asserted text or element has to appear, because pages go on to fill themselves after they were loaded. */
const WAIT_MS = 5_000

const isShown = (page: Page, { kind, value }: Assertion, timeoutMs: number): Promise<boolean | null> => {
  const element = kind === 'text_present' ? page.getByText(value) : page.locator(`css=${value}`)
  const shown = element
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'visible', timeout: timeoutMs })
    .then(() => true)
    // Beside a time-out, a selector that is not valid: then there is nothing to find either.
    .catch((error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? false : null))
  return within(shown, timeoutMs + 1_000, null)
}

/** Looks up what the assertions of a test are about: titles, texts and elements. Others need no look at the page. */
export const findAsserted = async (page: Page, assertions: readonly Assertion[], leftMs: number): Promise<Found[]> => {
  const timeoutMs = Math.max(200, Math.min(WAIT_MS, leftMs))
  const title = await within(page.title(), timeoutMs, null).catch(() => null)
  return Promise.all(
    assertions.map((assertion): Promise<Found> | Found => {
      if (assertion.kind === 'title_contains') return title
      if (assertion.kind === 'text_present' || assertion.kind === 'selector_visible')
        return isShown(page, assertion, timeoutMs)
      return null
    }),
  )
}
