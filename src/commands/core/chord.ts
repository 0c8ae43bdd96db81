/** A key as the browser tells of it. */
export type Press = {
  readonly key: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** The focus is in a text field, so that letters are text. */
  readonly typing: boolean
  /** The focus is on a button, link or other control, which has its own use for Enter, Space and arrows. */
  readonly onControl: boolean
  /** The key is held down, and was pressed before. */
  readonly repeat?: boolean
}

const MODIFIERS = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
])

/** The chord of a press, as `canonical` spells it; null for a modifier alone and for what is the system's (Alt). */
export const chordOf = ({ key, ctrl, meta, alt, shift }: Pick<Press, 'key' | 'ctrl' | 'meta' | 'alt' | 'shift'>) => {
  // Alt with a letter types a sign on many keyboards: only the sign counts, and signs come without `ctrl`.
  if (MODIFIERS.has(key) || (alt && key.length > 1)) return null
  const named = key === ' ' ? 'Space' : key
  const isLetter = /^\p{L}$/u.test(named)
  const base = isLetter ? named.toLowerCase() : named
  const shifted = shift && (isLetter || named.length > 1)
  return `${ctrl || meta ? 'Mod+' : ''}${shifted ? 'Shift+' : ''}${base}`
}

const spellings = new Map<string, string>()

/** One spelling for each: `C` is `Shift+c`, and so is `Shift+C`, as key caps have it. */
export const canonical = (keys: string): string => {
  const before = spellings.get(keys)
  if (before !== undefined) return before
  const spelling = keys
    .split(' ')
    .map((chord) => (/^\p{Lu}$/u.test(chord) ? `Shift+${chord}` : chord))
    .map((chord) => chord.replace(/\+\p{Lu}$/u, (letter) => letter.toLowerCase()))
    .join(' ')
  spellings.set(keys, spelling)
  return spelling
}

/** Whether one key press means both, or one of them begins the other: `g` would hide `g m`. */
export const clash = (one: string, other: string): boolean => {
  const [a, b] = [`${canonical(one)} `, `${canonical(other)} `]
  return a.startsWith(b) || b.startsWith(a)
}
