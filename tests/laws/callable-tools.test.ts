import { expect, test } from 'vitest'
import { LEVELS } from '../../src/domain/core/access.ts'
import { ANYBODY, isCallable, type Standing } from '../../src/mcp/callable.ts'
import { endpointsOf, isReading } from '../../src/mcp/effects.ts'
import { offered } from '../../src/mcp/offered.ts'
import { toolNameOf } from '../../src/mcp/tool.ts'
import { admit } from '../../src/server/access/admit.ts'
import type { Caller } from '../../src/server/access/caller.ts'
import { Refusal } from '../../src/server/refusal.ts'
import { openDeafToolbox } from './tools.ts'

const PROJECT = { key: 1, id: 'p', orgId: null }
const keyOf = (level: (typeof LEVELS)[number], more: object = {}): Caller => ({
  kind: 'api_key',
  keyId: 'k',
  accountId: null,
  project: PROJECT,
  level,
  unconfirmed: null,
  ...more,
})
const OF_A_KEY: Standing = { level: null, isPerson: false, isSiteAdmin: false, changesOutside: true }
const connection = { id: 'c', client: 'Helper', writes: true }

test.each(LEVELS)('a key of the level %s is offered what the server lets it call, and nothing else', (level) => {
  for (const [caller, standing] of [
    [keyOf(level), { ...OF_A_KEY, level }],
    [keyOf(level, { connection }), { ...OF_A_KEY, level, changesOutside: false }],
  ] as const) {
    const named = { header: 'project', projectId: PROJECT.id }
    // Organizations are for people: the server reads from its store which ones, so it is no refusal here.
    const isAdmitted = (command: (typeof offered)[number]) =>
      endpointsOf(command).every(
        (endpoint) => endpoint.access !== 'organization' && !(admit(endpoint, caller, named) instanceof Refusal),
      )
    const faults = offered.filter((command) => isCallable(command, standing) && !isAdmitted(command))
    expect(faults.map(({ id }) => id)).toEqual([])
    const missed = offered.filter((command) => !isCallable(command, standing) && isAdmitted(command))
    // What a command needs may be more than what its endpoint does: it is not given in a console either.
    expect(missed.filter(({ needs }) => needs === undefined).map(({ id }) => id)).toEqual([])
  }
})

test('whoever may only look is listed and finds no tool that edits', async () => {
  const standing = { ...OF_A_KEY, level: 'VIEWER' } as const
  const { toolbox } = openDeafToolbox({ standing, selection: 'usual' })
  const names = toolbox.list().map(({ name }) => name)
  expect(names).toContain('list_monitor')
  for (const name of ['monitor_remove', 'schedule_pause', 'list_organization']) expect(names).not.toContain(name)
  const found = JSON.stringify(await toolbox.use('find_tools', { words: 'list organizations of the installation' }))
  expect(found).not.toContain('"list_organization"')
  const described = await toolbox.use('find_tools', { describe: ['monitor_remove'] })
  expect(described).toMatchObject({ isError: true })
})

test('of a caller of whom nothing is known, nothing is kept', () => {
  expect(offered.filter((command) => !isCallable(command, ANYBODY))).toEqual([])
  expect(offered.filter(isReading).map(toolNameOf)).toContain('list_organization')
})
