import { isEqual, valueAt } from '../../../../machines/draft-path.ts'
import type { FieldTable } from './field-errors.ts'

/** The words of the fields in which two drafts differ. */
export const changedPartsOf = (table: FieldTable, before: unknown, now: unknown): string[] => {
  const changed = Object.entries(table).filter(([path]) => !isEqual(valueAt(before, path), valueAt(now, path)))
  return [...new Set(changed.map(([, { part, label }]) => part ?? label.toLowerCase()))]
}

/** "to address, headers and body" */
export const partsSentence = (parts: readonly string[]): string => {
  const [last, ...others] = parts.toReversed()
  if (last === undefined) return ''
  return others.length === 0 ? `to ${last}` : `to ${others.toReversed().join(', ')} and ${last}`
}
