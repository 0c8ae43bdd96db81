import type { Fault } from './audit-verification.ts'

/** Explains a fault in one sentence; null: a whole chain is missing. */
export const faultWords = (fault: Fault | null): string => {
  if (fault === null)
    return 'A whole chain is missing: all entries of a project were removed, together with the chain’s end.'
  const { why, number, entry } = fault
  const which = `Entry ${number}`
  if (why === 'wrong_key')
    return `${which} and all others were signed with another key: the log belongs to another installation, or the secret key was replaced.`
  if (why === 'missing') return `${which} is missing: it was removed or renumbered.`
  if (why === 'added') return `${which} was not written by Sonde: someone inserted it.`
  return entry
    ? `${which} was changed after it was written, or was put in the place of another entry.`
    : 'The log’s end was changed outside Sonde: newer entries may have been removed.'
}
