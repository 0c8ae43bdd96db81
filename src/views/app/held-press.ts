import type { Press } from '../../commands/core/chord.ts'

/**
 * Passes over a key that is held on a control: it has pressed it once. Where the focus has moved since, as when a layer has closed, the
 * browser would press what nobody aimed at. Held letters and spaces in a field are text.
 */
export const passOverHeld = (event: KeyboardEvent, { key, repeat, onControl, typing }: Press): void => {
  const presses = key === 'Enter' || (key === ' ' && !typing)
  if (!repeat || !onControl || !presses) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
