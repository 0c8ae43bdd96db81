import { fitsCommand } from '../already.ts'
import { type Argument, bulkArgumentOf, isNamedBy } from '../argument.ts'
import { nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import { entityOf, named } from '../naming.ts'
import { lineNameIn } from '../unique-name.ts'
import type { EntityKind, World } from '../world.ts'
import { entitiesLike } from './entities-like.ts'
import { labelOf } from './label.ts'
import { objectRows } from './object-row.ts'
import { opens } from './opens.ts'
import { NEARNESS, requiredOf } from './ranked.ts'
import { closestEntities } from './read-value.ts'
import { MAX_SUGGESTIONS, type Suggestion, suggestion } from './suggestion.ts'
import { tokensOf, unquoted } from './tokens.ts'
import { beginsWords } from './typed-words.ts'

/** Objects of one kind that are shown for a verb. */
const MOST = 5

/**
 * A verb with the name of an object of any kind: `run alpha` means each monitor and workflow that may be called so. More may follow a whole
 * name: `tag alpha shop`, `run alpha --delay 5`.
 */
export const verbAndName = (
  query: string,
  offered: readonly Command[],
  world: World,
): readonly { item: Suggestion; score: number }[] => {
  const [, verb = '', text = ''] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(query) ?? []
  if (text === '') return []
  const meant = offered.flatMap((command) => {
    const argument = command.words.split(' ')[0] === verb.toLowerCase() ? bulkArgumentOf(command) : null
    return argument?.kind && isVerbAndNoun(command, argument)
      ? [{ command, argument: { ...argument, kind: argument.kind } }]
      : []
  })
  const several = meant.flatMap((each) => rowOfSeveral(each, text, world))
  if (several.length > 0) return several
  const rows = meant.flatMap((each) => rowsOf(each, text, world))
  const further = rows.length > 0 ? [] : meant.flatMap((each) => rowsBefore(each, text, world))
  const near = rows.length + further.length > 0 ? [] : meant.flatMap((each) => rowsNear(each, text, world))
  return [...rows, ...further, ...near].sort((a, b) => b.score - a.score)
}

/** The sentence about a verb and a name that nothing has: `run undo` names no monitor and no workflow. Null for other lines. */
export const missedName = (query: string, offered: readonly Command[]): string | null => {
  const [, verb = '', text = ''] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(query) ?? []
  const nouns = offered.flatMap((command) => {
    const argument = command.words.split(' ')[0] === verb.toLowerCase() ? bulkArgumentOf(command) : null
    return argument?.kind && isVerbAndNoun(command, argument) ? [nounsOf(argument.kind)[0]] : []
  })
  const all = [...new Set(nouns)]
  if (text === '' || all.length === 0 || all.length > MOST_NOUNS) return null
  return `No ${listed(all)} is called “${text}”.`
}
/** A sentence with more is not read. */
const MOST_NOUNS = 4

/** “monitor”, “monitor or workflow”, “monitor, schedule or workflow” */
const listed = (nouns: readonly string[]): string =>
  nouns.length < 2 ? nouns.join('') : `${nouns.slice(0, -1).join(', ')} or ${nouns.at(-1)}`

type Meant = { readonly command: Command; readonly argument: Argument & { readonly kind: EntityKind } }

/** The objects that a text may mean. What changes something is offered for the words of a name. */
const rowsOf = ({ command, argument }: Meant, text: string, world: World) => {
  const { kind } = argument
  const all = world.entities(kind)
  const meant = named(text, all)
  // One that is named whole is meant, and hears that it is so already: another one is not taken in its place.
  const entities =
    meant.length > 0 && command.already
      ? meant
      : all.filter((each) => meant.includes(each) || fitsCommand(command, each.id, world))
  const found = entitiesLike(text, kind, entities, MAX_SUGGESTIONS)
    .filter(({ item }) => opens(command) || meant.includes(item) || beginsWords(text, item.name))
    .slice(0, MOST)
  return objectRows(command, argument, found, text, world).map(({ item, score }) => ({
    score: (score + (kind === 'monitor' ? NEARNESS : 0)) * BELOW_PHRASE,
    item: { ...item, note: labelOf(command) },
  }))
}

/** Several objects of one kind, each named whole, with commas between them. */
const rowOfSeveral = ({ command, argument }: Meant, text: string, world: World): ReturnType<typeof rowsOf> => {
  const names = text.split(',').map((name) => unquoted(name.trim()))
  if (names.length < 2) return []
  const found = names.map((name) => named(name, world.entities(argument.kind)))
  const entities = found.flatMap((each) => (each.length === 1 ? each : []))
  if (entities.length < names.length) return []
  const lineNames = entities.map(({ id }) => lineNameIn(id, argument.kind, world)).join(',')
  const item = suggestion({
    id: `${command.id}:several`,
    label: entities.map(({ name }) => name).join(', '),
    note: labelOf(command),
    icon: command.icon ?? null,
    line: `${command.words} ${lineNames}${requiredOf(command).length > 0 ? ' ' : ''}`,
  })
  return [{ item, score: BELOW_PHRASE }]
}

/** The objects that the first words of a text name whole; the other words follow the name in the line, which is only written. */
const rowsBefore = (meant: Meant, text: string, world: World): ReturnType<typeof rowsOf> => {
  const { kind } = meant.argument
  const ends = tokensOf(text)
    .slice(0, MOST_WORDS)
    .map(({ to }) => to)
  const end = ends.findLast(
    (to) => to < text.length && named(unquoted(text.slice(0, to)), world.entities(kind)).length > 0,
  )
  if (end === undefined) return rowsBeforeFigure(meant, text, world)
  const rest = text.slice(end)
  return rowsOf(meant, unquoted(text.slice(0, end)), world)
    .filter(({ item }) => item.whole)
    .map(withRest(rest))
}

/** The objects that words of a name may mean before a number or duration that the command asks for next: `snooze ops 30`. */
const rowsBeforeFigure = (meant: Meant, text: string, world: World): ReturnType<typeof rowsOf> => {
  const [, words = '', rest = ''] = /^(.*\S)(\s+\d+[a-z]*)$/i.exec(text) ?? []
  return rest === '' || requiredOf(meant.command).length === 0 ? [] : rowsOf(meant, words, world).map(withRest(rest))
}

const withRest =
  (rest: string) =>
  ({ item, score }: ReturnType<typeof rowsOf>[number]) => ({
    score,
    item: {
      ...item,
      note: `${item.note}${rest}`,
      line: `${item.line.trimEnd()}${rest}`,
      named: item.named === null ? null : `${item.named}${rest}`,
      runs: false,
      whole: false,
    },
  })

/** The objects whose names differ by a slip. Choosing one that nobody moved to only writes its line. */
const rowsNear = ({ command, argument }: Meant, text: string, world: World): ReturnType<typeof rowsOf> => {
  // The whole list, whose words are prepared once.
  const entities = world.entities(argument.kind)
  const found = closestEntities(text, argument.kind, entities).flatMap((id) => {
    const item = entityOf(id, entities)
    return item && (command.already !== undefined || fitsCommand(command, id, world))
      ? [{ item, score: NEAR, ranges: [] }]
      : []
  })
  return objectRows(command, argument, found, text, world).map(({ item, score }) => ({
    score,
    item: { ...item, note: labelOf(command), whole: false },
  }))
}

/** As near as a part of a name. */
const NEAR = 0.7
/** Below what was typed as a phrase. */
const BELOW_PHRASE = 0.98
/** No name has more words. */
const MOST_WORDS = 12

/** Whether a phrase is a verb and the noun of its object, such as `run monitor`: `delete role` of an organization is about a role. */
const isVerbAndNoun = (command: Command, argument: Argument): boolean =>
  command.words.split(' ').length === 2 && isNamedBy(command, argument)
