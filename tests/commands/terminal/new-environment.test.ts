import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

const ENVIRONMENTS = {
  data: [{ name: 'staging', description: '', variables: 1, secrets: 0, monitors: 0, workflows: 0, last_update: '' }],
}

const STORED = { id: 'v', name: 'A', workspace: 'global', value: '••••••', secret: true, origins: [], used_by: [] }

/** Sets a variable in an environment of a project that has “global” and “staging”. */
const setIn = async (...flags: readonly string[]) => {
  const written: string[] = []
  const url = await openTestServer(({ method, url: path }) => {
    if (path.startsWith('/api/3/environments')) return [200, ENVIRONMENTS]
    if (method === 'GET' && path.startsWith('/api/2/environment/')) return [200, { results: [STORED] }]
    if (method === 'GET') return [200, EMPTY_PROJECT]
    written.push(path)
    return [200, { workspace_variable: { name: 'A', workspace: path.split('/').at(-2) } }]
  })
  const sonde = openTestTerminal({ env: { SONDE_URL: url, SONDE_API_KEY: 'key' } })
  return { ...(await sonde('set', 'variable', 'A', '1', ...flags)), written }
}

test('an environment that is not there yet is asked about, with those that are', async () => {
  const { code, err, written } = await setIn('--workspace', 'stagng')
  expect([code, written]).toEqual([EXIT_CODES.usage.code, []])
  expect(err).toContain('Create the environment “stagng” for this variable?')
  expect(err).toContain('There are: global, staging')
})

test('it is created by who says so, and the answer says that it is new', async () => {
  const { code, out, err, written } = await setIn('--workspace', 'new-one', '--yes')
  expect([code, written]).toEqual([0, ['/api/2/environment/new-one/A']])
  expect(out + err).toContain('“A” saved in new-one, a new environment')
})

test.each([[[]], [['--workspace', 'global']], [['--workspace', 'staging']]])(
  'nothing is asked about one that is there: %j',
  async (flags) => {
    const { code, out, err } = await setIn(...flags)
    expect([code, out + err]).toEqual([0, expect.not.stringContaining('new')])
  },
)

test('a stored secret gives way to a value that can be read after a question alone', async () => {
  const { code, err, written } = await setIn('--no-secret')
  expect([code, written]).toEqual([EXIT_CODES.usage.code, []])
  expect(err).toContain('Replace the secret “A” of global by a value that can be read?')
  expect((await setIn('--no-secret', '--yes')).code).toBe(0)
  // Another secret, as a rotation sets it, asks nothing.
  expect((await setIn()).code).toBe(0)
  expect((await setIn('--no-secret', '--workspace', 'staging')).code).toBe(0)
})
