import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Connection } from '../../../src/cli/settings.ts'
import { dropUndo, dropUndoAt, storeUndo, undoSteps } from '../../../src/cli/undo-store.ts'
import type { Headless } from '../../../src/commands/headless/headless.ts'
import { emptyOutcome } from '../../../src/commands/headless/outcome.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { testIo } from './test-terminal.ts'

const URL = 'https://sonde.example'

/** Stores lines that undo, in a home directory of its own. */
const openStore = () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder() }
  const told = testIo({ env })
  const store = (line: string, { url = URL, byEnvironment = false, project = 'p1' } = {}) =>
    storeUndo(
      { ...emptyOutcome(), undo: { did: `did: ${line}`, line } },
      // What the store reads of a connection and a world.
      { url, byEnvironment } as Connection,
      { project: { id: project } } as Headless,
      told.io,
    )
  const lines = (project = 'p1', url = URL) => undoSteps(url, project, env).map(({ undo }) => undo)
  return { env, store, lines, err: told.err, file: join(env.XDG_CONFIG_HOME, 'sonde', 'undo.json') }
}

test('the last commands of each server and project are stored apart, the last one first', () => {
  const { env, store, lines } = openStore()
  for (const name of ['a', 'b']) store(`pause schedule ${name}`)
  store('pause schedule c', { project: 'p2' })
  store('pause schedule d', { url: 'https://other.example' })
  expect(lines()).toEqual(['pause schedule b', 'pause schedule a'])
  dropUndo(URL, 'p1', env)
  expect([lines(), lines('p2')]).toEqual([['pause schedule a'], ['pause schedule c']])
  dropUndoAt(URL, env)
  expect([lines(), lines('p2'), lines('p1', 'https://other.example')]).toEqual([[], [], ['pause schedule d']])
})

test('at most 20 commands are stored of a project', () => {
  const { store, lines } = openStore()
  for (let at = 1; at <= 25; at++) store(`pause schedule s${at}`)
  expect([lines().length, lines()[0], lines().at(-1)]).toEqual([20, 'pause schedule s25', 'pause schedule s6'])
})

test('nothing is stored with a key of the environment, with secrets, or for a screen', () => {
  const { store, lines } = openStore()
  store('pause schedule a', { byEnvironment: true })
  store('create token login x --access-token hidden')
  store('open monitors')
  expect(lines()).toEqual([])
})

test('a file that cannot be read or written is no failure of the command', () => {
  const { store, lines, file, err } = openStore()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '{"half')
  expect(lines()).toEqual([])
  store('pause schedule a')
  expect(lines()).toEqual(['pause schedule a'])
  expect(readFileSync(file, 'utf8')).not.toContain('half')
  const blocked = openStore()
  writeFileSync(dirname(blocked.file), 'a file where the folder would be')
  blocked.store('pause schedule a')
  expect(blocked.err()).toContain('cannot be undone here')
  expect(err()).toBe('')
})
