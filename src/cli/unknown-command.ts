import { closestTo } from '../commands/core/line/closest.ts'
import { nearestPhrases } from '../commands/core/line/did-you-mean.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { commands } from '../commands/registry.ts'
import { TerminalFailure } from './exit-codes.ts'
import { lineOf } from './flags.ts'
import { LOCAL } from './local-commands.ts'

/** Programs of an installation, which only its own `sonde` starts. */
const PROGRAMS = ['serve', 'agent', 'backup', 'restore', 'demo']

/** Nouns that a sentence names before it points to the help. */
const MOST_NOUNS = 5

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
  const near = closestTo(typed, nouns)
  if (near.length > 0) return near.map((noun) => `${verb} ${noun}`)
  // The noun is right, and another verb goes with it: `get monitors`.
  const others = [...all.keys()].filter((other) => all.get(other)?.includes(typed))
  const reading = others.filter((other) => other === 'list' || other === 'show')
  if (others.length > 0) return (reading.length > 0 ? reading : others).slice(0, 2).map((other) => `${other} ${typed}`)
  const named = nouns.filter((noun) => takesName(verb, noun))
  return named.length > 0 && named.length <= FEW_NOUNS
    ? named.slice(0, 2).map((noun) => [verb, noun, typed, ...rest].join(' '))
    : []
}

const takesName = (verb: string, noun: string): boolean => {
  const command = headlessCommands.find(({ words }) => words === `${verb} ${noun}`)
  return command !== undefined && Object.keys(command.of).includes(noun)
}

/** The failure of a line whose command nobody knows, with the commands that may be meant. */
export const unknownCommand = (words: readonly string[]): TerminalFailure => {
  const line = lineOf(words)
  const onScreen = phraseIn(tokensOf(line), commands)
  if (onScreen)
    return new TerminalFailure(
      'usage',
      `“${onScreen.command.words}” needs the web app: it changes what a screen shows.`,
    )
  const all = nounsByVerb()
  const plain = words.filter((word) => !word.startsWith('-'))
  const [first = '', ...rest] = plain
  const typed = plain.slice(0, 2).join(' ')
  const nouns = all.get(first)
  if (nouns && rest.length === 0)
    return new TerminalFailure('usage', `“${first}” needs a noun: ${commandsOf(first, nouns)}.`)
  const verb = nouns ? first : closestTo(first, [...all.keys()])[0]
  const phrases = nouns ? [] : nearestPhrases(line, headlessCommands).map(({ phrase }) => phrase)
  const ofVerb = verb === undefined || phrases.length > 0 ? [] : meantBy(verb, rest, all)
  const isVerbWrong = !nouns && phrases.length === 0
  const others = isVerbWrong ? closestTo(first, [...Object.keys(LOCAL), ...PROGRAMS, ...all.keys()]) : []
  const near = [...new Set([...phrases, ...ofVerb, ...others])].slice(0, 3)
  if (near.length > 0) return unknown(typed, `Did you mean ${near.join(', ')}?`)
  return unknown(typed, nouns ? `There are ${commandsOf(first, nouns)}.` : 'sonde --help lists the commands.')
}
