import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, linkTo, matchRoute, titleOf } from '../../../src/commands/core/addresses.ts'
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

test.each(redirects.map(([from, to]) => ({ from, to })))(
  '$from leads to $to, with variables and query',
  ({ from, to }) => {
    const destination = matchRoute(`${filled(from)}?a=1`)
    expect(destination).toEqual({ redirect: `${filled(to)}?a=1` })
    expect(matchRoute(filled(to))).not.toHaveProperty('redirect')
  },
)

test('what nobody knows leads to the collections', () => {
  for (const path of ['/nothing', '/tests/test', '/tests/test//edit', '/a/b/c/d', '/%'])
    expect(matchRoute(path)).toEqual({ redirect: '/collections' })
})

test('a title names the object, the page, the product and the installation', () => {
  const place = matchRoute('/tests/')
  if ('redirect' in place) throw new Error('The list of monitors is a screen.')
  expect(titleOf(place, null)).toBe('Monitors · Sonde')
  expect(titleOf(place, 'staging', 'Tax lookup')).toBe('Tax lookup · Monitors · Sonde (staging)')
})
