import type { ElementHandle } from 'playwright-core'
import { lookUntil } from './look-until.ts'
import { within } from './within.ts'

/** Time for a page to format what was entered. */
const FORMAT_MS = 1_000

/** The few parts of an element that are used here. Agents know no types of pages. */
type Field = {
  readonly localName: string
  readonly type: string
  readonly isContentEditable: boolean
  readonly ownerDocument: {
    execCommand: (command: string, hasUi: boolean, text: string) => boolean
    createRange: () => { selectNodeContents: (node: Field) => void }
    defaultView: {
      getSelection: () => { removeAllRanges: () => void; addRange: (range: unknown) => void } | null
      Event: new (type: string, about: { bubbles: boolean; composed?: boolean }) => unknown
    }
  }
  textContent: string
  matches: (selector: string) => boolean
  closest: (selector: string) => { control: Field | null } | null
  getRootNode: () => { activeElement: Field | null }
  focus: () => void
  select: () => void
  dispatchEvent: (event: unknown) => void
}

/** Runs in the page, so it names no functions within: some builds wrap those in a helper that pages lack. */
const replace = (element: Field, text: string): boolean => {
  const typed = ['text', 'password', 'email', 'search', 'tel', 'url', 'number']
  const chosen = ['color', 'date', 'time', 'datetime-local', 'month', 'range', 'week']
  const isField = element.matches('input, textarea') || element.isContentEditable
  const field = isField ? element : (element.closest('label')?.control ?? element)
  const isInput = field.localName === 'input'
  const hasValue = isInput || field.localName === 'textarea'
  if (isInput && !typed.includes(field.type) && !chosen.includes(field.type)) return false
  if (!hasValue && !field.isContentEditable) return false
  const { ownerDocument: document } = field
  const { defaultView: window } = document
  field.focus()
  if (hasValue) field.select()
  else {
    const range = document.createRange()
    range.selectNodeContents(field)
    const selection = window.getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
  }
  // What editing enters has the events of typing. It goes to the document's own focus, so never to another document.
  const hasFocus = !hasValue || field.getRootNode().activeElement === field
  const command = text === '' ? 'delete' : 'insertText'
  if (!(isInput && chosen.includes(field.type)) && hasFocus && document.execCommand(command, false, text)) return true
  if (hasValue) {
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    own?.set?.call(field, text)
  } else field.textContent = text
  field.dispatchEvent(new window.Event('input', { bubbles: true, composed: true }))
  field.dispatchEvent(new window.Event('change', { bubbles: true }))
  return true
}

/**
 * Replaces the text of a field, or of the field of a label, within its document. The driver's own way selects the text and then types into
 * whatever has the focus, which may be another page or a frame by then. Returns whether the element takes a text.
 */
export const replaceText = (element: ElementHandle<unknown>, text: string): Promise<boolean> =>
  // The driver's type of the element is that of the handle, which names none.
  (element as ElementHandle<Field>).evaluate(replace, text)

/** Runs in the page, like `replace`. Null for an element that the page has taken away since. */
const read = (element: Held): string | null => {
  if (!element.isConnected) return null
  const field =
    element.matches('input, textarea') || element.isContentEditable
      ? element
      : (element.closest('label')?.control ?? element)
  return field.value ?? field.textContent
}
type Held = Pick<Field, 'isContentEditable' | 'textContent' | 'matches'> & {
  readonly isConnected: boolean
  readonly value?: string
  readonly closest: (selector: 'label') => { readonly control: Held | null } | null
}

/** Whether all characters of a text stand in another one in order: pages add spaces to card numbers, and fields of one line join lines. */
const isWithin = (text: string, other: string): boolean => {
  const letters = [...text.trim().replace(/[\r\n]/g, '')]
  let found = 0
  for (const letter of other) if (letter === letters[found]) found++
  return found === letters.length
}

/**
 * Whether a field holds the whole of a text that was entered, once the page had a moment to format it. One that has gone since, as with
 * a page that goes on at the last digit, holds no part of it.
 */
export const holdsText = (element: ElementHandle<unknown>, text: string): Promise<boolean> =>
  lookUntil(FORMAT_MS, async () => {
    const asked = (element as ElementHandle<Held>).evaluate(read).catch(() => null)
    const held = await within(asked, FORMAT_MS, '')
    return held === null || isWithin(text, held)
  })

type Option = { readonly label: string; readonly disabled: boolean; selected: boolean }
type Select = Pick<Field, 'ownerDocument' | 'focus' | 'dispatchEvent'> & { readonly options: Iterable<Option> }

/** Runs in the page, like `replace`. */
const choose = (field: Select, label: string): boolean => {
  const option = Array.from(field.options).find(
    (one) => !one.disabled && one.label.replace(/\s+/g, ' ').trim() === label,
  )
  if (!option) return false
  field.focus()
  for (const one of field.options) one.selected = one === option
  const { Event } = field.ownerDocument.defaultView
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Chooses an option by its label, within the element's document like `replaceText`. Returns whether there is such an option. */
export const chooseOption = (element: ElementHandle<unknown>, label: string): Promise<boolean> =>
  (element as ElementHandle<Select>).evaluate(choose, label.replace(/\s+/g, ' ').trim())
