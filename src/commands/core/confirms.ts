import type { Confirmation } from './command.ts'
import { slugOf } from './naming.ts'

/** The word after `--confirm` where the question asks for none. */
export const YES = 'yes'

/**
 * Whether a typed text confirms: it is the word or the name that the question shows, in any case. A question without a word is confirmed
 * by its button, which types nothing, and in a line by “yes”.
 */
export const confirms = ({ word, name }: Confirmation, typed: string): boolean => {
  const text = typed.trim()
  if (word === null) return text === '' || slugOf(text) === YES
  if (text === '') return false
  if (text === word || text === name) return true
  const slug = slugOf(text)
  return slug !== '' && (slug === slugOf(word) || (name !== undefined && slug === slugOf(name)))
}
