import { SEEN, UNSEEN_CHARACTER } from '../../contract/core/names.ts'

/** A name as it is stored: the same letters have one spelling, whatever keyboard they came from. */
export const shownName = (text: string): string => text.normalize('NFC').trim()

/** A name that another service gives, without what nobody sees. */
export const seenPart = (text: string): string => shownName(SEEN.test(text) ? text : text.replace(UNSEEN_CHARACTER, ''))
