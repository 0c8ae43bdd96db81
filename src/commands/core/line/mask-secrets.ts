import type { Reading } from './reading.ts'
import type { Suggestion, SuggestionGroup } from './suggestion.ts'

/** Stands for a secret, whatever its length. */
export const MASK = '••••••'

type Said = Pick<Reading, 'command' | 'args'>

/** The keys of the arguments of a line that are secret. With some arguments a value is none, such as the address of a mail. */
export const secretsOf = ({ command, args }: Said): readonly string[] =>
  command === null || command.isSecret?.(args) === false ? [] : command.secret

/** The names of the secret entries of an argument; null where the argument is secret as a whole. */
export const secretEntriesOf = ({ command, args }: Said, key: string): readonly string[] | null => {
  const naming = command?.secretEntries?.[key]
  return naming === undefined ? null : [args[naming] ?? []].flat().map(String)
}

/** The texts of a line that are secret. */
const secretTexts = (said: Said): readonly string[] =>
  secretsOf(said).flatMap((key) => {
    const value = said.args[key]
    const entries = secretEntriesOf(said, key)
    const texts =
      entries === null || typeof value !== 'object' || value === null
        ? [value]
        : Object.entries(value).flatMap(([name, text]) => (entries.includes(name) ? [text] : []))
    return texts.filter((text): text is string => typeof text === 'string' && text !== '')
  })

/** Masks the secret arguments of a line in a text that shows it, such as a password. */
export const maskSecrets = (text: string, said: Said): string => {
  const typed = secretTexts(said).flatMap((value) => [JSON.stringify(value), value])
  // The longest first: another secret may begin as it does, and its rest would stay.
  return typed.sort((a, b) => b.length - a.length).reduce((masked, value) => masked.split(value).join(MASK), text)
}

const maskSuggestion = (item: Suggestion, reading: Reading): Suggestion => {
  const code = item.code && maskSecrets(item.code, reading)
  // The places of matched characters are those of the text before.
  return code === item.code ? item : { ...item, code, codeRanges: [] }
}

/** Masks the secret arguments of a line in the choices that are shown for it. */
export const maskChoices = (groups: readonly SuggestionGroup[], reading: Reading): readonly SuggestionGroup[] =>
  secretsOf(reading).length === 0
    ? groups
    : groups.map(({ title, items }) => ({ title, items: items.map((item) => maskSuggestion(item, reading)) }))
