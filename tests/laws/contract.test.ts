import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { aliases, served } from '../../src/contract/aliases.ts'
import type { EndpointName, ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '../../src/contract/core/endpoint.ts'
import { VERSION } from '../../src/contract/core/version.ts'
import { resources } from '../../src/contract/resources.ts'
import { openapi } from '../../src/server/http/openapi.ts'
import { typeOf } from '../../src/server/http/parse.ts'
import { referencePage } from '../../src/server/http/reference-page.ts'

const endpoints = Object.entries(served)

type IsAny<Type> = 0 extends 1 & Type ? true : false
/** The names of endpoints of which a part is `any`: there the compiler would let everything pass. */
type Loose = {
  [Name in EndpointName]: true extends
    | IsAny<ProductContract[Name]>
    | IsAny<AnswerOf<ProductContract[Name]>>
    | IsAny<BodyOf<ProductContract[Name]>>
    | IsAny<QueryOf<ProductContract[Name]>>
    | IsAny<ParamsOf<ProductContract[Name]>>
    ? Name
    : never
}[EndpointName]

test('no endpoint is any', () => {
  expectTypeOf<Loose>().toEqualTypeOf<never>()
  expectTypeOf<ParamsOf<ProductContract['schedule.attach']>>().toEqualTypeOf<{ id: string; callId: string }>()
})

test('every definition compiles', () => {
  for (const [, endpoint] of endpoints)
    for (const part of ['query', 'body', 'answer'] as const)
      if (endpoint[part as keyof typeof endpoint] != null) expect(typeOf(endpoint, part)).toBeDefined()
})

test('an endpoint is called noun.verb, has a route of its own, and says what it does', () => {
  const routes = endpoints.map(([, endpoint]) => endpoint.route.replace(/\{\w+\}/g, '{}').replace(/\/$/, ''))
  expect(new Set(routes).size).toBe(routes.length)
  for (const [name, endpoint] of endpoints) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z-]+$/)
    expect(endpoint.summary.length, name).toBeGreaterThan(10)
  }
})

/** Writes of persons that are not told of, and why. */
const silentWrites: Readonly<Record<string, string>> = {
  'notification.mark': 'what somebody has read is their own affair, and changes nothing for anybody else',
  'factor.begin-totp': 'nothing has changed until it is confirmed',
  'factor.begin-passkey': 'the same',
  'identity.start-link': 'nothing is linked before the person comes back from the provider',
}

test('every write of a person leaves an audit entry, or none for a reason', () => {
  const silent = endpoints.filter(([, one]) => one.for === 'person' && one.effect !== 'read' && one.audit === null)
  expect(silent.map(([name]) => name)).toEqual(Object.keys(silentWrites))
})

test('an endpoint says which field holds its rows, and says it of lists only', () => {
  const rowsIn = ({ answer }: AnyEndpoint): string | undefined =>
    typeof answer === 'object' && answer !== null && 'meta' in answer
      ? Object.entries(answer).find(([key, value]) => ['data', 'results'].includes(key) && Array.isArray(value))?.[0]
      : undefined
  const said = endpoints.map(([name, one]: [string, AnyEndpoint]) => [name, one.lists])
  expect(said).toEqual(endpoints.map(([name, one]) => [name, rowsIn(one)]))
})

test('a list of version 2 has its rows in results, one of version 3 in data', () => {
  const wrong = endpoints.filter(([, { route, lists }]: [string, AnyEndpoint]) => {
    const version = /^\w+ \/api\/([23])\//.exec(route)?.[1]
    return lists !== undefined && version !== undefined && lists !== (version === '2' ? 'results' : 'data')
  })
  expect(wrong.map(([name]) => name).sort()).toEqual([
    // It shares its shape with the audit logs of version 2.
    'audit.list-of-installation',
    // Statistics of both versions have their rows in results.
    'baseline.dailies',
    'baseline.hourlies',
    'statistics.browser-performance',
    'statistics.dns',
    'statistics.latencies',
    'statistics.performance',
    'statistics.project-counts',
    'statistics.project-metrics',
  ])
})

test('endpoints of a managed kind that answer its row say so, and those that show one thing share its shape', () => {
  for (const { name: kind, row, endpoints: own } of Object.values(resources)) {
    const shapes = new Map<string, unknown>([[kind, row]])
    for (const [name, one] of Object.entries<AnyEndpoint>(own)) {
      if (one.answer === row) expect([name, one.shows]).toEqual([name, kind])
      if (one.shows === undefined) continue
      if (!shapes.has(one.shows)) shapes.set(one.shows, one.answer)
      expect([name, one.answer === shapes.get(one.shows)]).toEqual([name, true])
    }
  }
})

test('every create that answers 201 may be repeated with its key', () => {
  const once = endpoints.filter(([, one]) => one.status === 201 && !('repeatable' in one))
  // The set-up token is good for one use, and whoever registers twice is told by mail: a repeat has nothing to repeat.
  expect(once.map(([name]) => name)).toEqual(['account.register', 'setup.complete'])
})

test('an alias is admitted, limited, recorded and repeated as the endpoint that it stands for', () => {
  const rightsOf = ({
    access,
    effect,
    for: audience,
    audit,
    status,
    limit,
    reaches,
    letsIn,
    wayIn,
    opens,
    repeatable,
    upload,
  }: AnyEndpoint) => ({
    ...{ access, effect, audience, audit, status },
    ...{ limit, reaches, letsIn, wayIn, opens, repeatable, upload },
  })
  for (const [name, { alsoOf, original, ...own }] of Object.entries(aliases)) {
    expect([name, served[alsoOf]]).toEqual([name, original])
    expect([name, rightsOf(own)]).toEqual([name, rightsOf(original)])
    expect([name, own.maxBodyBytes]).toEqual([name, original.maxBodyBytes])
  }
})

test('the OpenAPI document has every endpoint, each public or behind the bearer scheme', async () => {
  const document = (await openapi(served, VERSION)) as {
    openapi: string
    paths: Record<string, Record<string, { security: unknown[]; operationId: string; responses: object }>>
  }
  expect(document.openapi).toMatch(/^3\.1\./)
  for (const [name, endpoint] of endpoints) {
    const [method = '', path = ''] = endpoint.route.split(' ')
    const operation = document.paths[path]?.[method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ bearer: [] }])
  }
  expect(JSON.stringify(document)).not.toContain('$ark')
})

test('the version is the package’s', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
})

test('the page of the API lists every endpoint, and runs nothing', () => {
  const { html, policy } = referencePage(served, VERSION)
  for (const [, endpoint] of endpoints) expect(html).toContain(`<code>${endpoint.route}</code>`)
  expect(html).not.toMatch(/<script|javascript:|\son\w+=/i)
  expect(policy).toContain("default-src 'none'")
})
