import { argumentsOf } from '../commands/core/argument.ts'
import { type Command, phrasesOf } from '../commands/core/command.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { FLAGS } from './flag-table.ts'
import { flagIn, isFlag, ownFlags } from './flags.ts'
import { LOCAL, type LocalCommand } from './local-commands.ts'

/** Words that a flag of yes or no takes as its value. */
const ANSWERS = new Set(['true', 'yes', 'on', 'false', 'no', 'off'])

/** A flag with its value, as words that mean the same before any others. */
type Taken = { readonly count: number; readonly words: readonly string[] }

/** The flag at the head of some words as it belongs to somebody; null where they do not have it. */
type Taking = (head: string, next: string | undefined) => Taken | null

const alone = (head: string): Taken => ({ count: 1, words: [head] })

const withNext = (head: string, next: string | undefined): Taken | null =>
  next === undefined ? null : { count: 2, words: [head, next] }

const general: Taking = (head, next) => {
  const found = flagIn(head)
  if (!found || !isFlag(found.name)) return null
  return 'value' in FLAGS[found.name] && found.inline === undefined ? withNext(head, next) : alone(head)
}

/** The flags of a command. One of yes or no that has no value gets its own, so that it takes none of the words after it. */
const ofCommand =
  (command: Command): Taking =>
  (head, next) => {
    const [name = '', inline] = head.split(/=(.*)/s)
    if (!ownFlags(command).includes(name)) return null
    const argument = argumentsOf(command).find(({ flags }) => flags.includes(name))
    if (inline !== undefined || (!argument && name !== '--confirm')) return alone(head)
    if (!argument || shapeOf(argument).kind !== 'boolean') return withNext(head, next)
    return ANSWERS.has(next?.toLowerCase() ?? '') ? withNext(head, next) : alone(`${head}=true`)
  }

const ofLocal =
  ({ flags = {} }: LocalCommand): Taking =>
  (head, next) => {
    const [name = '', inline] = head.split(/=(.*)/s)
    const syntax = Object.keys(flags).find((each) => each.split(' ')[0] === name)
    if (syntax === undefined) return null
    return syntax.includes(' ') && inline === undefined ? withNext(head, next) : alone(head)
  }

type Phrase = { readonly words: readonly string[]; readonly own: Taking }

let all: readonly Phrase[] | null = null

/** The phrases of all commands, those of the terminal alone too. */
const phrases = (): readonly Phrase[] => {
  all ??= [
    ...headlessCommands.flatMap((command) =>
      phrasesOf(command).map((phrase) => ({ words: phrase.split(' '), own: ofCommand(command) })),
    ),
    ...Object.entries(LOCAL).map(([phrase, command]) => ({ words: [phrase], own: ofLocal(command) })),
  ]
  return all
}

type Found = { readonly argv: readonly string[]; readonly length: number }

const isFlagWord = (word: string): boolean => /^--?\p{L}/u.test(word)

/**
 * The line of a phrase whose words stand in it with flags before or between them; null where it is not this one. Before the first word, a
 * flag is that of every command, and after it the command's own first, as it is after all of them.
 */
const lineOfPhrase = (argv: readonly string[], { words, own }: Phrase, takesUnknown: boolean): Found | null => {
  const front: string[] = []
  const phrase: string[] = []
  const moved: string[] = []
  let at = 0
  while (phrase.length < words.length) {
    const head = argv[at]
    if (head === undefined || head === '--') return null
    if (!isFlagWord(head)) {
      if (head.toLowerCase() !== words[phrase.length]) return null
      phrase.push(head)
      at += 1
      continue
    }
    const next = argv[at + 1]
    const asOwn = phrase.length > 0 ? own(head, next) : general(head, next) ? null : own(head, next)
    const taken = asOwn ?? general(head, next)
    const isNoun = next?.toLowerCase() === words[phrase.length]
    const unknown = takesUnknown ? (isNoun || head.includes('=') ? alone(head) : withNext(head, next)) : null
    const flag = taken ?? unknown
    if (!flag) return null
    ;(taken && !asOwn ? front : moved).push(...flag.words)
    at += flag.count
  }
  return { argv: [...front, ...phrase, ...moved, ...argv.slice(at)], length: words.length }
}

/** The longest of some lines; null where two of them are as long, so that one would be a guess. */
const longest = (found: readonly Found[]): readonly string[] | null => {
  const most = Math.max(...found.map(({ length }) => length))
  const lines = found.filter(({ length }) => length === most).map(({ argv }) => argv)
  return new Set(lines.map((line) => JSON.stringify(line))).size === 1 ? (lines[0] ?? null) : null
}

/**
 * The words of a line with its flags after those that name its command: `list --limit 1 monitors` is `list monitors --limit 1`. What a flag
 * takes is known from the command that is found with it, so nothing is guessed. Of an unknown flag only the command is found, which refuses it.
 */
export const wordsInOrder = (argv: readonly string[]): readonly string[] => {
  const found = phrases().flatMap((phrase) => lineOfPhrase(argv, phrase, false) ?? [])
  if (found.length > 0) return longest(found) ?? argv
  return longest(phrases().flatMap((phrase) => lineOfPhrase(argv, phrase, true) ?? [])) ?? argv
}

/** The words of a line that are no flags, and no values of flags that a command with its first word has. */
export const wordsWithoutFlags = (argv: readonly string[]): readonly string[] => {
  const plain: string[] = []
  for (let at = 0; at < argv.length; ) {
    const head = argv[at] ?? ''
    if (!isFlagWord(head)) plain.push(head)
    const [verb = argv.find((word) => !isFlagWord(word))] = plain
    const owners = phrases().filter(({ words }) => words[0] === verb)
    const taken = owners.reduce<Taken | null>((known, { own }) => known ?? own(head, argv[at + 1]), null)
    at += isFlagWord(head) ? (taken?.count ?? 1) : 1
  }
  return plain
}
