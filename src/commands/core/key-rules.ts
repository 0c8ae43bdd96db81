import { canonical } from './chord.ts'

const NAMED = new Set([
  'Enter',
  'Space',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Insert',
  'Delete',
  'Backspace',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
])

/** Chords that browsers keep for themselves: a page is never told of them. */
const KEPT_BY_BROWSERS = new Set(['t', 'n', 'w', 'q', 'Shift+t', 'Shift+n', 'Shift+w', 'Shift+q', 'PageUp', 'PageDown'])
/** Chords of every text field. */
const OF_TEXT = new Set(['a', 'c', 'v', 'x', 'z', 'y', 'Shift+z', 'Shift+v', 'Backspace', 'Delete'])

/** Uses of a chord in most browsers, which a page may replace. */
const USUAL: Readonly<Record<string, string>> = {
  'Mod+r': 'reloads the page',
  'Mod+Shift+r': 'reloads the page',
  'Mod+l': 'goes to the address bar',
  'Mod+p': 'prints',
  'Mod+f': 'searches in the page',
  'Mod+g': 'searches in the page',
  'Mod+d': 'sets a bookmark',
  'Mod+h': 'shows the history',
  'Mod+j': 'shows the downloads',
  'Mod+o': 'opens a file',
  'Mod+u': 'shows the source of the page',
  'Mod+Shift+i': 'opens the developer tools',
  'Mod++': 'enlarges the page',
  'Mod+-': 'makes the page smaller',
  'Mod+0': 'shows the page in its usual size',
  F1: 'opens the help',
  F3: 'searches in the page',
  F5: 'reloads the page',
  F6: 'goes to the address bar',
  F11: 'fills the screen',
  F12: 'opens the developer tools',
}

/** Names of keys as keyboards and pages write them. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  ctrl: 'Mod',
  control: 'Mod',
  strg: 'Mod',
  cmd: 'Mod',
  command: 'Mod',
  '⌘': 'Mod',
  mod: 'Mod',
  shift: 'Shift',
  '⇧': 'Shift',
  esc: 'Escape',
  escape: 'Escape',
  tab: 'Tab',
  return: 'Enter',
  del: 'Delete',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  ...Object.fromEntries([...NAMED].map((name) => [name.toLowerCase(), name])),
}

const keyNamed = (name: string): string => ALSO_CALLED[name.toLowerCase()] ?? name

/**
 * Keys as they are stored, from what a person wrote: `Ctrl+T`, `Ctrl T` and `⌘T`, as key caps have it, are `Mod+t`. What names no key stays
 * as it is, for `keysProblem` to say so.
 */
export const keysWritten = (written: string): string => {
  const joined = written
    .trim()
    .replace(/^(⌘|⇧)(?=[^\s+])/u, '$1+')
    // A modifier is no key alone: the one after it belongs to it.
    .replace(/(?<=^|[\s+])(ctrl|control|strg|cmd|command|mod|shift|⌘|⇧)\s+(?=\S)/giu, '$1+')
  const chords = joined.split(/\s+/).map((chord) => {
    const names = chord.match(/[^+]+|\+$/g) ?? []
    const named = names.map(keyNamed)
    const base = named.filter((name) => name !== 'Mod' && name !== 'Shift').join('+')
    return [...(named.includes('Mod') ? ['Mod'] : []), ...(named.includes('Shift') ? ['Shift'] : []), base].join('+')
  })
  return canonical(chords.join(' '))
}

/** Keys in a sentence: `Mod+k` is “Ctrl+K”, `g m` is “g m”. */
export const keyWords = (keys: string): string => keys.replaceAll('Mod+', 'Ctrl+')

/** Why keys can belong to no command, as a sentence; null where they can. */
export const keysProblem = (keys: string): string | null => {
  const chords = canonical(keys.trim()).split(/\s+/)
  if (chords.length > 2) return 'At most two keys, one after the other, can be a shortcut.'
  for (const chord of chords) {
    const hasMod = chord.startsWith('Mod+')
    const bare = hasMod ? chord.slice(4) : chord
    const base = bare === 'Shift+' ? bare : bare.replace(/^Shift\+(?=.)/, '')
    if (base !== bare && [...base].length === 1 && !/^\p{L}$/u.test(base))
      return `Shift with ${base} types another sign: write that sign alone, such as %.`
    if (base === 'Escape' || base === 'Tab')
      return `${base === 'Tab' ? 'Tab moves' : 'Esc closes'}; choose another key.`
    if ([...base].length !== 1 && !NAMED.has(base))
      return `There is no key “${chord}”. Write keys as r, Shift+r, Mod+k or g m.`
    if (hasMod && KEPT_BY_BROWSERS.has(bare))
      return `Browsers keep ${keyWords(chord)} for themselves: it would never arrive. Choose another key.`
    if (hasMod && OF_TEXT.has(bare)) return `${keyWords(chord)} edits text; choose another key.`
  }
  return null
}

/** The use that browsers have for keys, which a command would take over, as a sentence; null without one. */
export const browserUse = (keys: string): string | null => {
  const [first = ''] = canonical(keys.trim()).split(/\s+/)
  const use = USUAL[first]
  return use === undefined ? null : `In most browsers, ${keyWords(first)} ${use}. Here it would no longer do so.`
}
