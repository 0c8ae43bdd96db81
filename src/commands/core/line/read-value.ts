import { kinds } from '../../kinds.ts'
import type { Argument } from '../argument.ts'
import { counted, nounsOf } from '../bulk-words.ts'
import type { Choice } from '../command.ts'
import { durationIn } from '../duration.ts'
import { mayBecome, named, slugOf } from '../naming.ts'
import { isPartial, loadedOf, MOST_NAMESAKES, type SearchCall, searchCall } from '../search-call.ts'
import { mayBecomeTime, noTimeSentence, timeOf } from '../time-words.ts'
import type { Entity, EntityKind, World } from '../world.ts'
import { closestIn, type Words, wordsOf } from './closest.ts'
import { readObject } from './read-object.ts'
import { beginsWords } from './typed-words.ts'
import type { ValueShape } from './value-shape.ts'

/** The value of a token for an argument, or the reason why it has none. */
export type Read =
  | { readonly value: unknown }
  | {
      readonly sentence: string
      /** Possible corrections, closest first. */
      readonly instead: readonly string[]
      /** None of them is nearer than the others: a person has to choose. */
      readonly isChoice?: boolean
      /** Whether the value may still be incomplete. */
      readonly unfinished: boolean
      /** The search on the server that decides it. */
      readonly search?: SearchCall | null
      /** The objects to name are still being loaded. */
      readonly isLoading?: boolean
    }

/** Context of a value: its argument, those before it, and whether the line ends with it. */
export type Site = {
  readonly argument: Argument
  /** The arguments that are read already. */
  readonly args: Readonly<Record<string, unknown>>
  readonly world: World
  readonly last: boolean
}

/** Parses one token as a value of an argument, or as one item of a list. */
export const readValue = (text: string, quoted: boolean, shape: ValueShape, site: Site): Read => {
  const { argument, world } = site
  const given = argument.choices?.(world) ?? []
  if (argument.kind) {
    const entities = world.entities(argument.kind)
    // Beside the objects there may be words for none of them, such as `all`.
    const word = given.find(({ value }) => value === text.toLowerCase())
    return word && named(text, entities).length === 0 ? { value: word.value } : readName(text, site, entities)
  }
  if (argument.objects) return readObject(text, site)
  const offered = shape.choices.length > 0 ? shape.choices : given.map(({ value }) => value)
  const number = shape.number && !(quoted && shape.text) ? numberIn(text, argument) : null
  // A number is offered as people write it too: `1h`.
  if (number !== null) return { value: number }
  const chosen = offered.find((each) => each.toLowerCase() === text.toLowerCase())
  if (chosen !== undefined && !(shape.text && chosen !== text)) return { value: asTaken(chosen, shape) }
  const { time } = argument
  if (time && text !== '' && timeOf(text, time, world) === null)
    return {
      sentence: noTimeSentence(text, time),
      instead: [],
      unfinished: site.last && mayBecomeTime(text, time, world),
    }
  if (shape.text) return { value: text }
  const words = [...shape.choices.map((value) => [value, value] as const), ...given.flatMap(inOtherWords)]
  const meant = words.find(([word]) => word === text.toLowerCase() || (word !== '' && word === slugOf(text)))
  if (meant) return { value: asTaken(meant[1], shape) }
  return {
    sentence: expectation(argument, shape, text),
    instead: closestIn(text, wordsOf(words)),
    unfinished: site.last && words.some(([word]) => word.toLowerCase().startsWith(text.toLowerCase())),
  }
}

/** A choice as its command takes it: a number where the choice is one. */
const asTaken = (choice: string, { numbers }: ValueShape): string | number =>
  numbers.find((each) => String(each) === choice) ?? choice

/** The words for a choice, besides its value: those that screens show, as a line writes them, and shorter ones. */
const inOtherWords = ({ value, note = '', also = [] }: Choice) =>
  [slugOf(note), ...also].map((word) => [word, value] as const)

const readName = (text: string, { argument, world, last }: Site, entities: readonly Entity[]): Read => {
  const { kind } = argument
  // A tag is created by its first use, and results are too many to list.
  if (kind && kinds[kind].named === 'by any text') {
    if (text === '') return { sentence: `${labelOf(argument)} is empty.`, instead: [], unfinished: last }
    if (kinds[kind].isId?.(text) ?? true) return { value: text }
    const [noun, many] = nounsOf(kind)
    return {
      sentence: `“${text}” is not the id of a ${noun}: “list ${many}” prints them.`,
      instead: [],
      unfinished: last,
    }
  }
  const [noun, many] = nounsOf(kind)
  const loaded = kind === null ? 'all' : loadedOf(kind, world)
  const loading = { sentence: `The ${many} are still being loaded.`, instead: [], unfinished: true, isLoading: true }
  const found = named(text, entities)
  const only = found.length === 1 ? found[0] : undefined
  // A page that comes later may have another one of that name.
  if (loaded === 'some' && only?.id !== text) return loading
  if (only) return readOnly(text, only, kind, world)
  if (found.length > 1) {
    const sentence = `${counted(found.length, nounsOf(kind))} are called ${text}.`
    return { sentence, instead: found.map(({ id }) => id), isChoice: true, unfinished: false }
  }
  // Before all objects are loaded, only ids are accepted. A slug may be as long, but has no capital letter.
  const isId = /^[\w-]{20,40}$/.test(text) && slugOf(text) !== text
  if (isId && (entities.length === 0 || (kind && (kinds[kind].lags || isPartial(kind, world))))) return { value: text }
  if (entities.length === 0 && loaded === 'nothing') return loading
  const unfinished = last && kind !== null && entities.some((each) => mayBecome(text, each, kind))
  const called = text.trim() === '' ? `The name of the ${noun} is empty.` : `No ${noun} is called ${text}.`
  const sentence = entities.length === 0 ? `No ${noun} exists yet.` : called
  if (unfinished) return { sentence, instead: [], unfinished }
  const near = closestEntities(text, kind, entities)
  if (near.length > 0) return { sentence, instead: near, unfinished }
  // Words of a name are no slip in it: a person says which object is meant.
  const partly =
    slugOf(text) === '' ? [] : entities.filter(({ name }) => beginsWords(text, name)).slice(0, MOST_CHOICES)
  return { sentence, instead: partly.map(({ id }) => id), isChoice: true, unfinished }
}

const MOST_CHOICES = 5

/** An object that alone of those that are loaded is called so. Where not all are loaded, the server says whether another one is. */
const readOnly = (text: string, { id }: Entity, kind: EntityKind | null, world: World): Read => {
  if (kind === null || text === id || kinds[kind].named !== undefined || !isPartial(kind, world)) return { value: id }
  const searched = world.searched(kind, text)
  const [, many] = nounsOf(kind)
  if (searched === 'all') return { value: id }
  const search = searched === null ? searchCall(kind, text, true) : null
  if (search) return { sentence: `Looking for other ${many} called ${text}.`, instead: [], unfinished: true, search }
  const most = figures.format(MOST_NAMESAKES)
  return {
    sentence: `More than ${most} ${many} match ${text}, and another may be called so: name it by its id.`,
    instead: [id],
    unfinished: false,
  }
}

const figures = new Intl.NumberFormat('en')

const prepared = new WeakMap<readonly Entity[], Words<string>>()

/** Ids of the objects whose name or slug is closest, or whose readable id is. Their words are prepared once, because 10 000 names are compared at each key. */
export const closestEntities = (
  text: string,
  kind: EntityKind | null,
  entities: readonly Entity[],
): readonly string[] => {
  const wordsFor = ({ id, name }: Entity) => [...(kind && kinds[kind].named ? [id] : []), name, slugOf(name)]
  const words =
    prepared.get(entities) ??
    wordsOf(entities.flatMap((each) => wordsFor(each).map((word) => [word, each.id] as const)))
  prepared.set(entities, words)
  return closestIn(text, words)
}

const numberIn = (text: string, { unit }: Argument): number | null => {
  if (/^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text)
  const seconds = unit && durationIn(text.replace(/^-/, ''))
  if (!seconds) return null
  return ((text.startsWith('-') ? -1 : 1) * seconds) / (unit === 'min' ? 60 : 1)
}

/** The values that an argument accepts, for an error about a wrong one. */
export const expectation = (argument: Argument, { choices, number, kind }: ValueShape, text: string): string => {
  const choice = choices.length > 0 ? oneOf(choices) : null
  const units = argument.unit === null ? '' : argument.unit === 's' ? ' of seconds' : ' of minutes'
  const written = argument.unit === null ? '' : ', or a time such as 15m or 2h'
  const numeral = number ? `a ${number.integer ? 'whole ' : ''}number${units}${boundsOf(number)}${written}` : null
  const takes = [numeral, choice].filter((each) => each !== null).join(', or ')
  return `${labelOf(argument)} takes ${takes || (kind === 'boolean' ? 'true or false' : 'something else')}, not ${text || 'nothing'}.`
}

/** The name of an argument in sentences: its flag, or its name if it is positional. */
export const labelOf = ({ flag, required }: Argument): string =>
  required ? flag.charAt(2).toUpperCase() + flag.slice(3).replace(/-/g, ' ') : flag

const boundsOf = ({ least, most }: { least: number | null; most: number | null }): string => {
  if (least !== null && most !== null) return ` from ${figures.format(least)} to ${figures.format(most)}`
  if (least !== null) return ` from ${figures.format(least)}`
  return most === null ? '' : ` up to ${figures.format(most)}`
}

const oneOf = (choices: readonly string[]): string =>
  choices.length === 1 ? String(choices[0]) : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
