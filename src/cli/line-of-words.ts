import { type Argument, argumentsOf, bulkArgumentOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { quote, tokenAt, tokensOf } from '../commands/core/line/tokens.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { endsWithComma } from '../commands/core/line/words-of-names.ts'
import { headlessCommands } from '../commands/headless/book.ts'

/**
 * The console's line of words that a shell has taken apart. Each word is one value; where the command takes a list there, it is one in the
 * grammar of the console, in which the spaces of names need no quotes: `Check out,"Orders, EU"`. Values of `NAME=value` are quoted on their own.
 */
export const lineOf = (words: readonly string[]): string => {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  const after = end < 0 ? [] : words.slice(end + 1)
  const isList = listsAmong(before)
  return [...before.map((word, at) => written(word, isList(at))), ...after.map(quoted)].join(' ')
}

/** A text as one word of a line, in quotes: never a flag, and never parted. */
export const quoted = (word: string): string => `"${word.replace(/["\\]/g, '\\$&')}"`

/** The name of a flag, and the value in the same word. */
const flagOf = (word: string): readonly [flag: string | undefined, value: string | undefined] => {
  const [, flag, value] = /^(--[\p{L}][^\s=,"']*)(?:=(.*))?$/su.exec(word) ?? []
  return [flag, value]
}

/** Tells at which places of some words a list stands. */
const listsAmong = (words: readonly string[]): ((at: number) => boolean) => {
  const phrase = phraseIn(tokensOf(words.map((word) => written(word, false)).join(' ')), headlessCommands)
  if (!phrase) return () => false
  const { command, length } = phrase
  const isList = (argument: Argument | undefined): boolean =>
    argument !== undefined && (shapeOf(argument).kind === 'list' || argument === bulkArgumentOf(command))
  const byPlace = argumentsOf(command).filter(({ required }) => required)
  let place = 0
  const lists = words.map((word, at) => {
    const [flag] = flagOf(word)
    if (flag !== undefined) return isList(argumentOf(command, flag))
    const [before = '', value] = at > length ? flagOf(words[at - 1] ?? '') : []
    if (before !== '' && value === undefined) return isList(argumentOf(command, before))
    return at >= length && isList(byPlace[Math.min(place++, byPlace.length - 1)])
  })
  return (at) => lists[at] ?? false
}

const argumentOf = (command: Command, flag: string): Argument | undefined =>
  argumentsOf(command).find(({ flags }) => flags.includes(flag))

const written = (word: string, isList: boolean): string => {
  const [flag, value] = flagOf(word)
  if (flag !== undefined) return value === undefined ? flag : `${flag}=${isList ? listWord(value) : item(value)}`
  return isList ? listWord(word) : item(word)
}

/** A list of the console as one word of its line. */
export const listWord = (word: string): string => {
  if (!word.includes(',') || word.startsWith('-')) return item(word)
  const tokens = tokensOf(word)
  // A quotation mark without an end belongs to a name.
  if (tokens.some(({ open }) => open)) return item(word)
  return tokens
    .map((token, at) => {
      const before = tokens[at - 1]
      const isAtComma =
        before === undefined || endsWithComma(before) || (token.parts.length > 1 && token.parts[0] === '')
      const gap = isAtComma ? '' : word.slice(before.to, token.from).replace(/\s/g, '\\$&')
      return gap + word.slice(token.from, token.to)
    })
    .join('')
}

const item = (word: string): string => {
  const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(word) ?? []
  if (name !== undefined && value !== undefined && !name.startsWith('-'))
    return `${name}=${value === '' ? '' : item(value)}`
  const isBareList = word.includes(',') && !/[\s"'\\]/.test(word) && !word.startsWith('-')
  if (isBareList) return word
  const token = word === '' ? null : tokenAt(word, 0)
  return token && token.to === word.length && token.text === word && !token.quoted ? word : quote(word)
}
