import { expect, test } from 'vitest'
import type { Flags } from '../../../src/cli/flag-table.ts'
import { printOutcome } from '../../../src/cli/print-outcome.ts'
import { watchData } from '../../../src/cli/watch-data.ts'
import { headlessCommandById } from '../../../src/commands/headless/book.ts'
import { type Headless, openHeadless } from '../../../src/commands/headless/headless.ts'
import { emptyOutcome } from '../../../src/commands/headless/outcome.ts'
import { testIo } from './test-terminal.ts'

const NAMES = ['Alpha', 'Beta', 'Gamma']
const monitors = NAMES.map((name) => ({
  id: name.toLowerCase().padEnd(22, 'x'),
  type: 'api',
  meta: { name, domain: 'a.example', tags: [], workspace: 'global' },
  request: { method: 'GET', url: 'https://a.example/' },
  workflow: { call_ids: [] },
}))

/** A server that answers about the first object last. */
const openSlow = (): Promise<Headless> =>
  openHeadless({
    async call(operation, input) {
      const { params } = input as { params?: { id?: string } }
      const at = monitors.findIndex(({ id }) => id === params?.id)
      if (operation === 'project.list')
        return {
          meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
          projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
          organizations: [],
        }
      if (at < 0) return { meta: { more: false, next_cursor: null }, data: monitors }
      for (let turn = at; turn < NAMES.length; turn++) await new Promise(setImmediate)
      if (operation === 'result.list-of-call')
        return { meta: { more: false, next_cursor: null }, results: [{ id: `result-${at}`, result_category: 'PASS' }] }
      if (operation === 'workflow.run')
        return { workflow_result_id: `run-${at}`, workflow_id: params?.id, location_id: 'local' }
      return { id: params?.id, name: NAMES[at] }
    },
    project: null,
    now: () => 0,
    newId: () => 'x',
    pause: async () => {},
  })

const printed = async (line: string, flags: Flags = {}) => {
  const world = await openSlow()
  const { command, args, problems } = await world.read(line)
  expect(problems).toEqual([])
  if (!command) throw new Error(`${line} is no command.`)
  const outcome = await world.perform(command, args)
  const told = testIo()
  printOutcome(outcome, { flags, command, io: told.io, url: '', startedAt: 0 })
  return { out: told.out(), err: told.err() }
}

test('what is read of several objects is shown in the order of the line, under the name of each', async () => {
  const { out } = await printed('show monitor gamma,alpha,beta')
  expect(out.split('\n').filter((line) => NAMES.includes(line))).toEqual(['Gamma', 'Alpha', 'Beta'])
  expect(out).toMatch(/^Gamma\nid: gamma.*\nname: Gamma\n\nAlpha\n/)
})

test('one object has no heading', async () => {
  expect((await printed('show monitor beta')).out).toMatch(/^id: beta.*\nname: Beta\n$/)
})

test('rows of several objects are one table, whose first column names the object of each row', async () => {
  const { out } = await printed('get result-list-of-call beta,alpha')
  expect(out.split('\n').map((line) => line.split('\t')[0])).toEqual(['object', 'Beta', 'Alpha', ''])
  expect(out.split('\n').filter((line) => line.startsWith('object'))).toHaveLength(1)
  expect((await printed('get result-list-of-call beta,alpha', { columns: 'id' })).out).toBe(
    'object\tid\nBeta\tresult-1\nAlpha\tresult-0\n',
  )
})

test('several objects are one document of JSON, and a document of YAML each', async () => {
  expect(JSON.parse((await printed('show monitor beta,alpha', { json: '' })).out)).toMatchObject([
    { name: 'Beta' },
    { name: 'Alpha' },
  ])
  expect((await printed('show monitor beta,alpha', { 'output-format': 'yaml' })).out).toMatch(
    /^id: beta.*\nname: Beta\n---\nid: alpha.*\nname: Alpha\n$/,
  )
  expect(JSON.parse((await printed('get result-list-of-call beta,alpha', { json: '' })).out)).toMatchObject([
    [{ id: 'result-1' }],
    [{ id: 'result-0' }],
  ])
  expect(JSON.parse((await printed('show monitor beta', { json: '' })).out)).toMatchObject({ name: 'Beta' })
})

test('names and lines of JSON of several objects keep their order', async () => {
  expect((await printed('show monitor alpha,gamma', { 'output-format': 'name' })).out).toMatch(/^alpha.*\ngamma.*\n$/)
  expect((await printed('show monitor alpha,gamma', { jsonl: '' })).out).toMatch(/^\{.*Alpha"\}\n\{.*Gamma"\}\n$/)
})

test('runs that are started side by side are told in the order of the line', async () => {
  expect((await printed('run workflow alpha,gamma', { 'output-format': 'name' })).out).toBe('run-0\nrun-2\n')
})

test('several texts that are copied are one document of JSON', () => {
  const command = headlessCommandById('one.monitor')
  const told = testIo()
  if (!command) throw new Error('There is no such command.')
  const outcome = { ...emptyOutcome(), copied: ['a', 'b'] }
  printOutcome(outcome, { flags: { json: '' }, command, io: told.io, url: '', startedAt: 0 })
  expect(JSON.parse(told.out())).toEqual(['a', 'b'])
})

test('one file is not written over by the next of several', () => {
  const command = headlessCommandById('get.result-csv')
  if (!command) throw new Error('There is no such command.')
  const shown = ['a', 'b'].map((one) => ({ form: 'one' as const, one, of: one }))
  const options = { flags: { output: '/nowhere/x.csv' }, command, io: testIo().io, url: '', startedAt: 0 }
  expect(() => printOutcome({ ...emptyOutcome(), shown }, options)).toThrow('2 files would all be /nowhere/x.csv')
})

test('rows of the same name about several objects are watched apart', async () => {
  const interruption = new AbortController()
  const told = testIo({ interrupted: interruption.signal })
  const command = headlessCommandById('rows.tag')
  if (!command) throw new Error('There is no list of tags.')
  const looks = [
    ['1', '1'],
    ['1', '2'],
  ]
  const look = async () => {
    const states = looks.shift() ?? []
    if (looks.length === 0) setImmediate(() => interruption.abort())
    const rows = states.map((state) => [{ name: 'same', state }])
    const shown = rows.map((each, at) => ({ form: 'rows' as const, rows: each, more: false, of: NAMES[at] ?? '' }))
    return { ...emptyOutcome(), shown }
  }
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve))
  await watchData({ look, forget: () => {}, flags: { columns: 'name,state' }, command, io: told.io, pause })
  expect(told.out()).toBe('object\tname\tstate\nAlpha\tsame\t1\nBeta\tsame\t1\nBeta\tsame\t2\n')
})
