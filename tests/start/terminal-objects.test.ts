import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { ADMIN_KEY, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openTerminal } from '../support/terminal.ts'

let running: TestServer
let program: string
beforeAll(async () => {
  program = (await openPrograms()).cli
  running = await startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  for (const name of ['Checkout · pay', 'Tax lookup'])
    await running.api.post('/api/2/calls/', { meta: { name }, request: { method: 'GET', url: 'http://127.0.0.1:1/' } })
})
afterAll(() => running.stop())

type Options = { env?: Record<string, string | undefined>; input?: string; home?: string }

const start = (words: readonly string[], { env = {}, input, home = temporaryFolder() }: Options = {}) =>
  openTerminal(program, words, {
    env: { HOME: home, SONDE_URL: running.server.url, SONDE_API_KEY: ADMIN_KEY, ...env },
    ...(input !== undefined && { input }),
  })
const sonde = (words: string) => start(words.split(' ')).ended

test('a list of runs that is empty is no success in CI, unless it may be empty', async () => {
  const report = join(temporaryFolder(), 'report.xml')
  const run = (...words: string[]) => start(['run', 'monitor', '-', '--wait', ...words], { input: '' }).ended
  expect(await run('--junit', report)).toMatchObject({ code: 1, err: expect.stringContaining('--allow-empty') })
  expect(readFileSync(report, 'utf8')).toMatch(/<testsuites name="sonde" tests="0" failures="0"/)
  expect(await run('--allow-empty', '--quiet')).toMatchObject({ code: 0, out: '', err: '' })
})

test('a refused field goes by its label, and by its path where JSON is printed', async () => {
  // Only the server compiles expressions.
  const line = 'add condition tax-lookup regex exists --property ('
  const told = await sonde(line)
  expect(told).toMatchObject({ code: 2, err: expect.stringMatching(/^sonde: Condition \d+ · property /) })
  const { fields } = JSON.parse((await sonde(`${line} --json`)).err)
  expect(fields).toEqual([{ field: expect.stringMatching(/^conditions\.\d+\.property$/), message: expect.any(String) }])
})

test('watch address makes a monitor, though watch follows results', async () => {
  const made = await sonde('watch address https://watched.example/ --json')
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('watched.example') })
  await sonde('delete monitor watched.example --yes')
})

test('describe shows an object with the newest rows of the lists about it', async () => {
  await sonde('run monitor checkout-pay --wait')
  const { code, out } = await sonde('describe monitor checkout-pay')
  expect(code).toBe(0)
  expect(out).toMatch(/^Name: +Checkout · pay\n/)
  expect(out).toMatch(/\nResults\ncreated\ttest\tresult_category/)
})

test('diff shows the unified difference of the settings of two objects, with 1 where they differ', async () => {
  expect(await sonde('diff monitor checkout-pay tax-lookup')).toMatchObject({ code: 0, out: '' })
  await sonde('tag monitor tax-lookup --tags dear')
  const other = await sonde('diff monitor checkout-pay tax-lookup')
  expect(other).toMatchObject({ code: 1, out: expect.stringMatching(/^--- checkout-pay\n\+\+\+ tax-lookup\n@@/) })
  expect(other.out).toMatch(/^\+ +"dear"$/m)
  expect(await sonde('diff monitor tax-lookup tax-lookup')).toMatchObject({ code: 0, out: '' })
  expect(await sonde('diff monitor tax-lookup')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Usage: sonde diff monitor NAME NAME'),
  })
})

test('undo undoes the last commands of the terminal in turn, whatever their objects are called by then', async () => {
  const home = temporaryFolder()
  const env = { SONDE_API_KEY: undefined, SONDE_URL: undefined }
  const as = (words: string) => start(words.split(' '), { home, env }).ended
  await start(['sign-in', running.server.url, '--key'], { home, env, input: `${ADMIN_KEY}\n` }).ended
  expect(await as('undo --yes')).toMatchObject({ code: 2, err: expect.stringContaining('Nothing to undo') })
  await as('rename monitor tax-lookup Duties')
  await as('tag monitor duties --tags undone')
  const { out } = await as('undo --list')
  expect(out.trim().split('\n')).toEqual([
    expect.stringMatching(/^\S+Z\t“Duties” tagged\tsonde untag monitor \S+ undone$/),
    expect.stringMatching(/^\S+Z\t“Tax lookup” renamed to “Duties”\trestore name of “Duties”$/),
  ])
  expect(statSync(join(home, '.config/sonde/undo.json')).mode & 0o777).toBe(0o600)
  expect(await as('undo')).toMatchObject({ code: 2, err: expect.stringContaining('confirm it with --yes') })
  expect(await as('undo --yes')).toMatchObject({ code: 0, err: 'Undid: “Duties” tagged\n' })
  expect(await as('undo -y')).toMatchObject({ code: 0, err: 'Undid: “Tax lookup” renamed to “Duties”\n' })
  expect((await as('show monitor tax-lookup')).code).toBe(0)
  expect(existsSync(join(home, '.config/sonde/undo.json'))).toBe(false)
  expect(await sonde('undo --yes')).toMatchObject({ code: 2, err: expect.stringContaining('SONDE_API_KEY') })
})

test('of several objects, an undo leaves those that are gone, undoes the others, and says which', async () => {
  const home = temporaryFolder()
  const env = { SONDE_API_KEY: undefined, SONDE_URL: undefined }
  const as = (words: string) => start(words.split(' '), { home, env }).ended
  await start(['sign-in', running.server.url, '--key'], { home, env, input: `${ADMIN_KEY}\n` }).ended
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Leaving' },
    request: { url: 'https://example.com/' },
  })
  await as('tag monitor tax-lookup,leaving --tags partly')
  await running.api.call('DELETE', `/api/2/calls/${id}/`)
  const undone = await as('undo --yes')
  expect(undone).toMatchObject({ code: 4, err: expect.stringContaining('Undid 1 of 2 steps: ') })
  expect(undone.err).toContain('Not undone: “Leaving”: There is no such monitor')
  expect((await as('show monitor tax-lookup')).out).not.toContain('partly')
  expect(await as('undo --yes')).toMatchObject({ code: 2, err: expect.stringContaining('Nothing to undo') })
})

test('a command that changes nothing says so, and the undo after it undoes nothing else', async () => {
  const home = temporaryFolder()
  const env = { SONDE_API_KEY: undefined, SONDE_URL: undefined }
  const as = (words: string) => start(words.split(' '), { home, env }).ended
  await start(['sign-in', running.server.url, '--key'], { home, env, input: `${ADMIN_KEY}\n` }).ended
  await as('create schedule Nightly --frequency 5m')
  const made = await as('create monitor Made https://made.example/')
  expect(made.code).toBe(0)
  const unchanged = await as('resume schedule nightly')
  expect(unchanged).toMatchObject({ code: 0, err: '“Nightly” is running already\n' })
  expect((await as('undo --list')).out.split('\n')[0]).toMatch(/\t“Nightly” is running already\tnothing to undo$/)
  const undone = await as('undo -y')
  expect([undone.code, undone.err]).toEqual([
    0,
    expect.stringMatching(
      /^Nothing to undo of the last command\. “Nightly” is running already\. The next undo is of the one before/,
    ),
  ])
  expect((await as('show monitor made')).code).toBe(0)
  expect((await as('undo -y')).code).toBe(0)
  expect((await as('show monitor made')).code).not.toBe(0)
})
