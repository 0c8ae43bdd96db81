const CONTROLS = 'input, select, textarea, button, a[href], [tabindex]'

/** Focuses a control, or the first control within an element, and scrolls it into view, out of a closed section too. */
const leadTo = (element: HTMLElement): void => {
  for (let section = element.closest('details'); section; section = section.parentElement?.closest('details') ?? null)
    section.open = true
  const control = element.matches(CONTROLS) ? element : (element.querySelector<HTMLElement>(CONTROLS) ?? element)
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}

/**
 * Leads to the field with an id. An error may be about a part without a control of its own: then it leads to the nearest field
 * around it. Returns false where there is none.
 */
export const leadToField = (id: string): boolean => {
  for (let at = id; at.includes('-'); at = at.slice(0, at.lastIndexOf('-'))) {
    const element = document.getElementById(at)
    if (!element) continue
    leadTo(element)
    return true
  }
  return false
}

/** Leads to the first field of a form with an error; without one, scrolls to the form's notice. */
export const leadToFirstError = (form: HTMLElement): void => {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (wrong) leadTo(wrong)
  else form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
}
