import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { UndoStep } from '../../../machines/undo.ts'
import type { Connection } from '../../../src/cli/settings.ts'
import { dropUndoAt, settleUndo, storeUndo, undoableActions } from '../../../src/cli/undo-store.ts'
import type { Headless } from '../../../src/commands/headless/headless.ts'
import { emptyOutcome } from '../../../src/commands/headless/outcome.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { testIo } from './test-terminal.ts'

const URL = 'https://sonde.example'

const pausing = (schedule: string, command = 'schedule.pause'): UndoStep => ({
  command,
  args: { schedule },
  reverse: { command: 'schedule.resume', args: { schedule } },
})

/** Stores what undoes actions, in a home directory of its own. */
const openStore = () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder() }
  const told = testIo({ env })
  const store = (did: string, { url = URL, byEnvironment = false, project = 'p1', steps = [pausing(did)] } = {}) =>
    storeUndo(
      { ...emptyOutcome(), undo: { did, steps } },
      // What the store reads of a connection and a world.
      { url, byEnvironment } as Connection,
      { project: { id: project } } as Headless,
      told.io,
    )
  const actions = (project = 'p1', url = URL) => undoableActions(url, project, env).map(({ did }) => did)
  return { env, store, actions, err: told.err, file: join(env.XDG_CONFIG_HOME, 'sonde', 'undo.json') }
}

const last = (env: NodeJS.ProcessEnv) => {
  const [action] = undoableActions(URL, 'p1', env)
  if (!action) throw new Error('Nothing is stored.')
  return action
}

test('what another terminal does while an undo asks stays, and what was asked about goes', () => {
  const { env, store, actions } = openStore()
  for (const name of ['a', 'b']) store(name)
  const asked = last(env)
  store('theirs')
  settleUndo(URL, 'p1', env, asked, { isRefused: true })
  expect(actions()).toEqual(['theirs', 'a'])
  expect(undoableActions(URL, 'p1', env).map(({ afterRefusal }) => afterRefusal)).toEqual([undefined, true])
  settleUndo(URL, 'p1', env, asked)
  expect(actions()).toEqual(['theirs', 'a'])
})

test('the last actions of each server and project are stored apart, the last one first', () => {
  const { env, store, actions } = openStore()
  for (const name of ['a', 'b']) store(name)
  store('c', { project: 'p2' })
  store('d', { url: 'https://other.example' })
  expect(actions()).toEqual(['b', 'a'])
  settleUndo(URL, 'p1', env, last(env))
  expect([actions(), actions('p2')]).toEqual([['a'], ['c']])
  dropUndoAt(URL, env)
  expect([actions(), actions('p2'), actions('p1', 'https://other.example')]).toEqual([[], [], ['d']])
})

test('the steps that are still to be done stay', () => {
  const { env, store } = openStore()
  store('both', { steps: [pausing('a'), pausing('b')] })
  settleUndo(URL, 'p1', env, last(env), { left: [pausing('b')] })
  expect(undoableActions(URL, 'p1', env)).toMatchObject([{ did: 'both', steps: [pausing('b')] }])
})

test('at most 20 actions are stored of a project', () => {
  const { store, actions } = openStore()
  for (let at = 1; at <= 25; at++) store(`s${at}`)
  expect([actions().length, actions()[0], actions().at(-1)]).toEqual([20, 's25', 's6'])
})

test('no secret is stored, and nothing with a key of the environment; what needs those cannot be undone', () => {
  const { store, actions, file } = openStore()
  store('a', { byEnvironment: true })
  const secret = { type: 'slack', to: 'https://hooks.example/T1' }
  store('b', { steps: [{ ...pausing('b'), command: 'webhook.create-quickly', args: secret }] })
  store('c', { steps: [pausing('c', 'open.monitors')] })
  expect(actions()).toEqual(['c', 'b'])
  expect(readFileSync(file, 'utf8')).not.toContain('hooks.example')
  expect(readFileSync(file, 'utf8')).not.toContain('open.monitors')
})

test('a file that cannot be read or written is no failure of the command', () => {
  const { store, actions, file, err } = openStore()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '{"half')
  expect(actions()).toEqual([])
  store('a')
  expect(actions()).toEqual(['a'])
  expect(readFileSync(file, 'utf8')).not.toContain('half')
  const blocked = openStore()
  writeFileSync(dirname(blocked.file), 'a file where the folder would be')
  blocked.store('a')
  expect(blocked.err()).toContain('cannot be undone here')
  expect(err()).toBe('')
})

test('the action before one that was refused its undo is marked, so that a repeated undo does not mean it', () => {
  const { env, store } = openStore()
  for (const id of ['a', 'b', 'c']) store(id)
  settleUndo(URL, 'p1', env, last(env), { isRefused: true })
  expect(undoableActions(URL, 'p1', env).map(({ did, afterRefusal }) => [did, afterRefusal])).toEqual([
    ['b', true],
    ['a', undefined],
  ])
})
