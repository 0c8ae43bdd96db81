import { expect, test } from 'vitest'
import { headlessCommandById } from '../../../src/commands/headless/book.ts'
import { openMany } from './many-monitors.ts'

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

const MANY = Array.from({ length: 1_100 }, (_, at) => `Monitor ${at}`)
/** Pages of 100: those of the first 1,000 objects, and of all. */
const PAGES = { first: 10, all: 11 }

test.each([
  ['the first 60 by their ids', 0, (each: { id: string }) => each.id, PAGES.first],
  ['the last 60 by their ids', -60, (each: { id: string }) => each.id, PAGES.first + PAGES.all],
  ['the last 60 by their names', -60, (each: { meta: { name: string } }) => each.meta.name, PAGES.first + PAGES.all],
])('%s are read at once, for tools and for lines, and none is lost', async (_, from, naming, pages) => {
  const { world, calls, all } = await openMany(MANY)
  const command = headlessCommandById('monitor.update')
  if (!command) throw new Error('There is no such command.')
  const some = all.slice(from).slice(0, 60)
  const ids = some.map(({ id }) => id)
  const opened = calls.length
  expect(await world.readArguments(command, { monitor: some.map(naming) })).toEqual({ monitor: ids })
  expect(calls.slice(opened)).toEqual(Array(pages).fill('monitor.list'))
  world.forget()
  const read = calls.length
  const line = `change monitor ${some.map((each) => `"${naming(each)}"`).join(',')} --name x`
  expect((await world.read(line)).args).toMatchObject({ monitor: ids })
  expect(calls.slice(read)).toEqual(Array(pages).fill('monitor.list'))
})

test('a few names that are not among the first are searched for side by side, and none is lost', async () => {
  const { world, calls, all } = await openMany(MANY)
  const command = headlessCommandById('monitor.update')
  if (!command) throw new Error('There is no such command.')
  const ids = all.slice(-4).map(({ id }) => id)
  expect(await world.readArguments(command, { monitor: ids })).toEqual({ monitor: ids })
  expect(calls.filter((each) => each === 'monitor.read')).toHaveLength(4)
})
