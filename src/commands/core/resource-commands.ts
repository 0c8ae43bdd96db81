import type { EndpointName } from '../../contract/contract.ts'
import type { ProjectRight } from '../../contract/core/endpoint.ts'
import type { Resource } from '../../contract/core/resource.ts'
import type { ManagedKind } from '../../contract/resources.ts'
import { kindOfField, kinds } from '../kinds.ts'
import type { RouteName } from '../routes.ts'
import { addressOf } from './addresses.ts'
import { linesOf, restorableLine } from './bulk-words.ts'
import { type Command, type Confirmation, keyOf, type Undo } from './command.ts'
import { slugOf } from './naming.ts'
import { promptFor } from './prompts.ts'
import { withInstants } from './time-words.ts'
import { isRecordable } from './undo/recording.ts'
import { calledWords, sharedWords } from './unique-name.ts'
import type { Entity, EntityKind, World } from './world.ts'

type Values = Readonly<Record<string, unknown>>
/** A field of a draft that a line can give: where it belongs in the body. */
type Field = {
  readonly key: string
  readonly path: readonly string[]
  readonly required: boolean
  readonly definition: unknown
}

const SECRETS = ['password', 'secret']

/** What was made, as it was answered. */
type Made = Values & { readonly id: string; readonly name: string }

/** Texts of a managed kind beyond its draft. */
export type ResourceWords = {
  /** What deleting one brings about, beyond that it is gone. */
  readonly lost: (id: string, world: World) => readonly string[]
  /** The number of results that are deleted with it; null while they are being counted. */
  readonly lostResults?: (id: string, world: World) => number | null
  /** Why one cannot be deleted now, such as its users; null where nothing is known against it. */
  readonly barred?: (id: string, world: World) => string | null
  /** False where no change of one can keep people from hearing of an outage. */
  readonly silences?: false
  /** The right that changes need, where it is not `edit`. */
  readonly needs?: ProjectRight
  /** The command that restores a deleted one; absent where it is deleted for good. */
  readonly restore?: (id: string) => Undo
  /** How long, and with what, a deleted one can be restored: "30 days, with its results". */
  readonly restorable?: string
  /** The phrase of `create`, where it is not `create` and the noun. */
  readonly createWords?: string
  /** Nouns of older phrases, which are still read. */
  readonly oldNouns?: readonly string[]
  /** Fields that a line must give, though the API has a default. */
  readonly required?: readonly string[]
  /** Values of fields that a line does not give, where the form of a new object begins with others than the API. */
  readonly usual?: Values
  /** Endpoints of `complete`. */
  readonly completeWrites?: readonly EndpointName[]
  /** Further calls that a creation needs, before it is told. */
  readonly complete?: (row: Made, world: World) => Promise<unknown>
  /** What follows a creation, where that is not opening what was made. */
  readonly made?: (row: Made, world: World) => void
  /** What a change of these fields is, where “changed” says too little; null elsewhere. */
  readonly changed?: (args: Values) => string | null
  /** The question before a change that moves what an object is for, or leaves it nothing to do; null before any other. */
  readonly question?: (args: Values, world: World) => Confirmation | null
  /** Values that are offered for fields that take others too. */
  readonly choices?: Command['choices']
  /** Rules of fields that need no server. */
  readonly checks?: Command['checks']
  /** Further fields that no line remembers. */
  readonly secrets?: readonly string[]
}

/**
 * The commands that every managed kind has, read off its declaration and its row: `create`, `change`, `edit` and `delete`. The fields of
 * its draft are their flags; a nested field goes by its own name.
 */
export const resourceCommands = (resource: Resource<ManagedKind>, words: ResourceWords): readonly Command[] => {
  const kind = resource.name
  const name = kind
  const { icon, noun, parameter, routes } = kinds[kind]
  const [typed] = noun
  const { oldNouns = [], restore } = words
  const aliases = (verb: string) => oldNouns.map((old) => `${verb} ${old}`)
  const fields = fieldsOf(resource.draft)
  const definitions = Object.fromEntries(fields.map(({ key, definition }) => [key, definition]))
  const open = (route: RouteName | null, id: string, world: World, isToWrite = false): void => {
    if (route && parameter && id !== '') world.goTo(addressOf(route, { [parameter]: id }), { isToWrite })
  }
  const shared = {
    icon,
    needs: words.needs ?? 'edit',
    choices: words.choices ?? {},
    ...(words.checks && { checks: words.checks }),
    prompts: {},
    secret: [...SECRETS, ...(words.secrets ?? [])],
  } as const
  return [
    {
      ...shared,
      id: `${name}.create`,
      words: words.createWords ?? `create ${typed}`,
      aliases: aliases('create'),
      title: `Create ${typed}`,
      pending: 'Creating',
      effect: 'write',
      icon: 'plus',
      args: Object.fromEntries(
        fields.map(({ key, required, definition }) => [
          required || words.required?.includes(key) ? key : `${key}?`,
          definition,
        ]),
      ),
      of: kindsOf(fields),
      ...(isRecordable(endpointOf(name, 'create')) && { undo: 'calls' as const }),
      writes: [endpointOf(name, 'create'), ...(words.completeWrites ?? [])],
      async run(args, world) {
        const given = withInstants({ ...words.usual, ...args }, definitions, world)
        const row = await call(world, name, 'create', { body: bodyOf(fields, given) })
        await words.complete?.(row, world)
        world.tell(`“${row.name}” created${sharedWords(row.name, row.id, kind, world)}`)
        if (words.made) words.made(row, world)
        else open(routes.one, row.id, world)
      },
    },
    {
      ...shared,
      id: `${name}.update`,
      words: `change ${typed}`,
      aliases: aliases('change'),
      title: `Change ${typed}`,
      pending: 'Saving',
      effect: 'write',
      icon: 'edit',
      args: { [name]: 'string', ...Object.fromEntries(fields.map(({ key, definition }) => [`${key}?`, definition])) },
      of: { [name]: kind, ...kindsOf(fields) },
      prompts: replacing(fields),
      done: (args, world) =>
        `${words.changed?.(args) ?? 'changed'}${calledWords(args.name)}${sharedWords(args.name, String(args[name]), kind, world)}`,
      needsOption: true,
      ...(words.question && { confirm: words.question }),
      silences: words.silences ?? { except: ['name', 'description'] },
      undo: 'calls',
      writes: [endpointOf(name, 'update')],
      async run(args, world) {
        const body = bodyOf(fields, withInstants(args, definitions, world))
        await call(world, name, 'update', { params: { id: String(args[name]) }, body })
      },
    },
    {
      ...shared,
      id: `${name}.edit`,
      words: `edit ${typed}`,
      aliases: aliases('edit'),
      title: 'Edit',
      effect: 'read',
      icon: 'edit',
      keys: 'e',
      keyScope: 'object',
      args: { [name]: 'string' },
      of: { [name]: kind },
      run: (args, world) => open(routes.edit, String(args[name]), world, true),
    },
    {
      ...shared,
      id: `${name}.remove`,
      words: `delete ${typed}`,
      aliases: aliases('delete'),
      title: 'Delete',
      pending: 'Deleting',
      effect: 'destroy',
      icon: 'trash',
      keys: '#',
      keyScope: 'object',
      args: { [name]: 'string' },
      of: { [name]: kind },
      done: 'deleted',
      ...(restore && { undo: (args: Values) => restore(String(args[name])) }),
      confirm: (args, world) => removal(kind, String(args[name]), words, world),
      writes: [endpointOf(name, 'remove')],
      async run(args, world) {
        const id = String(args[name])
        await call(world, name, 'remove', { params: { id } })
        if (parameter && routes.list && world.place?.params[parameter] === id) world.goTo(addressOf(routes.list, {}))
      },
    },
  ]
}

const removal = (kind: EntityKind, id: string, words: ResourceWords, world: World): Confirmation => {
  const { lost, lostResults, restorable } = words
  const why = words.barred?.(id, world) ?? null
  const entity: Entity | undefined = world.entities(kind).find((each) => each.id === id)
  const name = entity?.name ?? id
  return {
    question: restorable ? `Delete “${name}”?` : `Delete “${name}” permanently?`,
    effects: [
      // What it would lose is of no interest then.
      ...(why === null ? linesOf(lost(id, world)) : [`It cannot be deleted. ${why}`]),
      ...(restorable ? [restorableLine(restorable)] : []),
    ],
    ...(why !== null && { barred: `“${name}” cannot be deleted. ${why}` }),
    word: slugOf(name).slice(0, 24).replace(/-$/, '') || id,
    name,
    button: `Delete ${kinds[kind].noun[0]}`,
    ...(restorable && { restorable }),
    ...(lostResults && { results: () => lostResults(id, world) }),
  }
}

// `resource()` names its endpoints so; the contract's laws hold that they are there.
const isList = (definition: unknown): boolean =>
  typeof definition === 'string' ? definition.includes('[]') : Array.isArray(definition) && definition.includes('[]')

/** The questions for lists that a change replaces as a whole: one header given is the only one left. */
const replacing = (fields: readonly Field[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ key, definition }) => {
      const question = isList(definition) ? promptFor(key, kindOfField(key)) : null
      return question ? [[key, question.replace(/\?$/, ', in place of those that are there?')]] : []
    }),
  )

const endpointOf = (name: string, verb: string): EndpointName => `${name}.${verb}` as EndpointName

const call = async (world: World, name: string, verb: string, input: object): Promise<Made> => {
  // The endpoint is found by name, so its input and answer are not known here: the draft's fields made the one, a row is the other.
  const answer = (await world.call(endpointOf(name, verb), input as never)) as unknown
  const row = (answer ?? {}) as { id?: string; name?: string; meta?: { name?: string } }
  return { ...row, id: row.id ?? '', name: row.name ?? row.meta?.name ?? '' }
}

const isNested = (definition: unknown): definition is Values =>
  typeof definition === 'object' && definition !== null && !Array.isArray(definition)

const fieldsOf = (draft: unknown, above: readonly string[] = []): readonly Field[] =>
  Object.entries(isNested(draft) ? draft : {}).flatMap(([written, definition]) => {
    const { key, required } = keyOf(written)
    // A definition spreads another one in arktype's notation; its fields are at the same place.
    const path = key === '...' ? above : [...above, key]
    return isNested(definition) ? fieldsOf(definition, path) : { key, path, required, definition }
  })

const kindsOf = (fields: readonly Field[]): Record<string, EntityKind | undefined> =>
  Object.fromEntries(fields.map(({ key }) => [key, kindOfField(key) ?? undefined]))

/** The fields that were given, each in its place. */
const bodyOf = (fields: readonly Field[], args: Values): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const { key, path } of fields) {
    if (args[key] === undefined) continue
    const [inner, outer] = path.toReversed()
    if (inner === undefined) continue
    body[outer ?? inner] = outer === undefined ? args[key] : { ...Object(body[outer]), [inner]: args[key] }
  }
  return body
}
