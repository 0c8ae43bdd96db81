import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { served } from '../../src/contract/aliases.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { holds, LEVELS, type Level } from '../../src/domain/core/access.ts'
import { parametersOf } from '../../src/server/http/query.ts'
import { createApiKey } from '../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD } from '../support/accounts.ts'
import { type HandAgent, joinAgent } from '../support/agent.ts'
import type { Api } from '../support/api.ts'
import { type SignedIn, signIn } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'
import { type Ids, type Kind, OF_NOBODY, pathWith, variablesOf, withOwnIds } from './ids.ts'
import { type Maker, type Making, makerOf } from './maker.ts'
import { type Mutation, mutationsOf } from './mutations.ts'
import { samples } from './samples.ts'

const endpoints = Object.entries(served)
/** Calls in flight. */
const CALLS_AT_ONCE = 6
let running: TestServer
let agent: HandAgent
const keys = new Map<Level, string>()
/** Access tokens of accounts, by their level in this project; and of one that has none. */
const people = new Map<Level, SignedIn>()
let stranger: SignedIn
let siteAdmin: SignedIn
let neighbour: SignedIn
let projectId: string
/** Ids of things of this project, and of another that an account without access to this one made. */
let mine: Ids
let theirs: Ids

const world = (): Making => ({ running, agent })

/** Makes a project of this person, in which things are made when they are asked for. */
const makeProject = async (owner: SignedIn): Promise<Maker & { readonly projectId: string }> => {
  const { id } = await owner.api().post<{ id: string }>('/api/2/account/projects', { name: 'Own' })
  // Runs by hand tell nobody otherwise, and there would be no delivery.
  await owner.api(id).post(`/api/2/projects/${id}`, { alert_on_manual_runs: true })
  return { ...makerOf(world(), owner.api(id), owner), projectId: id }
}

beforeAll(async () => {
  running = await startServer({
    env: { SONDE_DEFAULT_QUERY: 'tenant=acme', SONDE_INTEGRATIONS: '[{"id":"datadog","client_id":"c"}]' },
  })
  agent = await joinAgent(running.api, running.server.joinToken)
  siteAdmin = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  mine = await makerOf(world(), running.api, siteAdmin).all()
  neighbour = await signIn(running.server, (await addAccount(running, 'theirs@example.com')).email, PASSWORD)
  theirs = await (await makeProject(neighbour)).all()
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id']).orderBy('key').executeTakeFirstOrThrow()
  const projectKey = project.key
  const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  for (const level of LEVELS)
    keys.set(level, await createApiKey(db, { projectKey, name: level, level, accountId, now: Date.now() }))
  projectId = project.id
  for (const level of LEVELS) {
    const person = await addAccount(running, `${level}@example.com`)
    await grant(running, person, projectKey, level)
    people.set(level, await signIn(running.server, person.email, PASSWORD))
  }
  stranger = await signIn(running.server, (await addAccount(running, 'stranger@example.com')).email, PASSWORD)
})
afterAll(() => running.stop())
const pathOf = ({ route }: AnyEndpoint, ids: Ids): string => pathWith(route, ids)
const methodOf = (endpoint: AnyEndpoint): string => endpoint.route.split(' ')[0] ?? ''
const withQuery = (path: string, query: Record<string, string> = {}): string =>
  Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path

const caller = (endpoint: AnyEndpoint, level: Level = 'OWNER'): Api => {
  if (endpoint.access === 'site' || endpoint.access === 'organization') return siteAdmin.api()
  return running.api.as(endpoint.access === 'agent' ? agent.key : (keys.get(level) ?? ''))
}

/** A person who is of this level in the project, and names it. */
const person = (level: Level): Api => people.get(level)?.api(projectId) ?? running.api.as('')

const call = (name: string, endpoint: AnyEndpoint, api: Api, change: { ids?: Ids; body?: unknown } = {}) =>
  api.call(
    methodOf(endpoint),
    withQuery(pathOf(endpoint, change.ids ?? mine), {
      ...samples[name]?.query,
      ...(samples[name]?.query?.monitor_id !== undefined && { monitor_id: (change.ids ?? mine).monitor }),
    }),
    'body' in change ? change.body : withOwnIds(samples[name]?.body, change.ids ?? mine),
  )

/** What whoever asks for another project's gets, and whoever asks for their own does not. */
const REFUSALS = [401, 403, 404, 410]
/** Endpoints that refuse their own too, unless more is shown than the id. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
  'account.reset-password': 'the token of a letter',
  'account.change-address': 'the token of a letter',
  'agent.result': 'the key of an agent',
  'federation.start': 'the cookies of the browser that began it',
  'federation.finish': 'the cookies of the browser that began it',
  'identity.link': 'the state of a link that the session began',
  'key-service.remove': 'a key service',
  'key-service.test': 'a key service',
  'invite.accept': 'the address that was invited',
  'invite.accept-link': 'the address that was invited',
  'invite.refuse': 'the address that was invited',
  'organization.resend-invite': 'an invitation to the organization',
  'organization.revoke-invite': 'an invitation to the organization',
  'role-access.grant': 'a role of the project’s organization',
  'role-access.remove': 'a role with a level in the project',
  'organization.grant-role': 'a project of the organization',
  'organization.remove-project': 'a project of the organization',
  'organization.take-role': 'a member who has the role',
  'session.read': 'the cookies of the browser that began it',
  'session.sign-in': 'the cookies of the browser that began it',
  'session.second-step': 'the cookies of the browser that began it',
  'session.passkey': 'the cookies of the browser that began it',
  'session.passkey-options': 'the cookies of the browser that began it',
}

/** Does the work for all, a few at a time: most of a call's time passes in waiting for the database. */
const inTurns = async <One>(
  all: Iterable<One>,
  work: (one: One) => Promise<void>,
  atOnce: number = CALLS_AT_ONCE,
): Promise<void> => {
  const rest = all[Symbol.iterator]()
  const next = async (): Promise<void> => {
    for (let one = rest.next(); !one.done; one = rest.next()) await work(one.value)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

let owners = 0
const newOwner = async (): Promise<SignedIn> => {
  const { email } = await addAccount(running, `owner${++owners}@example.com`)
  return signIn(running.server, email, PASSWORD)
}
let sharedOwner: Promise<SignedIn> | undefined

/**
 * Calls an endpoint with ids of the caller's own; what writes gets a project for it alone, with what its route names, and what belongs to
 * an account or an organization a person too.
 */
const callOnOwn = async (name: string, endpoint: AnyEndpoint) => {
  if (endpoint.effect === 'read' && endpoint.access !== 'account') return call(name, endpoint, caller(endpoint))
  const isOfPerson = endpoint.access === 'account' || endpoint.access === 'organization'
  if (!isOfPerson) sharedOwner ??= newOwner()
  const owner = await ((!isOfPerson && sharedOwner) || newOwner())
  const own = await makeProject(owner)
  const named = variablesOf(endpoint.route).flatMap(({ kind }) => kind ?? [])
  // Samples name monitors and projects.
  const ids = { ...mine, ...(await own.some(['project', 'monitor', ...named])) }
  return call(name, endpoint, owner.api(own.projectId), { ids })
}

test('every endpoint that takes a body has a sample of a right one', () => {
  expect(
    endpoints.filter(([name, endpoint]) => endpoint.body !== undefined && !samples[name]?.body).map(([name]) => name),
  ).toEqual([])
})

test('every variable of a route has a sample of its kind', () => {
  const unknown = endpoints.flatMap(([name, { route }]) =>
    variablesOf(route).flatMap(({ variable, kind }) => (kind ? [] : `${name} ${variable}`)),
  )
  expect(unknown).toEqual([])
  for (const [name, { route }] of endpoints) expect(pathWith(route, mine), name).not.toMatch(/[{}]|\/\/|undefined/)
  expect(
    Object.entries(mine).filter(([kind, id]) => !id || (!(kind in OF_NOBODY) && id === theirs[kind as Kind])),
  ).toEqual([])
})

/** Endpoints that show what a project published to everybody: without what it did not publish, such as its canaries. */
const PUBLISHED: ReadonlySet<string> = new Set(['incident.public'])

describe.each(endpoints)('%s', (name, endpoint) => {
  if (endpoint.access !== 'public')
    test('refuses whoever shows no token, or a wrong one', async () => {
      expect((await call(name, endpoint, running.api.as(''))).status).toBe(401)
      expect((await call(name, endpoint, running.api.as('x'.repeat(32)))).status).toBe(401)
      if (endpoint.body !== undefined)
        expect((await call(name, endpoint, running.api.as('x'), { body: '{' })).status).toBe(401)
    })

  test('refuses the levels that lack its right, and the key of an agent where it is for persons', async () => {
    if (endpoint.access === 'public') return
    if (endpoint.access === 'agent') {
      expect((await call(name, endpoint, running.api)).status).toBe(403)
      return
    }
    expect((await call(name, endpoint, running.api.as(agent.key))).status).toBe(403)
    if (endpoint.access === 'account') return
    if (endpoint.access === 'site') {
      expect((await call(name, endpoint, running.api)).status).toBe(403)
      expect((await call(name, endpoint, person('OWNER'))).status).toBe(403)
      return
    }
    if (endpoint.access === 'organization') {
      // To whoever does not administer it, an organization does not exist.
      for (const api of [running.api, person('OWNER'), stranger.api()])
        expect((await call(name, endpoint, api)).status).toBe(404)
      return
    }
    for (const level of LEVELS)
      if (!holds(level, endpoint.access)) expect((await call(name, endpoint, caller(endpoint, level))).status).toBe(403)
  })

  test('refuses accounts that have no access to the project, or lack its right there, and asks for a project that is not named', async () => {
    const { access } = endpoint
    if (access === 'public' || access === 'site' || access === 'account' || access === 'organization') return
    if (access === 'agent') {
      expect((await call(name, endpoint, person('OWNER'))).status).toBe(403)
      return
    }
    const named = stranger.api(projectId)
    expect(await call(name, endpoint, named)).toMatchObject({ status: 403 })
    expect(await call(name, endpoint, named)).toEqual(
      expect.objectContaining({ body: (await call(name, endpoint, stranger.api('no such project'))).body }),
    )
    const nowhere = await call(name, endpoint, people.get('OWNER')?.api() ?? running.api.as(''))
    expect(nowhere.status).toBe(400)
    expect(JSON.stringify(nowhere.body)).toContain('Sonde-Project-Id')
    for (const level of LEVELS)
      if (!holds(level, access)) expect((await call(name, endpoint, person(level))).status).toBe(403)
      else if (endpoint.effect === 'read' && endpoint.media !== 'text/event-stream')
        expect([401, 403], level).not.toContain((await call(name, endpoint, person(level))).status)
  })

  test('answers malformed, wrong, missing, unknown and over-long input with a clear refusal that names the field', async () => {
    const body = withOwnIds(samples[name]?.body, mine)
    if (body) {
      const malformed = await call(name, endpoint, caller(endpoint), { body: '{"a":' })
      expect(malformed.status).toBe(400)
      expect(JSON.stringify(malformed.body)).toContain('JSON')
      const check = async (mutation: Mutation) => {
        const first = await call(name, endpoint, caller(endpoint), { body: mutation.body })
        const isTaken = mutation.isWrong && first.status < 300 && mutation.longer !== undefined
        const answer = isTaken ? await call(name, endpoint, caller(endpoint), { body: mutation.longer?.() }) : first
        expect(answer.status, `${mutation.what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
        if (answer.status === 400 || answer.status === 422)
          expect(JSON.stringify(answer.body), mutation.what).toContain(mutation.names)
        if (mutation.isWrong && endpoint.for === 'person') expect([400, 422], mutation.what).toContain(answer.status)
      }
      // The server sends few messages at once, and refuses more with 503.
      await inTurns(mutationsOf(body, endpoint.maxBodyBytes), check, endpoint.limit === 'send' ? 1 : CALLS_AT_ONCE)
    }
    for (const [field, value] of Object.entries(samples[name]?.query ?? {}))
      for (const wrong of ['x'.repeat(20_000), '-1', '1e999', '\u0000', "'", value.slice(1)]) {
        const path = withQuery(pathOf(endpoint, mine), { ...samples[name]?.query, [field]: wrong })
        const answer = await caller(endpoint).call(methodOf(endpoint), path)
        expect(answer.status, `${field}=${wrong.slice(0, 20)}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
      }
  })

  test('refuses a query parameter that it does not know or that occurs twice, and tolerates those of every request', async () => {
    const known = parametersOf(endpoint)
    const [query] = known.map((parameter) => `${parameter}=1&${parameter}=2`)
    const path = `${pathOf(endpoint, mine)}?tenant=acme&no_such_parameter=500${query ? `&${query}` : ''}`
    const answer = await caller(endpoint).call(methodOf(endpoint), path, samples[name]?.body)
    const said = JSON.stringify(answer.body)
    expect(answer.status, said).toBe(422)
    expect(said).toContain('no_such_parameter is not a query parameter')
    expect(said).toContain(known.length > 0 ? `It takes ${known.sort().join(', ')}.` : 'It takes none.')
    if (query) expect(said).toContain(`${parametersOf(endpoint)[0]} must not occur twice`)
    expect(said).not.toContain('tenant')
  })

  const owned = variablesOf(endpoint.route).flatMap(({ kind }) => (kind && !(kind in OF_NOBODY) ? [kind] : []))
  // The whole installation is a site admin's, and an agent runs the monitors of all projects.
  if (owned.length > 0 && endpoint.access !== 'site' && endpoint.access !== 'agent') {
    test('never shows or touches what belongs to another project', async () => {
      // A site admin administers all organizations, so that another person asks for ours.
      const isOfOrganization = endpoint.access === 'organization'
      const [own, other] = isOfOrganization ? [theirs, mine] : [mine, theirs]
      const asking = isOfOrganization ? neighbour.api() : caller(endpoint)
      for (const foreign of new Set([owned, ...owned.map((kind) => [kind])])) {
        const ids = { ...own, ...Object.fromEntries(foreign.map((kind) => [kind, other[kind]])) }
        const answer = await call(name, endpoint, asking, { ids })
        const isForAll = PUBLISHED.has(name) && answer.status === 200
        if (!isForAll) expect([400, 401, 403, 404, 410, 422], foreign.join()).toContain(answer.status)
        expect(JSON.stringify(answer.body), foreign.join()).not.toContain('CANARY-NAME')
      }
    })

    if (!(name in NEEDS_MORE))
      test('finds what is its own, so that the refusal of another project’s proves something', async () => {
        expect(REFUSALS).not.toContain((await callOnOwn(name, endpoint)).status)
      })
  }

  if (variablesOf(endpoint.route).length > 0)
    test('takes an id of any form without an error of the server', async () => {
      // Outside of the API these two make the address of a page of the web app, which is not built here.
      const inApi = /^(?!GET)| \/(api|remote-api)\//.test(endpoint.route) ? ['', '..'] : []
      for (const id of [...inApi, ' ', '%00', '%', 'x'.repeat(300), theirs.monitor.slice(1), '%F0%9F%92%A9']) {
        // All kinds of `mine`.
        const ids = Object.fromEntries(Object.keys(mine).map((kind) => [kind, id])) as Ids
        expect((await call(name, endpoint, caller(endpoint), { ids })).status, id).toBeLessThan(500)
      }
    })

  test('is the same with and without a slash at the end', async () => {
    const path = pathOf(endpoint, mine)
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const [one, two] = await Promise.all([
      running.api.as('').call(methodOf(endpoint), path),
      running.api.as('').call(methodOf(endpoint), other),
    ])
    expect(two.status).toBe(one.status)
    expect(one.status).not.toBe(404)
  })
})

test('a project header that names another project than the key’s is refused', async () => {
  const answer = await running.api.call('GET', '/api/3/monitors/', undefined, { 'sonde-project-id': 'another' })
  expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('another project') } })
})

test('nothing of all this was an error of the server', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
