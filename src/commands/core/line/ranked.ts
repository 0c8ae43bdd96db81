import { commands } from '../../registry.ts'
import { argumentsOf, isNamedBy, nameOfArgument } from '../argument.ts'
import type { Command } from '../command.ts'
import { shownKey } from '../own-keys.ts'
import type { World } from '../world.ts'
import { labelOf } from './label.ts'
import { matchesOf, type Searchable } from './match.ts'
import { opens } from './opens.ts'
import type { Suggestion } from './suggestion.ts'
import { isPhrase } from './typed-words.ts'

/** A group of choices with the scores of its choices, and the best of them. */
export type Ranked = {
  readonly title: string
  readonly found: readonly { item: Suggestion; score: number }[]
  readonly best: number
}

/** A group of choices, ranked by the best one. */
export const ranked = (title: string, found: Ranked['found']): Ranked => ({
  title,
  found,
  best: found.reduce((best, { score }) => Math.max(best, score), 0),
})

/** The score of a command whose phrase is typed out. */
export const TYPED = 2

/** Nearness to the person, as a score: between two equally good matches, the nearer one goes first. */
export const NEARNESS = 0.05

/** Whether choosing a command that lacks nothing runs it: what destroys runs from its own words only. */
export const mayRun = (query: string, command: Command): boolean =>
  command.effect !== 'destroy' || isPhrase(query, command)

/** Key and icon of a command in a row, and whether it only opens something. */
export const looks = (command: Command, { preferences }: World) => ({
  opens: opens(command),
  keys: shownKey(command, preferences),
  icon: command.icon ?? null,
})

/** Names of the required arguments from one on, without the noun that the phrase ends with: "Run monitor", not "Run monitor monitor". */
export const requiredOf = (command: Command, from = 0): readonly string[] =>
  argumentsOf(command)
    .filter(({ required }) => required)
    .slice(from)
    .filter((argument) => !isNamedBy(command, argument))
    .map(nameOfArgument)

const titles = (command: Command): readonly [string, string] => [
  command.title,
  [command.words, ...(command.aliases ?? [])].join(' '),
]
const phrases = (command: Command): readonly [string, string] => [
  labelOf(command),
  [command.words, command.title, ...(command.aliases ?? [])].join(' '),
]

/** All commands by one of their texts: prepared once, however many of them are offered. */
const searchable = (texts: (command: Command) => readonly [string, string]) => {
  let all: readonly Searchable<Command>[] | null = null
  return () => {
    all ??= commands.map((item) => ({ item, texts: texts(item) }))
    return all
  }
}
/** All commands by their titles, and by their phrases. */
export const byTitle = searchable(titles)
export const byPhrase = searchable(phrases)

/** Commands among some that match a query, the best first. */
export const among = (
  all: () => readonly Searchable<Command>[],
  some: readonly Command[],
  query: string,
  limit: number,
) => {
  const wanted = new Set(some)
  return matchesOf(query, all(), limit, (command) => wanted.has(command))
}
