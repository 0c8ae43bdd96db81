/** Keys that enter what was copied, once a modifier is held down; `Paste` does so by itself. */
const PASTING = /^(?:v|KeyV|Insert|Numpad0)$/i
const MODIFIER = /^(?:Control|Shift|Alt|Meta)/i

/** The keys of a step in the order in which the driver presses them and holds them down: `Control+a` are two, `Control++` also. */
const keysIn = (text: string): string[] => {
  const keys = []
  let key = ''
  for (const letter of text)
    if (letter === '+' && key !== '') {
      keys.push(key)
      key = ''
    } else key += letter
  return [...keys, key]
}

/**
 * Whether keys paste. Any key may be held down with others, and each works with the modifiers before it, so that `a+Control+v` and
 * `Control+v+a` paste too.
 */
export const isPaste = (keys: string): boolean => {
  const pressed = keysIn(keys)
  const first = pressed.findIndex((key) => MODIFIER.test(key))
  return pressed.some((key, index) => /^Paste$/i.test(key) || (first >= 0 && index > first && PASTING.test(key)))
}
