import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpCall } from '../../../src/cli/http-call.ts'
import { argumentsOf } from '../../../src/commands/core/argument.ts'
import { headlessCommandById, headlessCommands } from '../../../src/commands/headless/book.ts'
import { type Headless, openHeadless } from '../../../src/commands/headless/headless.ts'
import { readCommands } from '../../../src/commands/headless/reads.ts'
import { makeManaged, managedKinds } from '../../support/managed-kinds.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let world: Headless
beforeAll(async () => {
  running = await startServer()
  const ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  world = await worldOf(ada.accessToken)
})
afterAll(() => running.stop())

const worldOf = (token: string) =>
  openHeadless({
    call: openHttpCall({
      url: running.server.url,
      projectHeader: 'Sonde-Project-Id',
      defaultQuery: {},
      token: async () => token,
    }),
    project: null,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    pause: () => Promise.reject(new Error('Nothing here is awaited.')),
  })

const said = async (line: string) => {
  const reading = await world.read(line)
  expect([line, reading.problems.map(({ sentence }) => sentence), reading.missing?.key]).toEqual([line, [], undefined])
  if (!reading.command) throw new Error(`${line} is no command.`)
  return world.perform(reading.command, reading.args)
}

test('everything that can be read without naming an object is read', async () => {
  const failed: string[] = []
  for (const command of readCommands) {
    if (argumentsOf(command).some(({ required }) => required)) continue
    await said(command.words).catch((error: unknown) => failed.push(`${command.words}: ${String(error)}`))
  }
  // Without an analytics viewer there is no token for it.
  expect(failed.filter((each) => !each.startsWith('get analytics-token'))).toEqual([])
})

test('an object of each managed kind is listed and shown', async () => {
  const ids = new Map<string, string>()
  for (const { name: kind } of managedKinds) {
    ids.set(kind, await makeManaged(running.api, kind))
  }
  world.forget()
  for (const [kind, id] of ids) {
    const [list, show] = ['rows', 'one'].map((verb) => headlessCommandById(`${verb}.${kind}`)?.words)
    const [rows] = (await said(`${list}`)).shown
    expect([kind, rows?.form === 'rows' && rows.rows.some((row) => 'id' in row && row.id === id)]).toEqual([kind, true])
    const [one] = (await said(`${show} ${id}`)).shown
    expect([kind, one?.form === 'one' && (one.one as { id: string }).id]).toEqual([kind, id])
  }
})

test('arguments of a program are read as names, and what a command does is told', async () => {
  const run = headlessCommandById('monitor.rename')
  if (!run) throw new Error('There is no command that renames a monitor.')
  const made = await world.call('monitor.create', {
    body: { meta: { name: 'Checkout · pay' }, request: { method: 'GET', url: 'https://example.com/' } },
  } as never)
  world.forget()
  const args = await world.readArguments(run, { monitor: 'checkout-pay', name: 'Paid' })
  expect(args).toEqual({ monitor: (made as { id: string }).id, name: 'Paid' })
  const { messages, written } = await world.perform(run, args)
  expect(messages).toEqual([{ text: '“Checkout · pay” renamed to “Paid”' }])
  expect(written).toMatchObject([{ operation: 'monitor.update', answer: { meta: { name: 'Paid' } } }])
  await expect(world.readArguments(run, { monitor: 'nobody' })).rejects.toThrow('No monitor is called nobody.')
  await expect(world.readArguments(run, { monitor: 'Paid', name: '' })).rejects.toThrow('name must be')
  await expect(world.readArguments(run, { nme: 'x' })).rejects.toThrow('takes no nme')
})

test('what a destructive command will touch is told before', async () => {
  const remove = headlessCommandById('monitor.remove')
  if (!remove) throw new Error('There is no command that deletes a monitor.')
  const args = await world.readArguments(remove, { monitor: 'Paid' })
  const confirmation = await world.confirmation(remove, args)
  expect(confirmation).toMatchObject({ question: 'Delete “Paid”?', word: 'paid' })
  await world.perform(remove, args)
  await expect(world.readArguments(remove, { monitor: 'Paid' })).rejects.toThrow('No monitor is called Paid.')
})

test('an API key has the rights of its level', async () => {
  const viewer = await running.api.post<{ secret: string }>('/api/2/api_keys/', { name: 'v', access_level: 'VIEWER' })
  const seen = await worldOf(viewer.secret)
  const rename = headlessCommands.find(({ id }) => id === 'monitor.rename')
  if (!rename) throw new Error('There is no command that renames a monitor.')
  await expect(seen.readArguments(rename, { monitor: 'x', name: 'y' })).rejects.toThrow('VIEWER, does not allow this')
  expect((await seen.read('list monitors')).problems).toEqual([])
})
