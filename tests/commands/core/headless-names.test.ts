import { expect, test } from 'vitest'
import { headlessCommandById } from '../../../src/commands/headless/book.ts'
import { openHeadless } from '../../../src/commands/headless/headless.ts'

/** A server with many monitors, which answers pages, and searches names by a part of them. */
const openMany = async (names: readonly string[]) => {
  const calls: string[] = []
  const all = names.map((name, index) => ({
    id: `${index}`.padStart(22, 'm'),
    meta: { name, domain: 'a.example', tags: [], workspace: 'global' },
  }))
  const world = await openHeadless({
    async call(operation, input) {
      const { query = {}, params = {} } = input as { query?: Record<string, unknown>; params?: { id?: string } }
      calls.push(`${operation} ${query.search ?? ''}`.trim())
      if (operation === 'project.list')
        return {
          meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
          projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
          organizations: [],
        }
      if (operation === 'monitor.read') return all.find(({ id }) => id === params.id)
      const search = String(query.search ?? '').toLowerCase()
      const found = all.filter(({ meta }) => meta.name.toLowerCase().includes(search))
      const at = Number(query.cursor ?? 0)
      const next = at + Number(query.limit)
      const rows = found
        .slice(at, next)
        .map((each) => ({ ...each, type: 'api', request: { method: 'GET', url: 'https://a.example/' } }))
      return { meta: { more: next < found.length, next_cursor: String(next) }, data: rows }
    },
    project: null,
    now: () => 0,
    newId: () => 'x',
    pause: async () => {},
  })
  return { world, calls, all }
}

test('a name beyond those that are loaded is searched on the server, by slug, name and id', async () => {
  const names = [...Array.from({ length: 3_000 }, (_, at) => `Monitor ${at}`), 'Checkout · capture payment']
  const { world, calls, all } = await openMany(names)
  const last = all.at(-1)
  for (const text of ['checkout-capture-payment', '"Checkout · capture payment"', last?.id ?? '']) {
    world.forget()
    const { args, problems } = await world.read(`show monitor ${text}`)
    expect([text, args, problems.map(({ sentence }) => sentence)]).toEqual([text, { monitor: last?.id }, []])
  }
  const pages = calls.filter((each) => each === 'monitor.list').length
  expect(pages).toBe(30)
  const wrong = await world.read('show monitor nothing-like-it')
  expect(wrong.problems.map(({ sentence }) => sentence)).toEqual(['No monitor is called nothing-like-it.'])
})

test('all of a few are loaded once, and nothing is searched', async () => {
  const { world, calls } = await openMany(['One', 'Two'])
  await world.read('show monitor one')
  await world.read('show monitor three')
  expect(calls).toEqual(['project.list', 'monitor.list'])
})

test('a name that a loaded object shares with one that is not loaded names neither, for lines and for tools', async () => {
  const names = ['Twin', 'Alone', ...Array.from({ length: 3_000 }, (_, at) => `Monitor ${at}`), 'Twin']
  const { world, all } = await openMany(names)
  const [first, alone] = all
  const line = await world.read('show monitor twin')
  expect(line.problems.map(({ sentence }) => sentence)).toEqual(['2 monitors are called twin.'])
  expect(line.problems[0]?.instead).toEqual([first?.id, all.at(-1)?.id])
  for (const text of ['alone', '"Alone"', '" Alone "'])
    expect((await world.read(`show monitor ${text}`)).args).toEqual({ monitor: alone?.id })
  const command = headlessCommandById('one.monitor')
  if (!command) throw new Error('There is no such command.')
  world.forget()
  await expect(world.readArguments(command, { monitor: 'Twin' })).rejects.toThrow('2 monitors are called Twin.')
  expect(await world.readArguments(command, { monitor: 'Alone' })).toEqual({ monitor: alone?.id })
  expect(await world.readArguments(command, { monitor: first?.id })).toEqual({ monitor: first?.id })
})
