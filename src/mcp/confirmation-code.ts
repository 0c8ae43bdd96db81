import { createHmac } from 'node:crypto'

/** Crockford's base 32: no letter is mistaken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS = 5

/** Codes are valid for five minutes. */
const VALID_MS = 5 * 60_000
/** So short that a code is not given again after it has acted. */
const SLOT_MS = 4
const SLOT_LETTERS = 4
const SLOTS = 2 ** (SLOT_LETTERS * BITS)
/** Clocks of the servers of a cluster may differ by this much. */
const SKEW_MS = 60_000
const MAC_LETTERS = 4

const CODE = new RegExp(`^[${ALPHABET}]{${SLOT_LETTERS + 2 * MAC_LETTERS}}$`)

export type Verdict = 'right' | 'expired' | 'other' | 'unknown'

export type ConfirmationCodes = {
  /** A code for one call. `asked` says everything that the call is bound to. */
  issue(asked: string): string
  /** `other`: a valid code, for another call or for another state of what the call touches. */
  verify(code: string, asked: string): Verdict
}

const written = (number: number, letters: number): string =>
  Array.from({ length: letters }, (_, at) => ALPHABET[(number >> (BITS * (letters - 1 - at))) & 31]).join('')

const read = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 32 + ALPHABET.indexOf(letter), 0)

/** A code as a person may type it: in small letters, with spaces or dashes, and O for 0. */
export const normalCode = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

/**
 * Codes of one caller that nothing stores until they are used, so that every server of a cluster verifies them: the time in slots of four
 * milliseconds, a MAC of what was asked, and a MAC of both, which tells an expired or misused code from an invented one. A code acts once
 * (`spent-codes.ts`).
 */
export const openConfirmationCodes = (key: Uint8Array, caller: string, now: () => number): ConfirmationCodes => {
  const macOf = (...parts: readonly (string | number)[]): string => {
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([caller, ...parts]))
      .digest()
    return written(digest.readUInt32BE(0) >>> (32 - MAC_LETTERS * BITS), MAC_LETTERS)
  }
  const codeOf = (slot: number, asked: string): string => {
    const what = macOf('asked', slot, asked)
    return `${written(slot % SLOTS, SLOT_LETTERS)}${what}${macOf('code', slot, what)}`
  }
  /** The last slot of this number that has begun. */
  const slotOf = (number: number): number => {
    const latest = Math.floor((now() + SKEW_MS) / SLOT_MS)
    return latest - ((((latest - number) % SLOTS) + SLOTS) % SLOTS)
  }
  return {
    issue: (asked) => codeOf(Math.floor(now() / SLOT_MS), asked),
    verify(given, asked) {
      const code = normalCode(given)
      if (!CODE.test(code)) return 'unknown'
      const slot = slotOf(read(code.slice(0, SLOT_LETTERS)))
      const what = code.slice(SLOT_LETTERS, -MAC_LETTERS)
      if (macOf('code', slot, what) !== code.slice(-MAC_LETTERS)) return 'unknown'
      if (now() - slot * SLOT_MS > VALID_MS) return 'expired'
      return codeOf(slot, asked) === code ? 'right' : 'other'
    },
  }
}
