import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { served } from '../../src/contract/aliases.ts'
import { contract } from '../../src/contract/contract.ts'
import { type AnyEndpoint, PROJECT_RIGHTS } from '../../src/contract/core/endpoint.ts'
import { joinAgent } from '../support/agent.ts'
import { signIn } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'
import { home as checkout } from '../support/sources.ts'
import { type Ids, pathWith } from './ids.ts'
import { makerOf } from './maker.ts'
import { PROJECT_ROWS, permissionTables, reachOf, rowOf } from './rights-matrix.ts'
import { type Home, type WayOfRights, waysOfRights } from './rights-ways.ts'

const endpoints: readonly (readonly [string, AnyEndpoint])[] = Object.entries(contract)
const isOfProject = ({ access }: AnyEndpoint): boolean => PROJECT_RIGHTS.some((right) => right === access)

/** Endpoints that only refusals are tried of, and why. */
const NOT_CARRIED_OUT: Readonly<Record<string, string>> = {
  'organization.remove': 'it deletes the organization that the other requests need',
}

let running: TestServer
let home: Home
let ways: readonly WayOfRights[]
/** Ids of things that the project has, for requests that must be refused; and of nothing, for those that are carried out. */
let mine: Ids
let none: Ids

beforeAll(async () => {
  running = await startServer()
  const agent = await joinAgent(running.api, running.server.joinToken)
  const ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  const { db } = running.server.services.database
  const row = await db.selectFrom('project').select(['key', 'id', 'org_id']).orderBy('key').executeTakeFirstOrThrow()
  mine = { ...(await makerOf({ running, agent }, running.api, ada).all()), organization: row.org_id ?? '' }
  home = { key: row.key, id: row.id, orgId: row.org_id ?? '' }
  // The keys of `mine` are all kinds.
  none = {
    ...(Object.fromEntries(Object.keys(mine).map((kind) => [kind, 'nothing'])) as Ids),
    organization: home.orgId,
  }
  ways = await waysOfRights(running, home)
}, 120_000)
afterAll(() => running.stop())

type Said = { readonly status: number; readonly text: string }

/** Calls without a body's fields: the right is decided before them. */
const ask = async (endpoint: AnyEndpoint, way: WayOfRights, ids: Ids): Promise<Said> => {
  const method = endpoint.route.split(' ')[0] ?? ''
  const ended = new AbortController()
  const answer = await fetch(running.server.url + pathWith(endpoint.route, ids), {
    method,
    redirect: 'manual',
    signal: ended.signal,
    headers: {
      'sonde-project-id': home.id,
      ...(way.token !== '' && { authorization: `Bearer ${way.token}` }),
      ...(endpoint.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(endpoint.body !== undefined && { body: '{}' }),
  })
  // A stream of events has no end.
  const text = answer.status < 400 ? '' : await answer.text()
  ended.abort()
  return { status: answer.status, text }
}

/** Whether a way may call an endpoint by the table; null where being signed in is all that is asked. */
const may = (name: string, endpoint: AnyEndpoint, way: WayOfRights): boolean | null => {
  if (!way.isKnown) return false
  if (isOfProject(endpoint)) return way.level !== null && (rowOf(name, endpoint)?.levels.includes(way.level) ?? false)
  if (endpoint.access === 'agent') return false
  const reach = reachOf(name, endpoint)
  if (reach === 'site') return way.site === 'site_admin'
  if (reach !== 'organization') return null
  return way.administers || way.site === 'site_admin' || (way.site !== null && endpoint.effect === 'read')
}

const RIGHTS_WORDS =
  /level [A-Z]+ may not|no access to a project|Only site admins|Only agents|another project than|There is no organization with that id that you administer/

const isRefusal = ({ status, text }: Said): boolean =>
  status === 401 || ((status === 403 || status === 404) && RIGHTS_WORDS.test(text))

/** The entries of all audit logs: whatever a refused request changes would be there. */
const written = async (): Promise<number> => {
  const { db } = running.server.services.database
  const { many } = await db
    .selectFrom('audit')
    .select((row) => row.fn.countAll<string>().as('many'))
    .where('action', '!=', 'project.enter')
    .executeTakeFirstOrThrow()
  return Number(many)
}

/** Runs work for all items, a few at a time. */
const inParallel = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

test('every endpoint has a row of the table, and what its path is about is what its access asks for', () => {
  const wrong = endpoints.flatMap(([name, endpoint]) => {
    const { access } = endpoint
    if (isOfProject(endpoint)) return rowOf(name, endpoint) ? [] : [`${name}: no row`]
    const reach = reachOf(name, endpoint)
    if (access === 'public' || access === 'agent' || access === 'account')
      return reach === null ? [] : [`${name}: ${access} instead of ${reach}`]
    return reach === access || (reach === null && access === 'site') ? [] : [`${name}: ${access} instead of ${reach}`]
  })
  expect(wrong).toEqual([])
})

test('every row of the table is about an endpoint', () => {
  const known = new Set(endpoints.filter(([, each]) => isOfProject(each)).map(([name, each]) => rowOf(name, each)))
  expect(PROJECT_ROWS.filter((row) => !known.has(row)).map(({ says }) => says)).toEqual([])
})

/** Endpoints by the first word of their names: each group is a test, so that none takes long on a busy machine. */
const areaOf = (name: string): string => name.split('.')[0] ?? ''
const groups = [...new Set(endpoints.map(([name]) => areaOf(name)))].map(
  (area) => [area, endpoints.filter(([name]) => areaOf(name) === area)] as const,
)

test.each(groups)(
  'nobody may do what the table denies to %s, with ids of what there is, and nothing changes',
  async (_, group) => {
    const wrong: string[] = []
    const before = await written()
    for (const way of ways)
      await inParallel(
        group.filter(([name, endpoint]) => endpoint.access !== 'public' && may(name, endpoint, way) === false),
        async ([name, endpoint]) => {
          const said = await ask(endpoint, way, mine)
          const isRight = way.isKnown ? isRefusal(said) && said.status !== 401 : said.status === 401
          if (!isRight) wrong.push(`${way.says}: ${name} answers ${said.status} ${said.text.slice(0, 120)}`)
        },
      )
    expect(wrong).toEqual([])
    expect(await written()).toBe(before)
  },
)

test.each(groups)('everybody may do what the table allows to %s', async (_, group) => {
  const wrong: string[] = []
  for (const way of ways) {
    const tried = async ([name, endpoint]: (typeof endpoints)[number]): Promise<void> => {
      const said = await ask(endpoint, way, none)
      if (isRefusal(said) || said.status >= 500)
        wrong.push(`${way.says}: ${name} answers ${said.status} ${said.text.slice(0, 120)}`)
    }
    const allowed = group.filter(([name, endpoint]) => may(name, endpoint, way) === true && !(name in NOT_CARRIED_OUT))
    // Writes to one organization at the same time wait for each other, and may deadlock, which says nothing about rights.
    const isAlone = ([name, each]: (typeof endpoints)[number]) =>
      each.effect !== 'read' && reachOf(name, each) === 'organization'
    await inParallel(
      allowed.filter((each) => !isAlone(each)),
      tried,
    )
    for (const each of allowed.filter(isAlone)) await tried(each)
  }
  expect(wrong).toEqual([])
})

test('aliases ask for what their endpoints ask for', () => {
  const wrong = Object.entries(served).flatMap(([name, each]) => {
    const of = 'alsoOf' in each ? contract[each.alsoOf as keyof typeof contract] : undefined
    return of && of.access !== each.access ? [name] : []
  })
  expect(wrong).toEqual([])
})

test('the page about people shows the table', () => {
  // The formatter of the page may pad its cells.
  const plain = (text: string): string => text.replace(/ +/g, ' ').replace(/:?-{3,}:?|:-+:/g, '-')
  const page = plain(readFileSync(join(checkout, 'docs/people.md'), 'utf8'))
  for (const table of permissionTables()) expect(page).toContain(plain(table))
})
