import { commands } from '../../registry.ts'
import { argumentsOf, bulkArgumentOf } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import type { Command } from '../command.ts'
import type { World } from '../world.ts'
import { nearestCommands, withNearestVerb } from './did-you-mean.ts'
import { filtersIn } from './filters.ts'
import { GO_TO, goesSomewhere, goTo, nearestNames } from './go-to.ts'
import { labelOf } from './label.ts'
import { type Match, matchesOf } from './match.ts'
import { onThis } from './on-this.ts'
import { opens } from './opens.ts'
import { among, byPhrase, looks, mayRun, NEARNESS, type Ranked, ranked, requiredOf, TYPED } from './ranked.ts'
import { readLine } from './read.ts'
import { withoutPrompt } from './script.ts'
import { MAX_SUGGESTIONS, type SuggestionGroup, suggestion } from './suggestion.ts'
import { meantBy } from './synonyms.ts'
import { meantByAddress } from './typed-address.ts'
import { meantByCurl } from './typed-curl.ts'
import { beginsPhrase, beginsWords, isPhrase, isText, mayOffer } from './typed-words.ts'
import { verbAndName } from './verb-and-name.ts'

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
    ranked('Best match', [
      ...meantBy(query, world),
      ...filtersIn(query, world),
      ...meantByAddress(query, world),
      ...meantByCurl(query, world),
    ]),
    ranked(BY_NAME, isShort ? verbAndName(query, offered, world) : []),
    onThis(query, matching, world),
    recentLines(query, isShort ? recent : [], world),
    byName(query, matching, recent, world),
    goTo(query, matching, world, isShort ? recent : []),
  ]
  const isMeant =
    matching.some((command) => beginsPhrase(query, command)) || groups.slice(0, 2).some(({ found }) => found.length > 0)
  if (isSearch && !isMeant) {
    groups.push(ranked('Did you mean', nearestCommands(query, offered, world.preferences)))
    const read = isShort ? readLine(query.trim(), world) : null
    const fix = read?.command ? read.problems[0]?.fix : null
    if (fix) groups.push(meantLine(fix))
    const bare = withoutPrompt(query)
    // What begins a name is hardly a slip in a verb.
    const isName = !query.trim().includes(' ') && groups.some(({ title, best }) => title === GO_TO && best >= CLOSE)
    const mended = isShort && !isName ? (bare === query.trim() ? withNearestVerb(query, offered) : bare) : null
    // What is shown for another line than the typed one is only written.
    if (mended !== null && readLine(mended, world).command !== null) groups.push(meantLine(mended))
    else if (mended !== null) groups.push(unsure(choicesOfCommands(mended, world, recent), mended))
    if (isShort && groups.every(({ best }) => best < CLOSE)) groups.push(nearestNames(query, world))
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

/** The score of a text that begins with what is typed. */
const CLOSE = 0.8
/** The title of what is meant by a verb and a name. */
const BY_NAME = 'By name'
const STREWN = 0.45
// As long as nothing is typed, places are not pushed out by commands.
const UNASKED = 26

/** A whole line that may have been meant; choosing it writes it. */
const meantLine = (line: string): Ranked =>
  ranked('Did you mean', [{ item: suggestion({ id: `meant:${line}`, label: line, line }), score: 1 }])

/** Choices for a line that may have been meant: Enter on one that nobody moved to only writes its line. */
const unsure = (groups: readonly SuggestionGroup[], line: string): Ranked => {
  const isVerbAlone = !line.includes(' ')
  const items = groups
    .filter(({ title }) => isVerbAlone || title === BY_NAME)
    .flatMap((group) => group.items)
    .slice(0, MOST_MENDED)
  const found = items.map((item) => ({
    item: { ...item, id: `mended:${item.id}`, whole: false, ranges: [] },
    score: 1,
  }))
  return ranked(`Did you mean “${line}”`, found)
}
const MOST_MENDED = 8

const recentLines = (query: string, recent: readonly string[], world: World): Ranked => {
  const found = matchesOf(
    query,
    recent.filter((line) => isOffered(query, line, world)).map((line) => ({ item: line, texts: [line, ''] as const })),
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

/** An earlier line that changes something is found by its beginning; one that opens something by the words in it. */
const isOffered = (query: string, line: string, world: World): boolean =>
  beginsWords(query, line) && (isText(line.slice(0, query.trim().length), query) || opensLine(line, world))

const opensLine = (line: string, world: World): boolean => {
  const { command } = readLine(line, world)
  return command !== null && opens(command)
}

const byName = (query: string, offered: readonly Command[], recent: readonly string[], world: World): Ranked => {
  const named = offered.filter((each) => !goesSomewhere(each))
  const typed = query.trim().toLowerCase()
  const found = among(byPhrase, named, query, MAX_SUGGESTIONS)
    .map((match) => ({ ...match, order: match.score + bonusOf(match, typed, recent) }))
    .map((match) => (isPhrase(query, match.item) ? { ...match, score: TYPED, order: TYPED } : match))
    .sort((a, b) => b.order - a.order)
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
        note: requiredOf(command).join(', ') || withoutArguments(command, world),
        whole: isPhrase(query, command) || isText(query, labelOf(command)),
        ...begun(query, command),
      }),
    })),
  )
}

/** What a command does without the arguments that it can have, such as which action an undo is about; empty where that is plain. */
const withoutArguments = ({ without = {} }: Command, world: World): string =>
  Object.values(without)
    .flatMap((words) => words?.(world) ?? [])
    .join(', ')

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
