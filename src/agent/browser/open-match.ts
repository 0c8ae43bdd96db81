import type { Locator as Element, Page } from 'playwright-core'
import type { Locator } from '../../domain/monitors/browser-steps.ts'
import { maskText } from '../../domain/secrets/masking.ts'
import { within } from './within.ts'

/** Time for a page to say what it shows. */
const LOOK_MS = 1_000
/** Elements whose texts are read. */
const MAX_ELEMENTS = 50

/** A text as texts are compared with elements: single spaces, and letter case does not matter. */
export const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** A text for comparing, without the secrets in it. */
const hidden = (text: string, secrets: readonly string[]): string => maskText(spaced(text), secrets.map(spaced))

/**
 * Whether a text of the page contains one that a test asks for, seen as people see it: with secrets masked. Whoever asks for the letters
 * of a secret one after the other learns nothing. A text that holds a whole secret is masked like that of the page, so it still fits.
 */
export const containsOpenly = (text: string, asked: string, secrets: readonly string[]): boolean =>
  secrets.length === 0 || hidden(text, secrets).includes(hidden(asked, secrets))

/** What an element may be found by. Agents know no types of pages. */
type Described = {
  readonly innerText?: string
  readonly textContent: string | null
  readonly value?: unknown
  readonly labels?: Iterable<{ readonly textContent: string | null }> | null
  readonly getAttribute: (name: string) => string | null
}

/** Runs in the page, so it names no functions within. */
const describe = (elements: readonly Described[], most: number): string[] =>
  elements.slice(0, most).flatMap((one) => {
    // biome-ignore lint/performance/useDomNodeTextContent: people see a text as CSS spells it, in capitals for example.
    const { innerText = '', textContent, value, labels } = one
    return [
      innerText,
      textContent ?? '',
      typeof value === 'string' ? value : '',
      ...Array.from(labels ?? [], (label) => label.textContent ?? ''),
      ...['aria-label', 'title', 'placeholder', 'alt', 'data-testid'].map((name) => one.getAttribute(name) ?? ''),
    ]
  })

/** Whether elements fit a text only by letters within a secret that they show. Such elements count as not there. */
export const isWithinSecret = async (
  elements: Element,
  { name, label, text, test_id: testId }: Locator,
  secrets: readonly string[],
): Promise<boolean> => {
  const asked = [name, label, text, testId].filter((each) => each !== undefined)
  if (secrets.length === 0 || asked.length === 0) return false
  const read = elements.evaluateAll(describe as (all: unknown, most: number) => string[], MAX_ELEMENTS)
  const shown = await within(read, LOOK_MS, []).catch(() => [])
  return asked.some((each) => {
    const fitting = shown.filter((one) => spaced(one).includes(spaced(each)))
    return fitting.length > 0 && !fitting.some((one) => containsOpenly(one, each, secrets))
  })
}

/** Parts of a selector that compare with a part of an attribute. */
const COMPARES_PARTS = /[~|^$*]=/
const QUOTED = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs

/** Runs in the page: the values of all attributes. */
const ATTRIBUTES = `(() => {
  const values = []
  const trees = [document]
  for (const tree of trees)
    for (const element of tree.querySelectorAll('*')) {
      for (const { value } of element.attributes) values.push(value)
      if (element.shadowRoot) trees.push(element.shadowRoot)
    }
  return values.join('\\n')
})()`

/** Whether a selector compares with parts of attributes on a page where an attribute shows a secret. */
export const mayTellSecret = async (page: Page, selector: string, secrets: readonly string[]): Promise<boolean> => {
  if (secrets.length === 0 || !COMPARES_PARTS.test(selector.replace(QUOTED, ' '))) return false
  const values = await within(page.evaluate<string>(ATTRIBUTES), LOOK_MS, null).catch(() => null)
  return values === null || hidden(values, secrets) !== spaced(values)
}
