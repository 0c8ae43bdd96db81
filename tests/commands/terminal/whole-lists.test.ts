import { expect, test } from 'vitest'
import { EXIT_CODES, endingOf } from '../../../src/cli/exit-codes.ts'
import { printOutcome } from '../../../src/cli/print-outcome.ts'
import { headlessCommandById } from '../../../src/commands/headless/book.ts'
import { emptyOutcome } from '../../../src/commands/headless/outcome.ts'
import { readCommands } from '../../../src/commands/headless/reads.ts'
import { HISTORIES } from '../../../src/commands/headless/row-limits.ts'
import { contract, type EndpointName } from '../../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../../src/contract/core/endpoint.ts'
import { openMany } from '../core/many-monitors.ts'
import { testIo } from './test-terminal.ts'

const MANY = Array.from({ length: 1_500 }, (_, at) => `Monitor ${at}`)

/** What a line prints where a program reads it. */
const printed = async (line: string, names: readonly string[] = MANY) => {
  const { world } = await openMany(names)
  const { command, args, problems } = await world.read(line)
  expect(problems).toEqual([])
  if (!command) throw new Error(`${line} is no command.`)
  const told = testIo()
  const outcome = await world.perform(command, args)
  const options = { flags: { 'output-format': 'name' }, command, io: told.io, url: '', startedAt: 0 }
  const code = printOutcome(outcome, options)
  return { code, rows: told.out().trim().split('\n').length, err: told.err() }
}

test('a list of objects is whole, also of those that are read off the objects of another kind', async () => {
  expect(await printed('list monitors')).toEqual({ code: 0, rows: 1_500, err: '' })
  const { world } = await openMany(MANY)
  for (const id of ['rows.browser-test', 'rows.tag']) {
    const command = headlessCommandById(id)
    if (!command) throw new Error(`There is no ${id}.`)
    expect((await world.perform(command, {})).shown).toMatchObject([{ more: false, isWhole: true }])
  }
})

test('a limit that was asked for is kept, and the rest is told', async () => {
  const { code, rows, err } = await printed('list monitors --limit 20')
  expect([code, rows]).toEqual([0, 20])
  expect(err).toContain('20 rows are shown, and there are more')
})

test('of a history, the newest rows are shown', async () => {
  const { code, rows, err } = await printed('list results')
  expect([code, rows]).toEqual([0, 100])
  expect(err).toContain('100 rows are shown, and there are more')
})

test('a part that a program would take for all is refused, and nothing of it is printed', () => {
  const command = headlessCommandById('rows.monitor')
  if (!command) throw new Error('There is no list of monitors.')
  const outcome = {
    ...emptyOutcome(),
    shown: [{ form: 'rows' as const, rows: [{ id: 'a' }], more: true, isWhole: true }],
  }
  const print = (isTerminal: boolean) => {
    const told = testIo({ isTerminal })
    try {
      const options = { flags: {}, command, io: told.io, url: '', startedAt: 0 }
      return { code: printOutcome(outcome, options), out: told.out() }
    } catch (error) {
      return { code: EXIT_CODES[endingOf(error)].code, out: told.out() }
    }
  }
  expect(print(false)).toEqual({ code: EXIT_CODES.usage.code, out: '' })
  expect(print(true)).toMatchObject({ code: 0, out: expect.stringContaining('a') })
})

test('more names than are loaded at first are all found, as those of a long list', async () => {
  const { world, all } = await openMany(MANY)
  const { problems, args } = await world.read(`run monitor ${all.map(({ id }) => id).join(',')}`)
  expect(problems).toEqual([])
  expect(Object.values(args)[0]).toHaveLength(1_500)
})

test('a list that is read page by page is found by a text, or is known as a history or as one of few objects', () => {
  const few = [
    'auth-setting.certificates',
    'shared-monitor.list',
    'status-page.subscribers',
    'token.list-of-setting',
    'workflow.list-of-call',
  ]
  const isPaged = ({ query }: AnyEndpoint) => JSON.stringify(query ?? {}).includes('"cursor?"')
  const unknown = readCommands
    .flatMap(({ reads = [] }): readonly EndpointName[] => reads)
    .filter((name) => {
      const endpoint: AnyEndpoint = contract[name]
      return isPaged(endpoint) && !endpoint.searched && !HISTORIES.has(name) && !few.includes(name)
    })
  expect(unknown).toEqual([])
})
