import { kinds } from '../../kinds.ts'
import { commands } from '../../registry.ts'
import { argumentsOf, bulkArgumentOf } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import { nounsOf } from '../bulk-words.ts'
import { type Command, phrasesOf } from '../command.ts'
import { entityOf } from '../naming.ts'
import type { Entity, EntityKind, World } from '../world.ts'
import { entitiesLike } from './entities-like.ts'
import { likelyFirst, usedAmong } from './likely.ts'
import { objectRows } from './object-row.ts'
import { among, byTitle, looks, NEARNESS, type Ranked, ranked, TYPED } from './ranked.ts'
import { closestEntities } from './read-value.ts'
import { suggestion } from './suggestion.ts'
import { hasText, isPhrase, isText } from './typed-words.ts'

/** Screens that need no answer, and things by their names. */
export const goTo = (query: string, offered: readonly Command[], world: World, recent: readonly string[]): Ranked => {
  const screens = offered.filter(goesSomewhere)
  // A line that is a command runs that: `new downtime`.
  const isCommand = offered.some((command) => isPhrase(query, command))
  const places = among(byTitle, screens, query, 12).map(({ item: command, score, ranges }) => {
    const isTitle = isText(query, command.title)
    const isFirst = isTitle && !isCommand
    const item = suggestion({
      ...looks(command, world),
      id: command.id,
      label: command.title,
      ranges: ranges[0] ?? [],
      line: command.words,
      runs: true,
      whole: isPhrase(query, command) || isTitle,
    })
    // What the sidebar calls a screen opens it, before the same screen of one object, whose name would be asked for.
    return { score: isFirst ? TYPED + NEARNESS : isPhrase(query, command) ? TYPED : score, item }
  })
  const things = query.trim() === '' ? [] : openers.flatMap(([kind, id]) => openable(kind, id, query, world, recent))
  return ranked(GO_TO, [...places, ...things].sort((a, b) => b.score - a.score).slice(0, 20))
}

const wordsIn = (text: string): number => text.trim().split(/\s+/).length

/** The title of screens, and of objects by their names. */
export const GO_TO = 'Go to'

/** One letter is in the name of everything: only what is called so is meant. */
const mayMean = (query: string, { name }: Entity): boolean =>
  query.trim().length > 1 || name.trim().toLowerCase() === query.trim().toLowerCase()

/** Whether a query is a verb of commands with a text after it: `run undo`. */
const beginsWithVerb = (query: string): boolean => {
  const [verb = '', text] = query.trim().toLowerCase().split(/\s+/)
  return (
    text !== undefined && commands.some((command) => phrasesOf(command).some((phrase) => phrase.startsWith(`${verb} `)))
  )
}

/** The kinds whose objects are found by name alone, with the command that opens one. */
const openers = (Object.keys(kinds) as readonly EntityKind[]).flatMap(
  (kind): readonly (readonly [kind: EntityKind, command: string])[] => {
    const { one } = kinds[kind].routes
    if (kind === 'project') return [[kind, 'project.switch']]
    return one === null || kinds[kind].list === null ? [] : [[kind, `open.${one}`]]
  },
)

/** Objects of a kind whose names match a query. */
const openable = (kind: EntityKind, id: string, query: string, world: World, recent: readonly string[]) => {
  const command = commands.find((each) => each.id === id)
  const argument = command && bulkArgumentOf(command)
  if (!argument || unavailableReason(command, world) !== null) return []
  const entities = world.entities(kind)
  // Whoever begins with a verb names what it is done to: letters strewn over the name of something else are not what they mean.
  const isVerb = beginsWithVerb(query)
  // A name with fewer words than were typed is not what they mean: `run run` runs “run”.
  const like = entitiesLike(query, kind, entities, 12).filter(
    ({ item }) =>
      wordsIn(item.name) >= wordsIn(query) && mayMean(query, item) && (!isVerb || hasText(query, item.name)),
  )
  const found = likelyFirst(like, usedAmong(entities, recent), query)
  return objectRows(command, { ...argument, kind }, found, query, world).map(({ item, score }) => ({
    score,
    item: { ...item, note: nounsOf(kind)[0] },
  }))
}

/** Shorter texts are near to too many names. */
const SHORTEST_SLIP = 4

/** Objects whose names are a slip or two away from a text, such as `chekout`, for a text that finds nothing as it stands. */
export const nearestNames = (query: string, world: World): Ranked => {
  const text = query.trim()
  const found = text.length < SHORTEST_SLIP ? [] : openers.flatMap(([kind, id]) => nearTo(text, kind, id, world))
  return ranked('Did you mean', found.slice(0, MOST_NEAR))
}
const MOST_NEAR = 5

const nearTo = (text: string, kind: EntityKind, id: string, world: World) => {
  const command = commands.find((each) => each.id === id)
  const argument = command && bulkArgumentOf(command)
  if (!argument || unavailableReason(command, world) !== null) return []
  const entities = world.entities(kind)
  const near = closestEntities(text, kind, entities).flatMap((each) => entityOf(each, entities) ?? [])
  const matches = near.map((item) => ({ item, score: 1, ranges: [] }))
  return objectRows(command, { ...argument, kind }, matches, '', world).map(({ item, score }) => ({
    score,
    item: { ...item, id: `near:${item.id}`, whole: false, note: nounsOf(kind)[0] },
  }))
}

/** Whether a command opens a screen that needs no answer. */
export const goesSomewhere = (command: Command): boolean =>
  command.id.startsWith('open.') && argumentsOf(command).length === 0
