import type { Locator, Page } from 'playwright-core'
import { ARGUMENT, type Engine, selectorOf } from './isolated-world.ts'

/**
 * Finds elements by the browser's own CSS, in the document and its open shadow trees. The driver's language of selectors can do more: it
 * enters frames, and computes with texts.
 */
export const CSS_ENGINE: Engine = {
  name: 'sonde-css',
  source: `({
    queryAll(root, text) {
      const selector = ${ARGUMENT}
      const found = []
      const look = (tree) => {
        for (const element of tree.querySelectorAll(selector)) found.push(element)
        for (const { shadowRoot } of tree.querySelectorAll('*')) if (shadowRoot) look(shadowRoot)
      }
      look(root)
      return found
    },
    query(root, text) {
      return this.queryAll(root, text)[0] ?? null
    },
  })`,
}

/** The elements of a page that a CSS selector fits. */
export const findByCss = (page: Page, selector: string): Locator => page.locator(selectorOf(CSS_ENGINE, selector))

/** Whether looking for an element failed because the browser does not understand its selector. */
export const isInvalidCss = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('is not a valid selector')
