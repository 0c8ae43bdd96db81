import { contract, type EndpointName, type ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import { type AnyEndpoint, PROJECT_RIGHTS, type ProjectRight } from '../../contract/core/endpoint.ts'
import { kindNamed } from '../../contract/kinds.ts'
import { type Command, keyOf } from '../core/command.ts'
import type { Listing } from '../core/kind-row.ts'
import { withInstants } from '../core/time-words.ts'
import type { EntityKind, World } from '../core/world.ts'
import { kinds } from '../kinds.ts'
import { everywhere, withoutAll } from './every-location.ts'
import { rowNamed } from './named-row.ts'
import { pagesOf, type Rows, readRows } from './pages.ts'
import { type PathArgument, pathArguments, pathValues, queryFields, queryValues } from './read-input.ts'
import { limitPrompt, MOST_ROWS, rowLimit } from './row-limits.ts'

const names = Object.keys(contract) as readonly EndpointName[]
// The keys of the table are its kinds; Object.keys cannot know it.
const allKinds = Object.keys(kinds) as readonly EntityKind[]

const endpointOf = (name: EndpointName): AnyEndpoint => contract[name]
const isNamed = (name: string): name is EndpointName => Object.hasOwn(contract, name)

/** Lists whose endpoints are not called like their kinds, and that no choices are made of. */
const LISTS: Partial<Record<EntityKind, EndpointName>> = {
  'audit-entry': 'audit.list',
  'workflow-result': 'workflow.results',
}

/** The endpoint with the rows of a kind, and what is always part of its input; null where the choices are the rows. */
const listOf = (kind: EntityKind): { readonly name: EndpointName; readonly input: Listing['input'] } | null => {
  const { list } = kinds[kind]
  if (list !== null && list !== 'session') {
    const owner = list.operation.split('.')[0] ?? ''
    const isShared = kindNamed(owner) !== null && owner !== kind && isNamed(`${owner}.read`)
    const isRows = endpointOf(list.operation).lists !== undefined && !isShared
    return isRows || (owner === 'agent' && kind === 'agent') ? { name: list.operation, input: list.input } : null
  }
  const own = `${kind}.list`
  const name = LISTS[kind] ?? (isNamed(own) ? own : null)
  return name && endpointOf(name).lists ? { name, input: {} } : null
}

/** The endpoint that answers one object of a kind by its id; null where it is found among the rows. */
const oneOf = (kind: EntityKind): EndpointName | null =>
  [kinds[kind].naming?.operation ?? '', `${kind}.read`, `${kind}.read-one`, kind === 'mail' ? 'outbox.read' : '']
    .filter(isNamed)
    .find((name) => endpointOf(name).lists === undefined && endpointOf(name).route.includes('{')) ?? null

const typed = (noun: string): string => noun.toLowerCase().replaceAll(' ', '-')

const readingOf = (name: EndpointName): Pick<Command, 'needs' | 'reads'> => {
  const { access } = endpointOf(name)
  const right = PROJECT_RIGHTS.find((each): each is ProjectRight => each === access)
  return { reads: [name], ...(right && { needs: right }) }
}

const pathArgs = (path: readonly PathArgument[]) => ({
  args: Object.fromEntries(path.flatMap(({ key }) => (key === null ? [] : [[key, 'string > 0']]))),
  of: Object.fromEntries(path.flatMap(({ key, kind }) => (key === null || kind === null ? [] : [[key, kind]]))),
})

const read = (
  parts: Pick<Command, 'id' | 'words' | 'title' | 'args' | 'prints' | 'run'> & Partial<Command>,
): Command => ({
  effect: 'read',
  of: {},
  choices: {},
  prompts: {},
  secret: [],
  screen: false,
  ...parts,
})

const PAGING = { 'limit?': `1 <= number.integer <= ${MOST_ROWS}`, 'all?': 'boolean' }
const pagingPrompts = (name: EndpointName | null) => ({ limit: limitPrompt(name), all: 'All rows?' })

/**
 * Reads the rows of a list as far as its arguments ask for them, and shows them. They are shown ahead of the end unless there may turn out to
 * be more of them than is usual, which is refused.
 */
const showRows = async (
  name: EndpointName,
  input: { readonly params?: object; readonly query?: object },
  args: Readonly<Record<string, unknown>>,
  world: World,
): Promise<void> => {
  const { most, isWhole } = rowLimit(name, args)
  const isAll = args.all === true
  const { showAhead } = world
  if (!showAhead || (isWhole && !isAll)) {
    const { rows, more } = await readRows(name, endpointOf(name), input, most, world.call)
    world.show?.({ form: 'rows', rows, more, isWhole })
    return
  }
  let more = false
  for await (const page of pagesOf(
    name,
    endpointOf(name),
    input,
    isAll ? Number.POSITIVE_INFINITY : most,
    world.call,
  )) {
    showAhead(page.rows)
    more = page.more
  }
  world.show?.({ form: 'rows', rows: [], more, isWhole })
}

// The endpoint is found by name, so the input that its own declaration made has no type here.
const call = (world: World, name: EndpointName, input: object): Promise<unknown> =>
  world.call(name, input as CallOf<ProductContract[EndpointName]>)

/** Fields of queries that are times or numbers of other kinds keep their shape; those that name a thing are read as names. */
const kindOfQueryField = (key: string): EntityKind | null => {
  const owner = /^(call|monitor|location|schedule|workflow)_id$/.exec(key)?.[1]
  return owner === undefined ? null : owner === 'call' ? 'monitor' : kindNamed(owner)
}

/** The fields of a query that name a thing, with its kind. */
const namedIn = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, EntityKind>> =>
  Object.fromEntries(
    Object.keys(fields).flatMap((written) => {
      const { key } = keyOf(written)
      const kind = kindOfQueryField(key)
      return kind === null ? [] : [[key, kind]]
    }),
  )

/** Questions for fields of queries. In a list, a monitor is no step that something runs. */
const QUERY_PROMPTS = {
  call_id: 'Of which monitor?',
  from: 'From when on (2h, yesterday 9)?',
  to: 'Until when (2h, yesterday 9)?',
  time: 'Before when (2h, yesterday 9)?',
  start: 'From when on (2h, yesterday 9)?',
  end: 'Until when (2h, yesterday 9)?',
  since: 'Since when (2h, yesterday 9)?',
  mode: 'How much: summary (its figures), or full (also request, response, log and all conditions)?',
}

/** Arguments of an endpoint that lists rows: the variables of its path, its filters, and how many rows. The place in a list goes on by itself. */
const listArguments = (name: EndpointName, path: readonly PathArgument[]) => {
  const {
    'cursor?': _cursor,
    'direction?': _direction,
    'limit?': _limit,
    ...filters
  } = queryFields(endpointOf(name).query)
  const variables = pathArgs(path)
  return {
    filters,
    args: { ...variables.args, ...filters, ...PAGING },
    of: { ...variables.of, ...namedIn(filters) },
    prompts: { ...QUERY_PROMPTS, ...pagingPrompts(name) },
  }
}

/** The objects that arguments choose from, as rows. The list that holds them is read as a whole: a line needs only its beginning. */
const choicesOf = async (kind: EntityKind, world: World): Promise<Rows> => {
  const { list } = kinds[kind]
  const held = list === null || list === 'session' ? null : list
  const { lists } = held ? endpointOf(held.operation) : { lists: undefined }
  if (!held || lists === undefined) return { rows: world.entities(kind), more: false }
  const { rows, more } = await readRows(held.operation, endpointOf(held.operation), held.input, MOST_ROWS, world.call)
  return { rows: held.entities({ meta: { more, next_cursor: null }, [lists]: rows }), more }
}

const listCommand = (kind: EntityKind): Command => {
  const many = typed(kinds[kind].noun[1])
  const list = listOf(kind)
  const shared = {
    id: `rows.${kind}`,
    words: `list ${many}`,
    title: `List ${kinds[kind].noun[1]}`,
    prints: 'rows' as const,
  }
  if (!list)
    return read({
      ...shared,
      args: PAGING,
      prompts: pagingPrompts(null),
      async run(args, world) {
        const { most, isWhole } = rowLimit(null, args)
        const { rows, more } = await choicesOf(kind, world)
        world.show?.({ form: 'rows', rows: rows.slice(0, most), more: more || rows.length > most, isWhole })
      },
    })
  const endpoint = endpointOf(list.name)
  const fixed: { params?: Record<string, string>; query?: object } = list.input
  const path = pathArguments(endpoint, null).filter(({ variable }) => fixed.params?.[variable] === undefined)
  const { filters, ...said } = listArguments(list.name, path)
  return read({
    ...shared,
    ...said,
    ...readingOf(list.name),
    async run(args, world) {
      const params = { ...fixed.params, ...pathValues(path, args, world) }
      await showRows(
        list.name,
        { params, query: queryValues(filters, withInstants(args, filters, world)) },
        args,
        world,
      )
    },
  })
}

/** The kind whose objects a command lists; null where it is no list of a kind. */
export const listedKind = ({ id }: Command): EntityKind | null => allKinds.find((kind) => id === `rows.${kind}`) ?? null

/** The kind whose object a command shows; null where it shows none of a kind. */
export const shownKind = ({ id }: Command): EntityKind | null => allKinds.find((kind) => id === `one.${kind}`) ?? null

const showCommand = (kind: EntityKind): Command | null => {
  const one = typed(kinds[kind].noun[0])
  const shared = {
    id: `one.${kind}`,
    words: `show ${one}`,
    title: `Show ${kinds[kind].noun[0]}`,
    prints: 'one' as const,
  }
  const name = oneOf(kind)
  const list = listOf(kind)
  if (name) {
    const endpoint = endpointOf(name)
    const path = pathArguments(endpoint, kind)
    const filters = queryFields(endpoint.query)
    const { args, of } = pathArgs(path)
    return read({
      ...shared,
      args: { ...args, ...filters },
      of,
      prompts: QUERY_PROMPTS,
      ...readingOf(name),
      async run(given, world) {
        const query = queryValues(filters, withInstants(given, filters, world))
        const params = pathValues(path, given, world)
        const { variable } = path.at(-1) ?? {}
        // What an organization has is in no list of choices: its name is looked for among the rows.
        if (list && variable !== undefined && kinds[kind].list === null && given.organization !== undefined) {
          const rows = { params: pathValues(pathArguments(endpointOf(list.name), null), given, world) }
          const row = await rowNamed(kind, String(given[kind]), list.name, rows, world)
          if ('id' in row) params[variable] = String(row.id)
        }
        world.show?.({ form: 'one', one: await call(world, name, { params, query }) })
      },
    })
  }
  if (!list) return null
  const endpoint = endpointOf(list.name)
  const fixed: { params?: Record<string, string> } = list.input
  const path = pathArguments(endpoint, null).filter(({ variable }) => fixed.params?.[variable] === undefined)
  const variables = pathArgs(path)
  return read({
    ...shared,
    args: { ...variables.args, [kind]: 'string > 0' },
    of: { ...variables.of, [kind]: kind },
    ...readingOf(list.name),
    async run(args, world) {
      const params = { ...fixed.params, ...pathValues(path, args, world) }
      const one = await rowNamed(kind, String(args[kind]), list.name, { params }, world)
      world.show?.({ form: 'one', one })
    },
  })
}

/** Phrases of the console whose screens show what these endpoints answer. */
const PHRASES: Partial<Record<EndpointName, readonly string[]>> = {
  'audit.verify': ['verify audit', 'audit verify'],
  'audit.verify-installation': ['verify installation-audit'],
}

/** A command for a further reading of the API: `get statistics-metrics`. */
const getCommand = (name: EndpointName): Command => {
  const endpoint = endpointOf(name)
  const path = pathArguments(endpoint, null)
  const isList = endpoint.lists !== undefined
  const said = listArguments(name, path)
  const { args, of } = pathArgs(path)
  const fields = queryFields(endpoint.query)
  const named = isList ? said.of : { ...of, ...namedIn(fields) }
  const places = everywhere(named)
  const words = name.replace(/\.read$/, '').replace('.', '-')
  return read({
    id: `get.${words}`,
    words: `get ${words}`,
    aliases: PHRASES[name] ?? [],
    title: endpoint.summary,
    prints: isList ? 'rows' : endpoint.media === undefined ? 'one' : 'content',
    args: isList ? said.args : { ...args, ...fields },
    of: named,
    prompts: { ...(isList ? said.prompts : QUERY_PROMPTS), ...places.prompts },
    choices: places.choices,
    ...readingOf(name),
    async run(given, world) {
      const params = pathValues(path, given, world)
      const filters = isList ? said.filters : fields
      const query = withoutAll(name, queryValues(filters, withInstants(given, filters, world)))
      if (isList) return showRows(name, { params, query }, given, world)
      const one = await call(world, name, { params, query })
      world.show?.({ form: 'one', one })
      const problem = PROBLEMS[name]?.(one) ?? null
      if (problem !== null) world.tell(problem, { category: 'FAIL' })
    },
  })
}

// The answers of both have these fields.
const brokenChain = (answer: unknown): string | null =>
  Object(answer).intact === true ? null : 'The audit log is not intact: entries were changed, removed or added.'

/** What is wrong by an answer that was read in full, for those who only look at the exit code. */
const PROBLEMS: Partial<Record<EndpointName, (answer: unknown) => string | null>> = {
  'audit.verify': brokenChain,
  'audit.verify-installation': brokenChain,
}

const isReadable = (name: EndpointName): boolean => {
  const { effect, access, for: audience, stream, route } = endpointOf(name)
  const isPlain = stream !== 'events' && stream !== 'lines' && route.startsWith('GET ')
  return effect === 'read' && isPlain && audience === 'person' && access !== 'public' && access !== 'agent'
}

/** Commands that read: `list` and `show` for each kind, and `get` for what else the API answers. */
export const readCommands: readonly Command[] = (() => {
  const taken = new Set<EndpointName>()
  for (const kind of allKinds) for (const name of [listOf(kind)?.name, oneOf(kind)]) if (name) taken.add(name)
  const ofKinds = allKinds.flatMap((kind) => [listCommand(kind), showCommand(kind) ?? []].flat())
  return [...ofKinds, ...names.filter((name) => isReadable(name) && !taken.has(name)).map(getCommand)]
})()
