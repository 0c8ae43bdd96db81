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
