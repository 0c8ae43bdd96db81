import { isToWriteHere, writeAt } from './to-write.ts'

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=hidden], :disabled), textarea:not(:disabled)'

/** The first field of a new record's form that nothing is written in; null without one in sight. */
const firstEmptyField = (page: HTMLElement): HTMLElement | null => {
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `form[data-record=new] :is(${TEXT_FIELDS})`,
  )
  return [...fields].find((field) => field.value === '' && field.offsetParent !== null) ?? null
}

/** Focuses the page: the first empty field of a new record's form, the form of a stored one or its first field, else the page's main part. */
export const focusPage = (): void => {
  const main = document.getElementById('main')
  const empty = main && firstEmptyField(main)
  const form = main?.querySelector<HTMLElement>('form[data-record=stored]')
  const first = isToWriteHere() ? form?.querySelector<HTMLElement>(`:is(${TEXT_FIELDS})`) : null
  if (first) writeAt(null)
  if (empty) empty.focus()
  else if (first) first.focus()
  else (form ?? main)?.focus({ preventScroll: true })
}

/** Whether the focus is on nothing, or on the page as a whole. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('#main, form') === true
