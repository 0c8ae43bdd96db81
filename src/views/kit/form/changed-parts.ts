import { isEqual, valueAt } from '../../../../machines/draft-path.ts'
import type { FieldTable } from './field-errors.ts'

/** A label as it stands within a sentence: "token URL", whose abbreviation stays as it is. */
const inSentence = (label: string): string =>
  label.replace(/\S+/g, (word) => (/^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()))

/** The words of the fields in which two drafts differ. */
export const changedPartsOf = (table: FieldTable, before: unknown, now: unknown): string[] => {
  const changed = Object.entries(table).filter(([path]) => !isEqual(valueAt(before, path), valueAt(now, path)))
  return [...new Set(changed.map(([, { part, label }]) => part ?? inSentence(label)))]
}

/** "to address, headers and body" */
export const partsSentence = (parts: readonly string[]): string => {
  const [last, ...others] = parts.toReversed()
  if (last === undefined) return ''
  return others.length === 0 ? `to ${last}` : `to ${others.toReversed().join(', ')} and ${last}`
}
