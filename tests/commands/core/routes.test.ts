import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, linkTo, matchRoute, pageAbove, titleOf } from '../../../src/commands/core/addresses.ts'
import type { RouteSpec } from '../../../src/commands/core/route.ts'
import { type RouteName, redirects, routes } from '../../../src/commands/routes.ts'

const names = Object.keys(routes) as RouteName[]
const variablesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const filled = (path: string): string => path.replace(/\{(\w+)\}/g, 'x-$1')

test.each(names)(
  '%s: its link leads back to it with the same variables, with or without the slash at the end',
  (name) => {
    const variables = variablesOf(routes[name].path)
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), {
          minLength: variables.length,
          maxLength: variables.length,
        }),
        (values) => {
          const params = Object.fromEntries(variables.map((variable, index) => [variable, values[index] ?? '']))
          const href = addressOf(name, params, { q: 'a b&c', none: '' })
          expect(matchRoute(href)).toEqual({ name, params, search: { q: 'a b&c' } })
          const [path = '', query] = href.split('?')
          const other = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : `${path}/`
          expect(matchRoute(`${other}?${query}`)).toMatchObject({ name, params })
        },
      ),
    )
  },
)

test('a link to nowhere, or without its variable, is an error', () => {
  expect(() => addressOf('nowhere', {})).toThrow('There is no route called nowhere.')
  expect(() => addressOf('toString', {})).toThrow('There is no route called toString.')
  expect(() => addressOf('monitor', {})).toThrow('needs callId')
  expect(() => addressOf('monitor', { callId: '' })).toThrow('needs callId')
  expect(linkTo('monitor', { callId: 'a/b' })).toBe('/tests/test/a%2Fb/')
})

test('the id of a report is split on its double underscores, and leads to the monitor’s tab', () => {
  expect(matchRoute('/insights/AbC__2026-02-02__2026-02-09/')).toEqual({
    redirect: '/tests/test/AbC/insights/2026-02-02/2026-02-09/',
  })
  expect(matchRoute('/insights/a__b__2026-02-02__2026-02-09')).toEqual({
    redirect: '/tests/test/a__b/insights/2026-02-02/2026-02-09/',
  })
  for (const path of ['/insights/AbC', '/insights/AbC__2026-02-02', '/insights/__2026-02-02__2026-02-09'])
    expect(matchRoute(path)).toEqual({ redirect: `/collections?unknown=${encodeURIComponent(path)}` })
})

test.each(redirects.map(([from, to]) => ({ from, to })))(
  '$from leads to $to, with variables and query',
  ({ from, to }) => {
    const destination = matchRoute(`${filled(from)}?a=1`)
    expect(destination).toEqual({ redirect: `${filled(to)}${to.includes('?') ? '&' : '?'}a=1` })
    expect(matchRoute(filled(to))).not.toHaveProperty('redirect')
  },
)

test('what nobody knows leads to the collections, which name the address', () => {
  for (const path of ['/nothing', '/tests/test', '/tests/test//edit', '/a/b/c/d', '/%'])
    expect(matchRoute(path)).toEqual({ redirect: `/collections?unknown=${encodeURIComponent(path)}` })
})

test('a title names the object, the page, the product and the installation', () => {
  const place = matchRoute('/tests/')
  if ('redirect' in place) throw new Error('The list of monitors is a screen.')
  expect(titleOf(place, null)).toBe('Monitors · Sonde')
  expect(titleOf(place, 'staging', 'Tax lookup')).toBe('Tax lookup · Monitors · Sonde (staging)')
})

/** The flags of each address, as the specification gives them. The house adds `fullModal`, and addresses of its own. */
const FLAGS: readonly (readonly [path: string, flags: string])[] = [
  ['/', 'noAuthOk noProjectOk'],
  ['/logout/', 'noAuthOk noProjectOk'],
  ['/register/', 'noAuthOk noProjectOk'],
  ['/debug/', 'noAuthOk noProjectOk'],
  ['/ext/{href}', ''],
  ['/welcome', 'noProjectOk'],
  ['/getting-started', ''],
  ['/audits/', ''],
  ['/audits/organization/{orgId}/', 'noProjectOk'],
  ['/audits/resource/{resourceId}/', ''],
  ['/webhooks', ''],
  ['/calls/edit/{callId}', ''],
  ['/tests/', ''],
  ['/tests/test/{callId}/', ''],
  ['/tests/test/{callId}/run/{locationId}', ''],
  ['/tests/test/{callId}/edit', ''],
  ['/tests/test/{callId}/schedules', ''],
  ['/tests/test/{callId}/audit', ''],
  ['/tests/test/{callId}/results', ''],
  ['/tests/test/{callId}/webhooks', ''],
  ['/tests/test/{callId}/stats/', ''],
  ['/tests/test/{callId}/stats/latency', ''],
  ['/tests/test/{callId}/stats/passfail', ''],
  ['/tests/result/{resultId}/', ''],
  ['/tests/results', ''],
  ['/project', 'noProjectOk'],
  ['/settings/api-key', ''],
  ['/settings/profile', 'noProjectOk'],
  ['/settings/project', ''],
  ['/subscriptions/email', 'noProjectOk'],
  ['/schedules', ''],
  ['/home/', ''],
  ['/collections', 'noProjectOk'],
  // And usable without a project: a site admin may have none.
  ['/admin/accounts', 'noProjectOk siteAdminOnly'],
]

test.each(FLAGS)('%s has the flags of the specification: %s', (path, flags) => {
  const row = Object.values<RouteSpec>(routes).find((one) => one.path === path)
  if (!row) throw new Error(`There is no route ${path}.`)
  expect((row.flags ?? []).filter((flag: string) => flag !== 'fullModal')).toEqual(flags.split(' ').filter(Boolean))
})

test('an address without a page leads to the page above it, as to the monitor that it begins with', () => {
  expect(pageAbove('/tests/test/abc/misspelled')).toMatchObject({ name: 'monitor', params: { callId: 'abc' } })
  expect(pageAbove('/tests/test/abc/stats/none/at/all/')).toMatchObject({ params: { callId: 'abc' } })
  expect(pageAbove('/nothing')).toBeNull()
})
