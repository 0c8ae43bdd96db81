import { commands } from '../../registry.ts'
import { unavailableReason } from '../availability.ts'
import type { Command } from '../command.ts'
import type { World } from '../world.ts'
import { nearestPhrases } from './did-you-mean.ts'
import { unknownState } from './filter-words.ts'
import { noHelp } from './line-problems.ts'
import { LineReader } from './line-reader.ts'
import { phraseIn } from './phrase.ts'
import type { Problem, Reading } from './reading.ts'
import { isCurl } from './script.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A line may hold the body of a request, which has a million characters at most. */
const LONGEST_LINE = 1_200_000
const MOST_WORDS = 2_000

/** Why a line is not read at all; null where it is. */
const tooLong = (line: string, tokens: readonly Token[]): string | null => {
  if (line.length > LONGEST_LINE) return `A line has ${LONGEST_LINE} characters at most.`
  return tokens.length > MOST_WORDS ? `A line has ${MOST_WORDS} words at most.` : null
}

/**
 * Reads a line as far as it goes, as a command of a book. Nothing runs with a problem; names are looked up in what the world has loaded.
 */
export const readLine = (line: string, world: World, book: readonly Command[] = commands): Reading => {
  const tokens = line.length > LONGEST_LINE ? [] : tokensOf(line)
  const sentence = tooLong(line, tokens)
  if (sentence !== null) return refused(line, sentence)
  const phrase = phraseIn(tokens, book)
  if (!phrase) return unread(line, tokens, world, book)
  const reader = new LineReader(line, phrase.command, tokens.slice(phrase.length), world)
  reader.read()
  return reader.reading(tokens.slice(0, phrase.length))
}

const refused = (line: string, sentence: string): Reading => ({
  ...unread(line, [], null, []),
  problems: [{ ...noHelp, from: 0, to: line.length, sentence }],
})

/** A line without a command. One with flags is no search: its problem is the unknown command, with the one that may be meant. */
const unread = (line: string, tokens: readonly Token[], world: World | null, book: readonly Command[]): Reading => ({
  line,
  command: null,
  tokens: tokens.map(({ from, to, flag }) => ({ from, to, role: flag ? 'flag' : 'text' })),
  args: {},
  missing: null,
  problems: unreadProblems(line, tokens, world, book),
  current: null,
  piece: { from: 0, text: line.trim() },
  confirmed: null,
})

const unreadProblems = (
  line: string,
  tokens: readonly Token[],
  world: World | null,
  book: readonly Command[],
): readonly Problem[] => {
  // Its flags are its own, and it is offered as what makes a monitor.
  if (isCurl(line)) return []
  const flag = tokens.find((token) => token.flag !== null)
  const problems = [flag ? unknownCommand(line, flag.from, world, book) : null, unknownState(line, tokens)]
  return problems.filter((problem) => problem !== null)
}

const unknownCommand = (line: string, to: number, world: World | null, book: readonly Command[]): Problem => {
  const offered = world ? book.filter((each) => !each.hidden && unavailableReason(each, world) === null) : []
  const near = nearestPhrases(line, offered)
  const [first] = near
  return {
    from: 0,
    to: first?.to ?? to,
    sentence: first ? `Unknown command “${line.slice(0, first.to).trim()}”.` : 'Unknown command.',
    unfinished: false,
    argument: null,
    instead: near.map(({ phrase }) => phrase),
    fix: first ? first.phrase + line.slice(first.to) : null,
    isCertain: false,
    search: null,
    isLoading: false,
  }
}
