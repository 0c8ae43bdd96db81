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

const schedules = [
  { id: 'n', name: 'Nightly', enabled: false },
  { id: 'e', name: 'Nightly EU', enabled: true },
  { id: 'w', name: 'Weekly', enabled: false },
]
const paused = {
  focus: null,
  entities: () => schedules,
  known: ((name: string) => (name === 'schedule.list' ? { data: schedules } : undefined)) as never,
}

test('a command on an object that is so already says so, and acts on the others alone', async () => {
  const { world, calls, told } = exampleWorld(paused)
  const pause = async (schedule: unknown) => {
    await perform('schedule.pause', { schedule }, world)
    return told.at(-1)?.text
  }
  expect(await pause('n')).toBe('“Nightly” is paused already')
  expect(await pause(['n', 'w'])).toBe('2 schedules are paused already')
  expect(calls).toEqual([])
  expect(await pause(['n', 'e'])).toBe('“Nightly EU” paused; “Nightly” is paused already')
  expect(calls.filter(({ operation }) => operation === 'schedule.update')).toMatchObject([
    { input: { params: { id: 'e' } } },
  ])
})

test.each(['pause nightly', 'pause schedule nightly'])(
  '“%s” means the one that is called so, paused or not, and no other one',
  (line) => {
    const { world } = exampleWorld(paused)
    const lines = suggestionsFor(line, world)
      .flatMap(({ items }) => items)
      .filter((each) => each.runs)
      .map((each) => each.line.trim())
    expect([line, lines[0]]).toEqual([line, 'pause schedule nightly'])
  },
)

test('nobody is asked about what is so already', async () => {
  const incident = { id: 'i', title: 'Checkout fails', published: null, ended: '2026-01-05T10:00:00Z' }
  const { world, calls, told } = exampleWorld({
    entities: () => [{ id: 'i', name: 'Checkout fails' }],
    known: ((name: string) => (name === 'incident.list' ? { data: [incident] } : undefined)) as never,
  })
  for (const [id, words] of [
    ['incident.resolve', 'is resolved already'],
    ['incident.unpublish', 'is not public'],
  ] as const) {
    expect(await perform(id, { incident: 'i' }, world)).toEqual({ status: 'done' })
    expect(told.at(-1)?.text).toBe(`“Checkout fails” ${words}`)
  }
  expect(calls).toEqual([])
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
  // A filter may hide selected rows.
  expect(plain.sent).toEqual([
    { machine: 'list', event: { type: 'NONE' } },
    { machine: 'screen', event: { type: 'FOCUS_SEARCH' } },
  ])
})
