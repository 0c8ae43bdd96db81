import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { commands } from '../commands/registry.ts'
import { TerminalFailure } from './exit-codes.ts'
import { lineOf } from './line-of-words.ts'
import { LOCAL } from './local-commands.ts'
import { nearPhrases, nearWords } from './near-words.ts'
import { OTHER_LINES, OTHER_VERBS } from './other-words.ts'
import { wordsWithoutFlags } from './words-in-order.ts'

/** Programs of an installation, which only its own `sonde` starts. */
const PROGRAMS = ['serve', 'agent', 'backup', 'restore', 'demo']

/** Nouns that a sentence names before it points to the help. */
const MOST_NOUNS = 5

/** Verbs that only read: none of them stands for one that acts. */
const READING = ['list', 'show', 'get', 'describe', 'diff']

/** Commands that a sentence suggests. */
const MOST_MEANT = 3

/** A verb with at most this many nouns is completed with the words that were typed: `run checkout` is `run monitor checkout`. */
const FEW_NOUNS = 4

/** The verbs of commands, each with the nouns that follow it. A local command that is like a verb takes its nouns. */
const nounsByVerb = (): ReadonlyMap<string, readonly string[]> => {
  const nouns = new Map<string, string[]>()
  for (const { words } of headlessCommands) {
    const [verb = '', ...rest] = words.split(' ')
    nouns.set(verb, [...(nouns.get(verb) ?? []), rest.join(' ')])
  }
  for (const [phrase, { like }] of Object.entries(LOCAL)) if (like) nouns.set(phrase, [...(nouns.get(like) ?? [])])
  return nouns
}

const unknown = (typed: string, more: string): TerminalFailure =>
  new TerminalFailure('usage', `Unknown command “${typed}”. ${more}`)

/** The first commands of a verb, and where the others are listed. */
const commandsOf = (verb: string, nouns: readonly string[]): string => {
  const inOrder = nouns
    .filter((noun) => /^monitors?$/.test(noun))
    .concat(nouns.filter((noun) => !/^monitors?$/.test(noun)))
  const shown = inOrder.slice(0, MOST_NOUNS).map((noun) => `${verb} ${noun}`)
  const rest = inOrder.length - shown.length
  const more = rest > 0 ? `, and ${rest} more: sonde help ${LOCAL[verb]?.like ?? verb} lists them` : ''
  return `${shown.join(', ')}${more}`
}

/** The commands that a known verb with a wrong noun may mean. */
const meantBy = (
  verb: string,
  [typed = '', ...rest]: readonly string[],
  all: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const nouns = all.get(verb) ?? []
  // Two words of a noun that has a hyphen: `show auth setting`.
  const hyphened = rest[0] === undefined ? [] : ofNoun(verb, `${typed}-${rest[0]}`, all)
  if (hyphened.length > 0) return hyphened
  const near = nearWords(typed, nouns)
  if (near.length > 0) return near.map((noun) => `${verb} ${noun}`)
  // The noun is right, and another verb reads it: `get monitors`.
  const reading = READING.includes(verb) ? ['list', 'show'].filter((other) => all.get(other)?.includes(typed)) : []
  if (reading.length > 0) return reading.map((other) => `${other} ${typed}`)
  if ([...all.values()].some((each) => each.includes(typed))) return []
  const named = nouns.filter((noun) => takesName(verb, noun))
  return named.length > 0 && named.length <= FEW_NOUNS
    ? named.slice(0, 2).map((noun) => [verb, noun, typed, ...rest].join(' '))
    : []
}

const takesName = (verb: string, noun: string): boolean => {
  const command = headlessCommands.find(({ words }) => words === `${verb} ${noun}`)
  return command !== undefined && Object.keys(command.of).includes(noun)
}

/** The commands of a verb for a noun, in whichever number it was typed: `list monitors` for `monitor`. */
const ofNoun = (verb: string, noun: string, all: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  (all.get(verb) ?? []).filter((each) => singular(each) === singular(noun)).map((each) => `${verb} ${each}`)

const singular = (noun: string): string => noun.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')

/** The commands that words of other programs mean: `rm monitor`, `login`, and the noun first, as in `monitor list`. */
const otherWords = (
  [first = '', second = '']: readonly string[],
  all: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const verbs = (word: string): readonly string[] => [...(OTHER_VERBS[word] ?? []), ...(all.has(word) ? [word] : [])]
  const lines = OTHER_LINES[first] ?? OTHER_LINES[`${first}${second}`] ?? []
  if (second === '') return lines.length > 0 ? lines : ofNoun('list', first, all)
  const meant = verbs(first).flatMap((verb) => (verb === first ? [] : ofNoun(verb, second, all)))
  // A plural is meant where both are known: `get monitors` lists them.
  const exact = meant.filter((line) => line.endsWith(` ${second}`))
  if (exact.length > 0) return exact
  const turned = verbs(second).flatMap((verb) => ofNoun(verb, first, all))
  return meant.length > 0 ? meant : turned.length > 0 ? turned : lines
}

const onlyOnScreen = ({ words }: { readonly words: string }, others: readonly string[]): TerminalFailure => {
  const instead = others.length === 0 ? '' : ` Did you mean ${others.join(', ')}?`
  return new TerminalFailure('usage', `“${words}” needs the web app: it changes what a screen shows.${instead}`)
}

/** The failure of a line whose command nobody knows, with the commands that may be meant. */
export const unknownCommand = (words: readonly string[]): TerminalFailure => {
  const all = nounsByVerb()
  const plain = wordsWithoutFlags(words)
  const [first = '', ...rest] = plain
  const others = otherWords(plain, all).slice(0, MOST_MEANT)
  const onScreen = phraseIn(tokensOf(lineOf(words)), commands)
  if (onScreen) return onlyOnScreen(onScreen.command, others)
  const typed = plain.slice(0, 2).join(' ')
  const nouns = all.get(first)
  if (nouns && rest.length === 0)
    return new TerminalFailure('usage', `“${first}” needs a noun: ${commandsOf(first, nouns)}.`)
  const near = others.length > 0 ? others : meant(plain, all).slice(0, MOST_MEANT)
  if (near.length > 0) return unknown(typed, `Did you mean ${near.join(', ')}?`)
  return unknown(typed, nouns ? `There are ${commandsOf(first, nouns)}.` : 'sonde --help lists the commands.')
}

/** The commands that a misspelled line may mean. */
const meant = (plain: readonly string[], all: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const [first = '', ...rest] = plain
  if (all.has(first)) return meantBy(first, rest, all)
  const phrases = nearPhrases(plain, headlessCommands)
  if (phrases.length > 0) return phrases
  const [verb] = nearWords(first, [...all.keys()])
  const ofVerb = verb === undefined ? [] : meantBy(verb, rest, all)
  return [...new Set([...ofVerb, ...nearWords(first, [...Object.keys(LOCAL), ...PROGRAMS, ...all.keys()])])]
}
