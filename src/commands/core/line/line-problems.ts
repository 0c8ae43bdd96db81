import { type Argument, nameOfArgument } from '../argument.ts'
import type { Problem } from './reading.ts'
import { isBare, quote, type Token } from './tokens.ts'
import { isFreeText } from './value-shape.ts'

/** A problem without an argument and without a correction. */
export const noHelp = {
  unfinished: false,
  argument: null,
  instead: [],
  fix: null,
  isCertain: false,
  search: null,
  isLoading: false,
} as const

/** The problem of a token whose quote is open; the fix closes it. */
export const openQuote = (line: string, token: Token): Problem => {
  const begun = line[token.from] ?? ''
  const fix = `${line}${begun === "'" ? "'" : /[“„]/.test(begun) ? '”' : '"'}`
  return { ...noHelp, from: token.from, to: token.to, sentence: 'A quote is not closed.', unfinished: true, fix }
}

/** The problem of words that may be a name, or the beginning of a longer one: nobody knows where the name ends. */
export const rivalNames = ({ from, to, text, parts }: Token, rival: string, argument: Argument): Problem => ({
  ...noHelp,
  from,
  to,
  sentence:
    text === rival
      ? `“${text}” may be one name or ${parts.length}: put quotes around each name.`
      : `“${text}” and “${rival}” may both be meant: put quotes around the name.`,
  argument,
  instead: [text === rival ? parts : [text], [rival]].map((names) => names.map((name) => `"${name}"`).join(',')),
})

/** The problem of two texts without quotes of which the second has several words, which may belong to the first as well; null for other arguments. */
export const unclearEnd = (
  line: string,
  begun: { readonly from: number; readonly to: number } | undefined,
  token: Token,
  { before, argument }: { readonly before: Argument | undefined; readonly argument: Argument },
): Problem | null => {
  if (!begun || !before || !isFreeText(before) || !isFreeText(argument)) return null
  const first = line.slice(begun.from, begun.to)
  if (!isBare(first)) return null
  const words = line.slice(begun.from, token.to).split(/\s+/)
  const lastWord = words.pop() ?? ''
  const instead = `${quote(words.join(' '))} ${lastWord}`
  const isAddress = /^https?:/i.test(lastWord)
  return {
    ...noHelp,
    from: begun.from,
    to: token.to,
    sentence: `It is not clear where the ${nameOfArgument(before)} ends and the ${nameOfArgument(argument)} begins: put quotes around one that has spaces.`,
    // An address has no spaces, so that only one reading is left; it is offered all the same instead of taken.
    instead: isAddress ? [instead] : [instead, `${first} ${quote(token.text)}`],
    fix: isAddress ? line.slice(0, begun.from) + instead + line.slice(token.to) : null,
  }
}
