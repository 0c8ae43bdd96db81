import { commands } from '../../registry.ts'
import { argumentsOf, bulkArgumentOf, isNamedBy, lacksOption, nameOfArgument } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import { counted, nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { shownKey } from '../own-keys.ts'
import { mayBeShared } from '../unique-name.ts'
import type { World } from '../world.ts'
import { nearestCommands, withNearestVerb } from './did-you-mean.ts'
import { entitiesLike } from './entities-like.ts'
import { filtersIn } from './filters.ts'
import { labelOf } from './label.ts'
import { likelyFirst, usedAmong } from './likely.ts'
import { type Match, matchesOf, type Searchable } from './match.ts'
import { opens } from './opens.ts'
import { readLine } from './read.ts'
import { MAX_SUGGESTIONS, type Suggestion, type SuggestionGroup, suggestion } from './suggestion.ts'
import { meantBy } from './synonyms.ts'
import { quote } from './tokens.ts'
import { notesOf } from './told-apart.ts'
import { meantByAddress } from './typed-address.ts'
import { beginsPhrase, beginsWords, isPhrase, isText, mayOffer } from './typed-words.ts'
import { verbAndName } from './verb-and-name.ts'
import { writeLine } from './write.ts'

/** Letters of the longest line that is searched for: every command looks at each of its words. */
const LONGEST_SEARCH = 500

/** Suggestions for a line without a command: actions on the row, recent lines, commands, pages. */
export const choicesOfCommands = (
  query: string,
  world: World,
  recent: readonly string[],
): readonly SuggestionGroup[] => {
  const offered = offeredIn(world)
  const isSearch = query.trim() !== ''
  const isShort = query.length <= LONGEST_SEARCH
  const matching = isSearch ? offered.filter((command) => isShort && mayOffer(query, command)) : offered
  const groups = [
    ranked('Best match', [...meantBy(query, world), ...filtersIn(query, world), ...meantByAddress(query, world)]),
    ranked('By name', isShort ? verbAndName(query, offered, world) : []),
    onThis(query, matching, world),
    recentLines(query, isShort ? recent : [], world),
    byName(query, matching, recent, world),
    goTo(query, matching, world, isShort ? recent : []),
  ]
  const isMeant =
    matching.some((command) => beginsPhrase(query, command)) || groups.slice(0, 2).some(({ found }) => found.length > 0)
  if (isSearch && !isMeant) {
    groups.push(ranked('Did you mean', nearestCommands(query, offered, world.preferences.keys)))
    const mended = isShort ? withNearestVerb(query, offered) : null
    // What is shown for another line than the typed one is only written.
    if (mended !== null) groups.push(unsure(choicesOfCommands(mended, world, recent), mended))
  }
  const least = isSearch ? Math.max(...groups.map(({ best }) => best)) * STREWN : 0
  if (isSearch) groups.sort((a, b) => b.best - a.best)
  let left = MAX_SUGGESTIONS
  return groups.flatMap(({ title, found }) => {
    // Beside a good match, letters strewn over another text are noise.
    const shown = found
      .filter(({ score }) => score >= least)
      .slice(0, left)
      .map(({ item }) => item)
    left -= shown.length
    return shown.length === 0 ? [] : [{ title, items: shown }]
  })
}

let lastOffered: readonly Command[] = []

/** The commands of now; the very same list while they are the same, since what is made of it is kept with it. */
const offeredIn = (world: World): readonly Command[] => {
  const offered = commands.filter((command) => !command.hidden && unavailableReason(command, world) === null)
  const isSame = offered.length === lastOffered.length && offered.every((each, at) => each === lastOffered[at])
  if (!isSame) lastOffered = offered
  return lastOffered
}

const STREWN = 0.45
// As long as nothing is typed, places are not pushed out by commands.
const UNASKED = 26

/** Choices for a line that may have been meant: choosing one without moving to it writes its line. */
const unsure = (groups: readonly SuggestionGroup[], line: string): Ranked => {
  const items = groups.flatMap((group) => group.items).slice(0, MOST_MENDED)
  const found = items.map((item) => ({
    item: { ...item, id: `mended:${item.id}`, whole: false, ranges: [] },
    score: 1,
  }))
  return ranked(`Did you mean “${line}”`, found)
}
const MOST_MENDED = 8

type Ranked = {
  readonly title: string
  readonly found: readonly { item: Suggestion; score: number }[]
  readonly best: number
}

const ranked = (title: string, found: Ranked['found']): Ranked => ({
  title,
  found,
  best: Math.max(0, ...found.map(({ score }) => score)),
})

// Above a command that is typed whole, which asks what it is about.
const NAMED = 2.5

// Between two matches that are equally good, what stands nearer to the person goes first.
const NEARNESS = 0.05

const onThis = (query: string, offered: readonly Command[], world: World): Ranked => {
  const { focus, selection } = world
  const target = selection
    ? { kind: selection.kind, value: selection.ids.length === 1 ? selection.ids[0] : selection.ids }
    : focus && { kind: focus.kind, value: focus.id }
  if (!target) return ranked('', [])
  const title =
    selection && selection.ids.length > 1
      ? `On ${counted(selection.ids.length, nounsOf(selection.kind))}`
      : `On this ${nounsOf(target.kind)[0]}${focus ? `: ${focus.name}` : ''}`
  const ids = selection?.ids ?? (focus ? [focus.id] : [])
  const fitting = offered.filter(
    (each) =>
      bulkArgumentOf(each)?.kind === target.kind &&
      !each.id.startsWith('open.') &&
      ids.some((id) => each.fits?.(id, world) ?? true),
  )
  const found = among(byTitle, fitting, query, query.trim() === '' ? 6 : 12).map((match) => {
    const command = match.item
    const args = { [bulkArgumentOf(command)?.key ?? '']: target.value }
    const more = argumentsOf(command).filter(({ required }) => required).length > 1 || lacksOption(command, args)
    const line = writeLine(command, args, world)
    // Rows that were selected are named by that; the row that the cursor happens to be on is not.
    const whole = selection !== null && (isPhrase(query, command) || isText(query, command.title))
    return {
      score: whole ? NAMED : match.score + NEARNESS,
      item: suggestion({
        ...looks(command, world),
        id: `this:${command.id}`,
        label: command.title,
        ranges: match.ranges[0] ?? [],
        note: requiredOf(command, 1).join(', '),
        line: more ? `${line} ` : line,
        runs: !more && mayRun(query, command),
        whole,
      }),
    }
  })
  return ranked(title, found)
}

const recentLines = (query: string, recent: readonly string[], world: World): Ranked => {
  const found = matchesOf(
    query,
    recent.filter((line) => beginsWords(query, line)).map((line) => ({ item: line, texts: [line, ''] as const })),
    query.trim() === '' ? 4 : 3,
  )
  return ranked(
    'Recent',
    found.map(({ item: line, score, ranges }) => ({
      score,
      item: suggestion({
        id: `recent:${line}`,
        label: line,
        ranges: ranges[0] ?? [],
        icon: 'audit',
        line,
        runs: true,
        opens: opensLine(line, world),
      }),
    })),
  )
}

const opensLine = (line: string, world: World): boolean => {
  const { command } = readLine(line, world)
  return command !== null && opens(command)
}

const byName = (query: string, offered: readonly Command[], recent: readonly string[], world: World): Ranked => {
  const named = offered.filter((each) => !goesSomewhere(each))
  const typed = query.trim().toLowerCase()
  const found = among(byPhrase, named, query, MAX_SUGGESTIONS)
    .map((match) => ({ ...match, order: match.score + bonusOf(match, typed, recent) }))
    .sort((a, b) => b.order - a.order)
    .map((match) => (match.item.words === typed ? { ...match, score: 2 } : match))
    .slice(0, typed === '' ? UNASKED : MAX_SUGGESTIONS)
  return ranked(
    'Commands',
    found.map(({ item: command, score, ranges }) => ({
      score,
      item: suggestion({
        ...looks(command, world),
        id: command.id,
        label: labelOf(command),
        ranges: ranges[0] ?? [],
        note: requiredOf(command).join(', '),
        whole: isPhrase(query, command) || isText(query, labelOf(command)),
        ...begun(query, command),
      }),
    })),
  )
}

/** What was typed out, what begins so, and what was used lately goes first. */
const bonusOf = ({ item, score }: Match<Command>, typed: string, recent: readonly string[]): number => {
  const place = recent.findIndex((line) => line.startsWith(`${item.words} `) || line === item.words)
  const lately = place < 0 ? 0 : 0.2 / (place + 2)
  if (typed === '') return lately
  if (item.words === typed) return lately + 1
  // Phrases that begin with the words typed are equally near, however long they are: those about monitors go first.
  return item.words.startsWith(`${typed} `)
    ? lately + 1.3 - score + (bulkArgumentOf(item)?.kind === 'monitor' ? NEARNESS : 0)
    : lately + (item.words.startsWith(typed) ? 0.3 : 0)
}

const begun = (query: string, command: Command): { line: string; runs: boolean } =>
  command.id === 'console.shortcuts'
    ? { line: '?', runs: false }
    : argumentsOf(command).length === 0
      ? { line: command.words, runs: mayRun(query, command) }
      : { line: `${command.words} `, runs: false }

/** Whether choosing a command that lacks nothing runs it: what destroys runs from its own words only. */
const mayRun = (query: string, command: Command): boolean => command.effect !== 'destroy' || isPhrase(query, command)

/** Screens that need no answer, and things by their names. */
const goTo = (query: string, offered: readonly Command[], world: World, recent: readonly string[]): Ranked => {
  const screens = offered.filter(goesSomewhere)
  const places = among(byTitle, screens, query, 12).map(({ item: command, score, ranges }) => ({
    score,
    item: suggestion({
      ...looks(command, world),
      id: command.id,
      label: command.title,
      ranges: ranges[0] ?? [],
      line: command.words,
      runs: true,
      whole: isPhrase(query, command) || isText(query, command.title),
    }),
  }))
  const things =
    query.trim() === ''
      ? []
      : [...openable('monitor', query, world, recent), ...openable('project', query, world, recent)]
  return ranked('Go to', [...places, ...things].sort((a, b) => b.score - a.score).slice(0, 20))
}

const openable = (kind: 'monitor' | 'project', query: string, world: World, recent: readonly string[]) => {
  const command = commands.find(({ id }) => id === (kind === 'monitor' ? 'open.monitor' : 'project.switch'))
  if (!command || unavailableReason(command, world) !== null) return []
  const entities = world.entities(kind)
  const found = entitiesLike(query, kind, entities, 12)
  const notes = notesOf(found.map((each) => each.item))
  return likelyFirst(found, usedAmong(entities, recent), false).map(({ item, score, ranges }) => ({
    score,
    item: suggestion({
      id: `${kind}:${item.id}`,
      label: item.name,
      ranges: ranges[0] ?? [],
      note: kind,
      end: notes.get(item.id) ?? '',
      icon: command.icon ?? null,
      category: item.category ?? null,
      line: writeLine(command, { [kind]: item.id }, world),
      runs: true,
      opens: opens(command),
      whole: named(query.trim(), entities).includes(item),
      named: mayBeShared(item, kind, world) ? `${command.words} ${quote(item.name)}` : null,
    }),
  }))
}

const goesSomewhere = (command: Command): boolean => command.id.startsWith('open.') && argumentsOf(command).length === 0

const looks = (command: Command, { preferences }: World) => ({
  opens: opens(command),
  keys: shownKey(command, preferences.keys),
  icon: command.icon ?? null,
})

/** Names of the required arguments from one on, without the noun that the phrase ends with: "Run monitor", not "Run monitor monitor". */
const requiredOf = (command: Command, from = 0): readonly string[] =>
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
const byTitle = searchable(titles)
const byPhrase = searchable(phrases)

const among = (all: () => readonly Searchable<Command>[], some: readonly Command[], query: string, limit: number) => {
  const wanted = new Set(some)
  return matchesOf(query, all(), limit, (command) => wanted.has(command))
}
