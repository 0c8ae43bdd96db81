/** Milliseconds within which a second press of Enter belongs to the first. */
export const DOUBLE_MS = 300

/**
 * Passes over Enter for as long as a second press may belong to the one that has closed a layer: by then the focus is back on the button that
 * had it before the layer was opened, and whoever pressed twice did not mean that one. Any other key ends it.
 */
export const passOverSecondEnter = (): void => {
  const closedAt = performance.now()
  const listen = (event: KeyboardEvent): void => {
    const isSecond = event.key === 'Enter' && event.timeStamp - closedAt < DOUBLE_MS
    if (isSecond) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else removeEventListener('keydown', listen, { capture: true })
  }
  addEventListener('keydown', listen, { capture: true })
}
