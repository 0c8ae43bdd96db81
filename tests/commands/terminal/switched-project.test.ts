import { expect, test } from 'vitest'
import { credentialsFile, readCredentials } from '../../../src/cli/credentials.ts'
import type { Connection } from '../../../src/cli/settings.ts'
import { keepProject } from '../../../src/cli/switched-project.ts'
import { emptyOutcome } from '../../../src/commands/headless/outcome.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { openMany } from '../core/many-monitors.ts'
import { testIo } from './test-terminal.ts'

const URL = 'https://sonde.example'

/** Keeps a project that a command has just made. */
const kept = async (byEnvironment: boolean, { isMade = true, isPerson = true } = {}) => {
  const { world } = await openMany([])
  const env = { XDG_CONFIG_HOME: temporaryFolder() }
  const told = testIo({ env, isTerminal: isPerson, canAsk: isPerson })
  const made = { operation: 'project.create' as const, answer: { id: 'new', name: 'Staging' } }
  const outcome = { ...emptyOutcome(), switchedTo: 'new', written: isMade ? [made] : [] }
  // What is read of a connection.
  keepProject(outcome, { url: URL, byEnvironment } as Connection, world, told.io)
  return { err: told.err(), project: readCredentials(credentialsFile(env)).servers[URL]?.project }
}

test('the project that a command makes and switches to is said by its name, with the way back', async () => {
  expect(await kept(false)).toEqual({
    err: 'Commands are about “Staging” now. Back: sonde switch project p\n',
    project: 'new',
  })
})

test('with a key of the environment, a new project is no failure, and nothing is stored', async () => {
  expect(await kept(true)).toEqual({
    err: 'Commands go to “Staging” with SONDE_PROJECT=new, or --project.\n',
    project: undefined,
  })
  await expect(kept(true, { isMade: false })).rejects.toThrow('SONDE_API_KEY decides the project')
})

test('a script that makes a project goes on in the one before, unless it switches', async () => {
  expect(await kept(false, { isPerson: false })).toEqual({
    err: 'Commands are still about “Shop”. To “Staging”: sonde switch project new\n',
    project: undefined,
  })
  expect((await kept(false, { isPerson: false, isMade: false })).project).toBe('new')
})
