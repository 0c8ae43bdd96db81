const onMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const capOf = (key: string, mac: boolean): string => {
  if (key === 'Mod') return mac ? '⌘' : 'Ctrl'
  if (key === 'Escape') return 'Esc'
  if (key === 'Shift') return mac ? '⇧' : 'Shift'
  if (key === 'ArrowUp') return '↑'
  if (key === 'ArrowDown') return '↓'
  return key.length === 1 ? key.toUpperCase() : key
}

/** Key caps of a shortcut in order: `Mod+k` → Ctrl, K; a single capital letter implies Shift. */
export const keyCaps = (keys: string, mac = onMac): string[] =>
  keys
    .split(' ')
    .flatMap((chord) =>
      /^[A-Z]$/.test(chord) ? ['Shift', chord] : chord === '+' ? ['+'] : chord.split('+').filter((key) => key !== ''),
    )
    .map((key) => capOf(key, mac))

/** A shortcut as it is said: `Mod+k` is “Control K”. */
export const keyWordsOf = (keys: string): string => keys.replaceAll('Mod+', 'Control ')

/** Value for `aria-keyshortcuts`: `Mod+k` is both Control and Meta; sequences have no notation there. */
export const ariaKeys = (keys: string): string | undefined => {
  if (keys.includes(' ')) return undefined
  return keys.includes('Mod+') ? `${keys.replace('Mod', 'Control')} ${keys.replace('Mod', 'Meta')}` : keys
}
