import { isEmailAddress } from '../core/email-address.ts'
import { seenPart } from '../core/shown-name.ts'

/** Longest email address (RFC 5321, section 4.5.3.1: 64 characters, `@`, and 255). */
const LONGEST_EMAIL = 320
const LONGEST_NAME = 200

/**
 * Whether a claim can be a person's id at a provider: 1 to 255 characters (OpenID Connect Core, section 2) that the store keeps apart. The
 * standard asks for ASCII, which providers that use names as ids do not keep to.
 */
export const isSubject = (claim: unknown): claim is string =>
  typeof claim === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(claim)

/** The email address in a claim; null if it holds none. */
export const emailIn = (claim: unknown): string | null => {
  const text = typeof claim === 'string' ? claim.trim() : ''
  return text.length <= LONGEST_EMAIL && isEmailAddress(text) ? text : null
}

/** The visible part of a name in a claim; null if it holds none. */
export const nameIn = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.length <= LONGEST_NAME ? seenPart(claim) || null : null
