/** Milliseconds within which a second press of Enter belongs to the first. */
export const DOUBLE_MS = 300

/**
 * Passes over Enter for as long as a second press may belong to the one that has closed a layer: by then the focus is back on the button that
 * had it before the layer was opened, and whoever pressed twice did not mean that one.
 */
export const passOverSecondEnter = (): void => {
  const focused = document.activeElement
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.target !== focused) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true, signal: AbortSignal.timeout(DOUBLE_MS) },
  )
}
