import type { ElementHandle, Page } from 'playwright-core'
import { misdirectionSentence } from '../../domain/secrets/secret-origins.ts'
import { ARGUMENT, type Engine, selectorOf } from './isolated-world.ts'
import type { PageTask } from './page-task.ts'
import { StepFailure } from './step-failure.ts'

/**
 * Fits the element itself if its document is of one of the origins in the selector. `self.origin` is the origin by which the browser
 * separates pages: `null` for documents in a sandbox and for `data:`, that of the page that made them for `blob:` and `srcdoc`.
 */
export const ORIGIN_ENGINE: Engine = {
  name: 'sonde-origin',
  source: `({
    queryAll(element, text) {
      const isHere = element.ownerDocument === document && ${ARGUMENT}.includes(self.origin)
      return isHere ? [element] : []
    },
    query(element, text) {
      return this.queryAll(element, text)[0] ?? null
    },
  })`,
}

/**
 * A secret meets only documents of origins that it was entered for. `element` belongs to one document for good, and nothing can be done with
 * it once that document has gone; so whoever goes on with the same element reaches no other page.
 * @throws StepFailure
 */
export const checkAim = async (
  { secretOrigins }: PageTask,
  page: Page,
  element: ElementHandle<unknown>,
  words: string,
): Promise<void> => {
  if (secretOrigins === null) return
  const fits = await element.$(selectorOf(ORIGIN_ENGINE, secretOrigins))
  if (fits === null) throw refusal(secretOrigins, page.url(), words)
}

/**
 * A secret goes into no address of another origin.
 * @throws StepFailure
 */
export const checkAddress = ({ secretOrigins }: PageTask, url: URL, words: string): void => {
  if (secretOrigins === null || secretOrigins.includes(url.origin)) return
  // The secret may be the host, spelled in lower case, which no mask knows.
  throw new StepFailure(misdirectionSentence([words], secretOrigins, null))
}

const refusal = (allowed: readonly string[], url: string, words: string): StepFailure => {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null'
  // An allowed address does not help a document in a sandbox, nor one that was replaced meanwhile.
  const isNamed = origin !== 'null' && !allowed.includes(origin)
  return new StepFailure(misdirectionSentence([words], allowed, isNamed ? origin : null))
}

/** Whether a window shows no page yet, as one does that has only just opened. */
export const isBlank = (page: Page): boolean => !/^https?:/.test(page.url())
