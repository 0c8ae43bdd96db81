import { type Problem, problem } from './problem.ts'

/**
 * Characters that nobody sees, or that turn round how others are read: control and format characters, separators of lines, and letters that
 * are blank. With them, two names look the same.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u

/** Joiners that belong to what is written: within an emoji, and between letters of scripts that join them. */
const JOINERS =
  /(?<=\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}]\p{M}*)[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}])/gu

/** A name as it is stored: the same letters have one spelling, whatever keyboard they came from. */
export const shownName = (text: string): string => text.normalize('NFC').trim()

const hasUnseen = (text: string): boolean => UNSEEN.test(text.replace(JOINERS, ''))

/** A name that another service gives, without what nobody sees. */
export const seenPart = (text: string): string =>
  shownName(hasUnseen(text) ? text.replace(new RegExp(UNSEEN, 'gu'), '') : text)

/**
 * Field errors of a name by which strangers know a person, an organization, a project or a page. `before` is the stored name, which stays
 * valid.
 */
export const shownNameProblems = (field: string, text: string | null | undefined, before?: string | null): Problem[] =>
  text == null || text === before || !hasUnseen(shownName(text))
    ? []
    : [
        problem(
          field,
          'invalid',
          'must not have control characters, invisible characters, or marks that change the direction of the text.',
        ),
      ]
