/** The scripts in customary modern use that identifiers may have (UAX 31, table 5), and two whose letters look like Latin and Greek ones. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Thaana',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Georgian',
  'Ethiopic',
  'Khmer',
  'Hangul',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Han',
  'Cherokee',
  'Coptic',
] as const
type Script = (typeof SCRIPTS)[number]

/** Scripts that are written together in one word: Japanese, Chinese and Korean, each with Latin. */
const TOGETHER: readonly (readonly Script[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Words of these scripts alone; what scripts share, such as digits and accents, belongs to each of them. */
const wordOf = (scripts: readonly Script[]): RegExp =>
  new RegExp(
    `^[${['Common', 'Inherited', ...scripts].map((name) => `\\p{Script_Extensions=${name}}`).join('')}]*$`,
    'u',
  )

const letters = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const)
const allowed = [...SCRIPTS.map((script) => [script]), ...TOGETHER].map(wordOf)

/**
 * Returns the scripts of the first word that mixes some, such as Latin and Cyrillic in “pаypal”; null if no word does. Such a word may
 * imitate another one. UTS 39 (5.1): “A string is defined to be mixed-script if its resolved script set is empty and defined to be
 * single-script if its resolved script set is nonempty”, where the set is what the scripts of all characters have in common, and Han counts
 * as Japanese, Korean and Chinese. As in its level “Highly Restrictive” (5.2), Latin may stand beside those three.
 */
export const mixedScripts = (text: string): readonly Script[] | null => {
  for (const [word] of text.normalize('NFC').matchAll(WORD)) {
    if (allowed.some((pattern) => pattern.test(word))) continue
    const found = letters.flatMap(([script, pattern]) => (pattern.test(word) ? [script] : []))
    if (found.length > 1) return found
  }
  return null
}

/** “mixes letters of Latin and Cyrillic”; null if no word of the name mixes scripts. */
export const mixedScriptsWords = (name: string): string | null => {
  const found = mixedScripts(name)
  return found && `mixes letters of ${found.slice(0, -1).join(', ')} and ${found.at(-1)}`
}
