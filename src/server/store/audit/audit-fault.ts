import type { Fault } from './audit-verification.ts'

/** What broke a chain, in a sentence; null: a whole chain is gone. */
export const faultWords = (fault: Fault | null): string => {
  if (fault === null) return 'A whole chain is missing: the entries of a project were removed together with its end.'
  const { why, number, entry } = fault
  const which = `Entry ${number}`
  if (why === 'wrong_key')
    return `${which} and all others were signed with another key: this is another installation’s log, or its secret key was replaced.`
  if (why === 'missing') return `${which} is missing: it was removed, or its number was changed.`
  if (why === 'added') return `${which} was added by another hand: it is not one that Sonde wrote.`
  return entry
    ? `${which} was changed after it was written, or put in another’s place.`
    : 'Where the log ends was changed by another hand: newer entries may have been removed.'
}
