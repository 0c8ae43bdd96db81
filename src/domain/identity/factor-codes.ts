/** Digits of a code of an authenticator app. */
export const TOTP_DIGITS = 6

/** Letters of recovery codes: without those that are taken for others. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_LETTERS = 16
/** Number of recovery codes of an account. */
export const RECOVERY_CODES = 10

/** Returns the digits of a typed code, which apps show in groups; null if it is none. */
export const totpCodeOf = (typed: string): string | null => {
  const digits = typed.replace(/[\s-]/g, '')
  return new RegExp(`^\\d{${TOTP_DIGITS}}$`).test(digits) ? digits : null
}

/** Returns a typed recovery code as it is stored, without its dashes; null if it is none. */
export const recoveryCodeOf = (typed: string): string | null => {
  const letters = typed.replace(/[\s-]/g, '').toLowerCase()
  return letters.length === RECOVERY_LETTERS && [...letters].every((letter) => RECOVERY_ALPHABET.includes(letter))
    ? letters
    : null
}

/** Groups a recovery code for reading: `abcd-efgh-jkmn-pqrs`. */
export const spellRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Makes a recovery code of random bytes (`random` is below 256): 79 bits. Null if the bytes do not suffice. */
export const recoveryCodeFrom = (random: Iterable<number>): string | null => {
  // 248 is the largest multiple of 31 below 256: the bytes above it would favour the first letters.
  const letters = [...random].filter((byte) => byte < 248).map((byte) => RECOVERY_ALPHABET[byte % 31])
  return letters.length < RECOVERY_LETTERS ? null : letters.slice(0, RECOVERY_LETTERS).join('')
}

/** Returns typed proof of the owner as the server takes it: a code of a factor if it looks like one, else the password. */
export const proofOf = (typed: string): { password?: string; code?: string } => {
  if (typed.trim() === '') return {}
  return totpCodeOf(typed) !== null || recoveryCodeOf(typed) !== null ? { code: typed.trim() } : { password: typed }
}
