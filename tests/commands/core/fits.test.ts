import { expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { signatureOf } from '../../../src/commands/core/line/signature.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import { exampleWorld } from '../world.ts'

const entities = [
  { id: 'active', name: 'ada@example.com' },
  { id: 'blocked', name: 'bob@example.com' },
]
const results = [
  { id: 'active', blocked: null, email_verified: false, has_second_factor: false },
  { id: 'blocked', blocked: '2026-01-01T00:00:00Z', email_verified: true, has_second_factor: true },
]
const accounts = {
  site: { viewer: true, admin: true },
  entities: () => entities,
  known: ((name: string) => (name === 'account.list' ? { results } : undefined)) as never,
}

test.each([
  ['active', 'ada@example.com', ['Block', 'Send confirmation mail']],
  ['blocked', 'bob@example.com', ['Unblock', 'Reset second factors']],
] as const)('on an account that is %s, the console offers only what changes it', (id, name, titles) => {
  const { world } = exampleWorld({ ...accounts, focus: { kind: 'account', id, name } })
  const [onThis] = suggestionsFor('', world)
  const always = ['Change site permission', 'Send password reset']
  expect(onThis?.items.map(({ label }) => label).sort()).toEqual([...titles, ...always].sort())
})

test.each([
  ['block account ', 'ada@example.com'],
  ['unblock account ', 'bob@example.com'],
])('“%s” offers only the account that it would change', (line, name) => {
  const { world } = exampleWorld({ ...accounts, focus: null })
  const items = suggestionsFor(line, world).flatMap((group) => group.items)
  expect(items.map(({ label }) => label)).toEqual([name])
})

test.each(['sign in', 'create an account', 'reset the password'])(
  '“%s” offers the screens before sign-in to nobody who is signed in',
  (typed) => {
    const offered = (signedIn: boolean) =>
      suggestionsFor(typed, { ...exampleWorld().world, signedIn })
        .flatMap(({ items }) => items)
        .map(({ line }) => line)
        .filter((line) => /^open (sign-in|registration|password-reset)$/.test(line))
    expect(offered(true)).toEqual([])
    expect(offered(false)).toHaveLength(1)
  },
)

test('an object is written by the noun of its kind in the syntax of a command', () => {
  const { world } = exampleWorld()
  const syntax = (line: string) => {
    const reading = readLine(line, world)
    return reading.command && signatureOf(reading.command, reading).map(({ text }) => text)
  }
  expect(syntax('restore monitor ')).toEqual(['restore monitor', '<deleted-monitor>'])
  expect(syntax('enable alert ')).toEqual(['enable alert', '<alert>'])
})

test('Esc clears the selection; without one it goes back to the filter that is set', async () => {
  const place = { name: 'monitors', params: {}, search: { search: 'orders' } } as const
  const chosen = exampleWorld({ place, selection: { kind: 'monitor', ids: ['a'] } })
  await perform('list.clear', {}, chosen.world)
  expect(chosen.sent).toEqual([{ machine: 'list', event: { type: 'NONE' } }])
  const plain = exampleWorld({ place })
  await perform('list.clear', {}, plain.world)
  expect(plain.sent).toEqual([{ machine: 'screen', event: { type: 'FOCUS_SEARCH' } }])
})
