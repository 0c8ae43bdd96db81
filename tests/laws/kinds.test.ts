import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isListOf } from '../../machines/resource/cache-updates.ts'
import { listKeyOf } from '../../machines/resource/rows.ts'
import { hasFlag } from '../../src/commands/core/addresses.ts'
import { argumentsOf } from '../../src/commands/core/argument.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { parentOf, variablesOf } from '../../src/commands/core/route-tree.ts'
import type { EntityKind } from '../../src/commands/core/world.ts'
import { kinds } from '../../src/commands/kinds.ts'
import { commandById, commands } from '../../src/commands/registry.ts'
import { type RouteName, routes } from '../../src/commands/routes.ts'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { kindFacts as facts } from '../../src/contract/kinds.ts'
import { resources } from '../../src/contract/resources.ts'
import { frontScreens } from '../../src/views/app/front-screens.ts'
import { screens } from '../../src/views/app/screens.ts'
import { isIcon } from '../../src/views/parts/text/icons.ts'
import { codeIn, home } from '../support/sources.ts'

// The keys of the tables.
const names = Object.keys(kinds) as EntityKind[]
const routeNames = Object.keys(routes) as RouteName[]

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'id' in value && 'words' in value && 'run' in value

test('the registry has every command that an area exports', async () => {
  const known = new Set(commands.map(({ id }) => id))
  const files = codeIn('src/commands').filter((file) =>
    /^src\/commands\/(?!core\/|headless\/)[^/]+\/[\w-]+\.ts$/.test(file),
  )
  const forgotten: string[] = []
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(home, file))
    for (const [name, value] of Object.entries(exported)) {
      const all: readonly unknown[] = Array.isArray(value) ? value : [value]
      if (all.some((each) => isCommand(each) && !known.has(each.id)))
        forgotten.push(`add ${name} of ${file} to src/commands/registry.ts`)
    }
  }
  expect(files.length).toBeGreaterThan(40)
  expect(forgotten).toEqual([])
})

test('every route has a screen', () => {
  const without = routeNames.filter((name) => !Object.hasOwn(screens, name))
  expect(without.map((name) => `add ${name} to src/views/<its area>/screens.ts`)).toEqual([])
})

test('the screens of the entry are those of the front door', () => {
  const front = routeNames.filter((name) => hasFlag(name, 'noAuthOk') && name !== 'debug')
  expect(Object.keys(frontScreens).sort()).toEqual(front.sort())
})

test('both halves of the table have the same kinds', () => {
  expect(Object.keys(facts).sort()).toEqual([...names].sort())
})

test('neighbours are kinds', () => {
  for (const { neighbours = [] } of Object.values(facts))
    for (const { kind } of neighbours) expect(names).toContain(kind)
})

test.each(names)('%s: its lists are lists, its names are read, and its icon is drawn', (kind) => {
  const { list, naming, icon, prompt = '?' } = kinds[kind]
  if (list !== null && list !== 'session') {
    expect(contract[list.operation].effect).toBe('read')
    expect([list.operation, kind === 'location' || listKeyOf(list.operation) !== null]).toEqual([list.operation, true])
  }
  if (naming) expect(contract[naming.operation].effect).toBe('read')
  expect([icon, isIcon(icon)]).toEqual([icon, true])
  expect(prompt).toMatch(/\?$/)
})

/** Kinds whose paged list is not searched by name, and why. */
const NOT_SEARCHED: Readonly<Record<string, string>> = {
  notification: 'the bell names the newest ones, and older ones are named by their rows',
}

test.each(names)('%s: what can grow beyond a page is searched on the server', (kind) => {
  const { list } = kinds[kind]
  if (list === null || list === 'session') return
  const { query, searched }: AnyEndpoint = contract[list.operation]
  const isPaged = JSON.stringify(query ?? {}).includes('"limit?"')
  expect([list.operation, searched || kind in NOT_SEARCHED]).toEqual([list.operation, isPaged])
})

test.each(names)('%s: its routes take its id, and lead up to its list', (kind) => {
  const { parameter, routes: own } = kinds[kind]
  for (const route of [own.one, own.edit]) {
    const variables = route === null ? [] : variablesOf(route)
    if (variables.length > 0) expect([route, variables.map(({ variable }) => variable)]).toEqual([route, [parameter]])
  }
  for (const route of [own.one, own.make]) if (route) expect([route, parentOf(route)]).toEqual([route, own.list])
})

test('what a route’s variable names is known, but for what is no thing', () => {
  const unknown = routeNames.flatMap((name) =>
    variablesOf(name).flatMap(({ variable, kind }) => (kind === null ? [variable] : [])),
  )
  expect([...new Set(unknown)].sort()).toEqual([
    'callback',
    'email',
    'end',
    'graphType',
    'groupId',
    'href',
    'inviteId',
    'inviteSecret',
    'projectId',
    'provider',
    'resourceId',
    'start',
    'token',
    'uid',
  ])
})

test('the route above one is a link that needs nothing, so that a breadcrumb can lead there', () => {
  const above = routeNames.flatMap((name) => parentOf(name) ?? [])
  expect(above.filter((name) => variablesOf(name).length > 0)).toEqual([])
})

test('the way up from a route ends', () => {
  for (const name of routeNames) {
    const passed = new Set<RouteName>()
    for (let at: RouteName | null = name; at !== null; at = parentOf(at)) {
      expect([name, passed.has(at)]).toEqual([name, false])
      passed.add(at)
    }
  }
})

test('a managed kind is listed, read, opened, made, changed, edited and deleted', () => {
  for (const { name } of Object.values(resources)) {
    const { list, naming, routes: own, noun } = kinds[name]
    expect([name, list, naming]).not.toContain(null)
    expect([name, own.list, own.one, own.make, own.edit]).not.toContain(null)
    for (const verb of ['create', 'update', 'edit', 'remove'])
      expect([`${name}.${verb}`, commandById(`${name}.${verb}`)?.words.endsWith(noun[0])]).toEqual([
        `${name}.${verb}`,
        true,
      ])
    expect(commandById(`open.${own.list}`)?.words).toBe(`open ${noun[1]}`)
    expect(commandById(`open.${own.one}`)?.words).toBe(`open ${noun[0]}`)
  }
})

test('a thing has one noun: no phrase says the name of a kind that has another', () => {
  const renamed = names.filter(
    (kind) => !kinds[kind].noun[0].toLowerCase().replaceAll(' ', '-').includes(kind.replace('-entry', '')),
  )
  expect(renamed).toContain('webhook')
  for (const { id, words } of commands)
    for (const kind of renamed) expect([id, words.split(/[ -]/).includes(kind)]).toEqual([id, false])
  for (const each of commands)
    for (const { flag, kind } of argumentsOf(each))
      if (kind === 'webhook') expect([each.id, flag]).toEqual([each.id, '--alert'])
})

test('what the cache takes for a list of a kind has that kind’s rows, so that a row which was made fits into it', () => {
  for (const { name, row, endpoints } of Object.values(resources)) {
    const lists = Object.entries<AnyEndpoint>(endpoints).filter(([operation]) =>
      isListOf(name, { operation: operation as EndpointName, input: {} }),
    )
    expect(lists.length, name).toBeGreaterThan(0)
    for (const [operation, { answer, lists: key = 'data' }] of lists)
      expect([operation, Object(answer)[key]]).toEqual([operation, [row, '[]']])
  }
})
