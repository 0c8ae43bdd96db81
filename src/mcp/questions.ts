import { argumentsOf, bulkArgumentOf } from '../commands/core/argument.ts'
import { counted, nounsOf } from '../commands/core/bulk-words.ts'
import type { Command, Confirmation } from '../commands/core/command.ts'
import { secretEntriesOf, secretsOf } from '../commands/core/line/mask-secrets.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { entityOf } from '../commands/core/naming.ts'
import { callsOf } from '../commands/core/perform.ts'
import type { Entity, EntityKind } from '../commands/core/world.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { kinds } from '../commands/kinds.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'
import { descriptionOf } from './descriptions.ts'
import { changesThings, endpointsOf, opensBy } from './effects.ts'
import { namesakesOf, renamedKind } from './namesakes.ts'
import { isSeenNow, isSeenWhilePublic } from './public-now.ts'

type Values = Readonly<Record<string, unknown>>

const MOST_NAMED = 20
/** Longer than any text that the public reads. */
const LONGEST_VALUE = 5_200
const LONGEST_ADDRESS = 200
const LONGEST_NAME = 100
const A_SECRET = '(a secret)'

/** Whether several objects at once are asked about, because the command changes them. */
const asksOfSeveral = (command: Command): boolean => bulkArgumentOf(command) !== null && changesThings(command)

/** What several of are given without a thought: they name no object that then does something. */
const LABELS_AND_PLACES: readonly EntityKind[] = ['tag', 'location']

/** Arguments that name several objects to work with, such as the targets of a new schedule. */
const listsOf = (command: Command): readonly string[] =>
  endpointsOf(command).some(isLasting)
    ? argumentsOf(command).flatMap((argument) => {
        const { key, kind } = argument
        return kind !== null && !LABELS_AND_PLACES.includes(kind) && shapeOf(argument).kind === 'list' ? [key] : []
      })
    : []

const listsSeveral = (command: Command, args: Values): boolean =>
  listsOf(command).some((key) => [args[key]].flat().length > 1)

const argumentsThatOpen = (command: Command): readonly string[] | true => {
  const fields = opensBy(command)
  if (fields === true) return true
  return fields.filter((field) => argumentsOf(command).some(({ key }) => key === field))
}

/** Whether a command may keep people from hearing of an outage: always, never, or with any argument but some. */
const silencing = (command: Command): boolean | { readonly except: readonly string[] } =>
  command.silences ?? (changesThings(command) && endpointsOf(command).some(isLasting))

/** Runs, tests and messages, and what one has read, leave everything as it is. */
const isLasting = ({ effect, changes }: AnyEndpoint): boolean => effect !== 'read' && changes !== false

const silencesNow = (command: Command, args: Values): boolean => {
  const silences = silencing(command)
  if (typeof silences === 'boolean') return silences
  const about = bulkArgumentOf(command)?.key
  return argumentsOf(command).some(
    ({ key }) => key !== about && args[key] !== undefined && !silences.except.includes(key),
  )
}

/** What a command widens with some arguments, as sentences; none where it widens nothing. */
const widenedBy = ({ widens }: Command, args: Values): readonly string[] => {
  const sentence = typeof widens === 'function' ? widens(args) : widens
  return sentence ? [sentence] : []
}

/** Returns whether a tool asks for a confirmation always, with some arguments, or never. */
export const askingOf = (command: Command): 'always' | 'sometimes' | 'never' => {
  const opening = argumentsThatOpen(command)
  const silences = silencing(command)
  const { confirm, widens } = command
  // A change asks of its own before some values only.
  if ((confirm && !command.needsOption) || silences === true || opening === true || typeof widens === 'string')
    return 'always'
  const mayAsk =
    confirm !== undefined ||
    silences !== false ||
    asksOfSeveral(command) ||
    listsOf(command).length > 0 ||
    opening.length > 0 ||
    widens !== undefined ||
    renamedKind(command) !== null ||
    isSeenWhilePublic(command)
  return mayAsk ? 'sometimes' : 'never'
}

/** What people outside of the project get to see, by what an endpoint is about. */
const SEEN: Readonly<Record<string, string>> = {
  incident: 'It changes what people outside of the project see of the incident on the status page.',
  'status-page': 'It changes what people outside of the project see on the status page.',
  report: 'Whoever has the link sees the figures of the report, also people outside of the project.',
  webhook: 'Its receiver gets the alerts of the project from then on, with what they say of its results.',
  monitor: 'It changes what people outside of the project see of the monitor.',
  'browser-test': 'It changes what people outside of the project see of the browser test.',
}

const USUALLY_SEEN = 'It shows something of the project to people outside of it.'

/** The sentences about what the endpoints of a command show, and to whom. */
const seenBy = ({ writes = [] }: Command): readonly string[] => {
  const opening = writes.filter((name) => ofEndpoint(name).opens !== undefined || ofEndpoint(name).seen)
  return [...new Set(opening.map((name) => SEEN[name.split('.')[0] ?? ''] ?? USUALLY_SEEN))]
}

// Where it does not matter which of the endpoints it is.
const ofEndpoint = (name: EndpointName): AnyEndpoint => contract[name]

const opensNow = (command: Command, args: Values): boolean => {
  const opening = argumentsThatOpen(command)
  return opening === true || opening.some((field) => Boolean(args[field]))
}

/** A name as a question shows it: its own quotation marks must not end those around it, and it is no sentence. */
export const plainName = (name: string): string => name.replace(/["“”„‟«»]/g, '’').slice(0, LONGEST_NAME)

/** An object by what no rename changes: where it calls, and its id. A model may give anything an innocent name before it asks. */
const identified = (id: string, entity: Entity | null): string => {
  const name = plainName(entity?.name ?? id)
  const address = entity?.address?.replace(/[?#].*$/s, '').slice(0, LONGEST_ADDRESS)
  return [`“${name}”`, ...(address ? [address] : []), ...(name === id ? [] : [id])].join(', ')
}

/** The objects that a call is about. */
const namesIn = async (command: Command, args: Values, world: Headless): Promise<readonly string[]> => {
  const bulk = bulkArgumentOf(command)
  if (!bulk?.kind) return []
  const entities = await world.entities(bulk.kind)
  const ids = [args[bulk.key]].flat().map(String)
  const names = ids.slice(0, MOST_NAMED).map((id) => identified(id, entityOf(id, entities)))
  return ids.length > MOST_NAMED ? [...names, `And ${ids.length - MOST_NAMED} more`] : names
}

/** What a name that another object has already brings about. */
const namesakeWords = (command: Command, namesake: Entity): string => {
  const [noun] = nounsOf(bulkArgumentOf(command)?.kind)
  return `Another ${noun} is called so already: ${identified(namesake.id, namesake)}. By this name alone, neither is found then.`
}

/** A secret as a question shows it: of an address, where it leads, because that is what a person has to judge. */
const secretWords = (value: unknown): string => {
  const [, origin] = /^([a-z][a-z\d+.-]*:\/\/[^/?#\s@]+)(?:[/?#]|$)/i.exec(String(value)) ?? []
  if (origin !== undefined) return `${origin.slice(0, LONGEST_ADDRESS)} (the rest of the address is a secret)`
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(String(value)) ?? []
  return domain === undefined ? A_SECRET : `…@${domain.slice(0, LONGEST_ADDRESS)} (the rest is a secret)`
}

const shortened = (text: string): string =>
  text.length <= LONGEST_VALUE
    ? text
    : `${text.slice(0, LONGEST_VALUE)}… (${(text.length - LONGEST_VALUE).toLocaleString('en')} more characters)`

/** Objects as a question shows them: their names, where those are known. */
const namesOf = async (kind: EntityKind, value: unknown, world: Headless): Promise<string> => {
  const entities = await world.entities(kind)
  const named = [value].flat().map((id) => entityOf(String(id), entities)?.name ?? String(id))
  return shortened(named.map((name) => `“${name}”`).join(', '))
}

/** A secret argument as a question shows it: of one with entries, those that are not secret as they are. */
const withoutSecrets = (command: Command, args: Values, key: string): string => {
  const entries = secretEntriesOf({ command, args }, key)
  if (entries === null) return secretWords(args[key])
  const shown = Object.entries(Object(args[key])).map(([name, value]) => [
    name,
    entries.includes(name) ? A_SECRET : value,
  ])
  return shortened(JSON.stringify(Object.fromEntries(shown)))
}

/** Every other argument with its value, so that a person sees what is about to be written, and what is left out. */
const valuesIn = async (command: Command, args: Values, world: Headless): Promise<readonly string[]> => {
  // A value that may be stored readable is shown: nobody agrees to what they take for a secret.
  const secrets = command.isSecret?.(args) === 'unsaid' ? [] : secretsOf({ command, args })
  const about = bulkArgumentOf(command)?.key
  const lines: string[] = []
  for (const { key, kind } of argumentsOf(command)) {
    if (key === about) continue
    const value = args[key]
    if (value === undefined)
      lines.push(...(command.without?.[key] ? [`${key}: ${command.without[key](world.world)}`] : []))
    else if (secrets.includes(key)) lines.push(`${key}: ${withoutSecrets(command, args, key)}`)
    else if (kind !== null && kinds[kind].named === undefined)
      lines.push(`${key}: ${await namesOf(kind, value, world)}`)
    else lines.push(`${key}: ${shortened(JSON.stringify(value))}`)
  }
  return lines
}

/**
 * The question before a tool acts; null where none is needed. Beside what commands themselves ask, a program asks before it changes several
 * objects at once, of which people choose each by hand, before the public or another project sees something, which nobody can take back, before
 * a change of what is watched, judged or told, before what notifies, runs or shows more than before, and before a
 * name that another object has. A person sees every value that would be written.
 */
export const questionBefore = async (command: Command, args: Values, world: Headless): Promise<Confirmation | null> => {
  const own = await world.confirmation(command, args)
  const several = callsOf(command, args).length
  const opens = opensNow(command, args) || (await isSeenNow(command, args, world))
  const silences = silencesNow(command, args)
  const widened = widenedBy(command, args)
  const asksOfMany = (several > 1 && asksOfSeveral(command)) || listsSeveral(command, args)
  const namesakes = await namesakesOf(command, args, world)
  if (!own && !opens && !silences && !asksOfMany && widened.length === 0 && namesakes.length === 0) return null
  // A connection may be one to all projects.
  const project = world.project ? [`Project: “${plainName(world.project.name)}”, ${world.project.id}`] : []
  const what = several > 1 ? ` (${counted(several, nounsOf(bulkArgumentOf(command)?.kind))})` : ''
  const title = command.asks?.(args) ?? `${command.title}?`
  return {
    question: own?.name
      ? own.question.replaceAll(own.name, plainName(own.name))
      : (own?.question ?? title.replace(/\?$/, `${what}?`)),
    effects: [
      ...project,
      ...(await namesIn(command, args, world)),
      ...(await valuesIn(command, args, world)),
      // The names of several stand above, more of them.
      ...(own?.effects ?? []).filter((effect) => effect !== own?.namesLine),
      ...(opens ? [...(own ? [] : [descriptionOf(command)]), ...seenBy(command)] : []),
      ...widened,
      ...namesakes.slice(0, MOST_NAMED).map((each) => namesakeWords(command, each)),
    ],
    word: own?.word ?? null,
    button: own?.button ?? title.replace(/\?$/, ''),
  }
}
