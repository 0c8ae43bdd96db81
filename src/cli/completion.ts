import { argumentsOf } from '../commands/core/argument.ts'
import { nounsOf } from '../commands/core/bulk-words.ts'
import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { isBare, tokensOf } from '../commands/core/line/tokens.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { lineNameOf, slugOf } from '../commands/core/naming.ts'
import type { Entity, EntityKind } from '../commands/core/world.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { listedKind } from '../commands/headless/reads.ts'
import { CATEGORIES } from '../contract/results/results.ts'
import { askingWords } from './argument-words.ts'
import { type FlagName, flagNamed } from './flag-table.ts'
import { flagsFor, flagsForLocal } from './flag-uses.ts'
import { nameOfFlag, type TakenApart, takeFlags } from './flags.ts'
import { formatsFor } from './formats.ts'
import { aboutOf } from './help.ts'
import { lineOf } from './line-of-words.ts'
import { listColumns } from './list-columns.ts'
import { LOCAL, localCommandOf } from './local-commands.ts'
import { wordsInOrder, wordsWithoutFlags } from './words-in-order.ts'

/** Something that may stand at the end of a line, with its meaning. */
export type Candidate = { readonly text: string; readonly note: string }

/** The names that may stand for a kind: slugs, or ids where a slug means several. */
export type NamesOf = (kind: EntityKind) => Promise<readonly Candidate[]>

const noCandidates: readonly Candidate[] = []

const plain = (text: string): Candidate => ({ text, note: '' })

/** Values of filters that the API takes as texts, because they may be lists. */
const valuesOf = (key: string, namesOf: NamesOf): Promise<readonly Candidate[]> | readonly Candidate[] => {
  if (key === 'result_category') return CATEGORIES.map(plain)
  return key === 'tag' || key === 'tags' ? namesOf('tag') : noCandidates
}

/** The words that may follow those that are complete. After a comma, what stands before it is kept, and not offered again. */
export const candidatesFor = async (
  done: readonly string[],
  last: string,
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const from = last.startsWith('-') ? 0 : last.lastIndexOf(',') + 1
  const before = last.slice(0, from)
  const taken = new Set(before.split(','))
  const found = await wordsFor(done, last.slice(from), namesOf)
  if (from === 0) return found
  const others = found.filter(({ text }) => !taken.has(text) && !text.startsWith('-'))
  return others.map(({ text, note }) => ({ text: before + text, note }))
}

const wordsFor = async (done: readonly string[], last: string, namesOf: NamesOf): Promise<readonly Candidate[]> => {
  const { words } = takeComplete(done)
  const local = localCommandOf(words)
  const found = local ? null : phraseIn(tokensOf(lineOf(words)), headlessCommands)
  const value = await flagValues(done.at(-1) ?? '', words, namesOf)
  if (value) return beginningLike(value, last)
  if (local?.command.like) return likeAnswers(local, local.command.like, last, namesOf)
  const own = local
    ? await localAnswers(local, done.at(-1) ?? '', last, namesOf)
    : found
      ? await answers(found.command, words.slice(found.length), last, namesOf)
      : []
  return beginningLike([...own, ...phrases(words)], last)
}

/** The candidates that begin with a text; where none does, those that do in another case, as names are found in any. */
const beginningLike = (candidates: readonly Candidate[], typed: string): readonly Candidate[] => {
  const exact = candidates.filter(({ text }) => text.startsWith(typed))
  if (exact.length > 0) return exact
  return candidates.filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()))
}

/** The words after a local command that takes those of another verb. `diff` takes two names, and does not compare an object with itself. */
const likeAnswers = async (
  { phrase, rest }: Local,
  verb: string,
  last: string,
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const line = [verb, ...rest]
  const length = phraseIn(tokensOf(lineOf(line)), headlessCommands)?.length ?? line.length
  const [first, ...others] = line.slice(length)
  if (phrase !== 'diff' || first === undefined || others.length > 0) return wordsFor(line, last, namesOf)
  const names = await wordsFor(line.slice(0, length), last, namesOf)
  return names.filter(({ text }) => text !== first)
}

type Local = NonNullable<ReturnType<typeof localCommandOf>>

const localAnswers = async (
  { phrase, command, rest }: Local,
  before: string,
  last: string,
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const flags = Object.entries(command.flags ?? {}).map(([flag, note]) => ({ text: flag.split(' ')[0] ?? '', note }))
  const flag = nameOfFlag(before)
  if (flag === 'output-format') return (command.formats ?? []).map(plain)
  if (before === '--category') return CATEGORIES.map(plain)
  if (last.startsWith('-')) return [...flags, ...generalFlags(flagsForLocal(command))]
  if (phrase === 'help') return phrases(rest)
  if (command.names) return namesOf(command.names)
  const words = (command.syntax ?? '').split('|')
  return words.length > 1 && rest.length === 0 ? words.map(plain) : noCandidates
}

/** Complete words, taken apart without a flag at the end that lacks its value. */
export const takeComplete = (done: readonly string[]): TakenApart => {
  for (const complete of [done, done.slice(0, -1)]) {
    try {
      return takeFlags(wordsInOrder(complete))
    } catch {
      // The last flag has no value yet, or the line is wrong.
    }
  }
  return { flags: {}, words: done }
}

/** The next words of all phrases that begin like these. */
const phrases = (done: readonly string[]): readonly Candidate[] => {
  const words = wordsWithoutFlags(done)
  const local = Object.entries(LOCAL).map(([phrase, { about }]) => ({ phrase, about }))
  const all = [...local, ...headlessCommands.map((command) => ({ phrase: command.words, about: aboutOf(command) }))]
  const next = new Map<string, string>()
  for (const { phrase, about } of all) {
    const parts = phrase.split(' ')
    if (words.length >= parts.length || words.some((word, at) => word !== parts[at])) continue
    const part = parts[words.length] ?? ''
    const isLast = parts.length === words.length + 1
    if (!next.has(part)) next.set(part, isLast ? about : '')
  }
  return [...next].map(([text, note]) => ({ text, note }))
}

const answers = async (
  command: Command,
  rest: readonly string[],
  last: string,
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const all = argumentsOf(command)
  const before = rest.at(-1) ?? ''
  const flagged = all.find(({ flags }) => flags.includes(before))
  const awaited = flagged && shapeOf(flagged).kind !== 'boolean' ? flagged : null
  if (awaited === null && last.startsWith('-')) return flagsOf(command)
  const argument = awaited ?? all.filter(({ required }) => required)[placesIn(command, rest)]
  if (!argument) return flagsOf(command)
  const { choices, kind } = shapeOf(argument)
  if (choices.length > 0) return choices.map(plain)
  if (kind === 'boolean') return ['true', 'false'].map(plain)
  return argument.kind ? namesOf(argument.kind) : valuesOf(argument.key, namesOf)
}

const flagsOf = (command: Command): readonly Candidate[] => [
  ...argumentsOf(command)
    .filter(({ required }) => !required)
    .map((argument) => ({ text: argument.flag, note: askingWords(argument) })),
  ...generalFlags(flagsFor(command)),
]

/** The values of a general flag that was typed last; null where it is none with a choice. */
const flagValues = async (
  flag: string,
  words: readonly string[],
  namesOf: NamesOf,
): Promise<readonly Candidate[] | null> => {
  const name = nameOfFlag(flag)
  if (name === 'project') return namesOf('project')
  const command = phraseIn(tokensOf(lineOf(words)), headlessCommands)?.command
  if (!command || name === null || !flagsFor(command).includes(name)) return null
  if (name === 'output-format') return formatsFor(command.prints).map(plain)
  const kind = listedKind(command)
  return name === 'columns' && kind
    ? (listColumns(kind) ?? []).map(({ path, head }) => ({ text: path, note: head }))
    : null
}

const generalFlags = (names: readonly FlagName[]): readonly Candidate[] =>
  names.flatMap((name) => {
    const { short, about } = flagNamed(name)
    return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((text) => ({ text, note: about }))
  })

/** How many arguments stand in their places already. */
const placesIn = (command: Command, rest: readonly string[]): number => {
  let places = 0
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    const flag = argumentsOf(command).find(({ flags }) => flags.includes(word))
    if (flag && shapeOf(flag).kind !== 'boolean') at += 1
    else if (!word.startsWith('--')) places += 1
  }
  return places
}

/** Names of entities as a line spells them, without quotes. A name that several share is offered beside their ids: a shell stops there. */
export const candidatesOf = (entities: readonly Entity[], kind: EntityKind): readonly Candidate[] => {
  const counts = new Map<string, number>()
  for (const { name } of entities) counts.set(slugOf(name), (counts.get(slugOf(name)) ?? 0) + 1)
  const shared = new Set<string>()
  const all = entities.map(({ id, name, note = name }): Candidate => {
    const text = lineNameOf(id, kind, entities)
    if (isBare(text) && text !== id) return { text, note }
    if ((counts.get(slugOf(name)) ?? 0) > 1) shared.add(slugOf(name))
    return { text: id, note }
  })
  const [, many] = nounsOf(kind)
  const names = [...shared].filter((slug) => slug !== '')
  return [...all, ...names.map((text) => ({ text, note: `${counts.get(text)} ${many}: name one by its id` }))]
}
