import { UNSEEN_CHARACTER } from '../../contract/core/names.ts'

/** Characters that make a list, a name or a comment of an address (RFC 5322), and so another recipient. */
const STRUCTURE = /[<>()[\]",;:\\]/

/** Whether a text can be an email address: one `@` with text on both sides, and nothing that is unseen or means something else in a mail header. */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(text) && !STRUCTURE.test(text) && text.search(UNSEEN_CHARACTER) < 0

/**
 * One spelling of an address for comparing and storing: letters of ASCII in lower case. Other letters stay as they are, as the embedded
 * database keeps them too: JavaScript would make one address of two that its unique index tells apart.
 */
export const addressKey = (address: string): string =>
  address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
