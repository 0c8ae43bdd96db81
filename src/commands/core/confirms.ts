import type { Confirmation } from './command.ts'
import { slugOf } from './naming.ts'

/** Whether a typed text confirms: it is the word or the name that the question shows, in any case. */
export const confirms = ({ word, name }: Confirmation, typed: string): boolean => {
  const text = typed.trim()
  if (text === '') return false
  if (text === word || text === name) return true
  const slug = slugOf(text)
  return slug !== '' && (slug === slugOf(word) || (name !== undefined && slug === slugOf(name)))
}
