/** Characters that end a line, or that a terminal, a log or a mail reads as an order. */
const PLAIN = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

/**
 * Characters that nobody sees, or that turn round how others are read: control and format characters, separators of lines, and letters that
 * are blank. With them, two names look the same.
 */
const UNSEEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u2800\\u3164\\uffa0'

/** Joiners that belong to what is written: within an emoji, and between letters of scripts that join them. */
const JOINING = '[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Sinhala}]'
const JOINERS = `(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})|(?<=${JOINING}\\p{M}*)[\\u200c\\u200d](?=${JOINING})`

/** A text of which every character is seen. */
export const SEEN = /* @__PURE__ */ new RegExp(`^(?:[^${UNSEEN}]|${JOINERS})*$`, 'u')

/** A character that nobody sees. */
export const UNSEEN_CHARACTER = /* @__PURE__ */ new RegExp(`[${UNSEEN}]`, 'gu')

const PLAIN_WORDS = 'one line of text without control characters'
const SEEN_WORDS =
  'text without control characters, invisible characters, and marks that change the direction of the text'

/** Rules of names, in the words of their problems. A stored name that breaks one may be sent back. */
export const NAME_RULES: ReadonlySet<string> = /* @__PURE__ */ new Set([PLAIN_WORDS, SEEN_WORDS])

const plain = [PLAIN, '@', PLAIN_WORDS] as const
const seen = [SEEN, '@', SEEN_WORDS] as const

/** The name of an object: text of one line. `length` is its shape but for that, such as `1 <= string <= 400`. */
/* @__NO_SIDE_EFFECTS__ */
export const nameOf = <const Length extends `${string}string <= ${number}`>(length: Length) =>
  [length, '&', plain] as const

/** A name by which strangers know a person, an organization, a project or a page: every character of it is seen. */
/* @__NO_SIDE_EFFECTS__ */
export const shownNameOf = <const Length extends `${string}string <= ${number}`>(length: Length) =>
  [length, '&', seen] as const

/** The tags of an object. */
export const objectTags = [[plain, '[]'], '&', 'unknown[] <= 50'] as const
