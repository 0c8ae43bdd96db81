import type { ElementHandle, Page } from 'playwright-core'
import { ARGUMENT, type Engine, selectorOf } from './isolated-world.ts'
import { StepFailure } from './step-failure.ts'
import { within } from './within.ts'

/** Time for a page to say what has the focus. */
const LOOK_MS = 1_000

/** Keys that leave a text of one line as it is. */
const HARMLESS = ['Enter', 'NumpadEnter', 'Tab', 'Shift+Tab', 'Escape']

/**
 * Remembers the fields that a secret was entered in, by element, for as long as their document lives. Asked to `remember` an element, it
 * takes the element's field. It fits, asked whether it `shows` one, an element that is such a field, part of it, or around a text that is
 * edited in place; and asked for the `focused` or `multiline` one, the element with the focus if it is such a field.
 */
export const SECRET_FIELD_ENGINE: Engine = {
  name: 'sonde-secret-field',
  source: `(() => {
    const fields = new Set()
    const fieldOf = (element) =>
      element.matches('input, textarea, select') || element.isContentEditable
        ? element
        : element.closest('label')?.control ?? element
    const isOne = (element, isAround) =>
      [...fields].some((field) => field.contains(element) || (isAround && element.contains(field)))
    const focused = () => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element
    }
    const answers = {
      remember: (element) => (fields.add(fieldOf(element)), element),
      shows: (element) => [...fields].some((field) =>
        field.contains(fieldOf(element)) || (field.isContentEditable && element.contains(field))) ? element : null,
      focused: () => {
        const element = focused()
        return element && isOne(element, element.isContentEditable) ? element : null
      },
      multiline: () => {
        const element = answers.focused()
        return element && (element.localName === 'textarea' || element.isContentEditable) ? element : null
      },
    }
    return {
      query: (root, text) => answers[${ARGUMENT}](root),
      queryAll(root, text) {
        const found = this.query(root, text)
        return found ? [found] : []
      },
    }
  })()`,
}

type Question = 'remember' | 'shows' | 'focused' | 'multiline'
const asking = (question: Question): string => selectorOf(SECRET_FIELD_ENGINE, question)

/** Remembers the field of an element, before a secret is entered in it. */
export const rememberField = async (element: ElementHandle<unknown>): Promise<void> => {
  await element.$(asking('remember'))
}

/** Whether a secret was entered in an element, or in a text within it. */
export const showsSecretField = async (element: ElementHandle<unknown>): Promise<boolean> =>
  (await element.$(asking('shows'))) !== null

/** Whether the focus is in such a field. A page that goes on to another document has none. */
const hasFocus = (page: Page, question: 'focused' | 'multiline'): Promise<boolean> =>
  within(
    page
      .locator(asking(question))
      .count()
      .then((count) => count > 0),
    LOOK_MS,
    true,
  ).catch(() => false)

/**
 * Refuses keys that would change or cut what was entered in the field with the focus: the rest of a secret is not recognised any more, so
 * nothing would mask it.
 * @throws StepFailure
 */
export const checkKeys = async (page: Page, keys: string): Promise<void> => {
  const isHarmless = HARMLESS.includes(keys)
  // In a text of several lines, Enter splits it where the caret stands.
  if (isHarmless && !keys.endsWith('Enter')) return
  if (await hasFocus(page, isHarmless ? 'multiline' : 'focused'))
    throw new StepFailure(
      `“${keys}” is not pressed in a field that a secret was entered in: only Tab, Shift+Tab, Escape, and Enter in a field of one line`,
    )
}
