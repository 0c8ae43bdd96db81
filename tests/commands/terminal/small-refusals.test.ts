import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CallError } from '../../../machines/resource/failure.ts'
import { candidatesFor } from '../../../src/cli/completion.ts'
import { endingOf } from '../../../src/cli/exit-codes.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { exampleWorld, TAX } from '../world.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

test('--all and --limit together are refused', async () => {
  const SONDE_URL = await openTestServer(() => [200, EMPTY_PROJECT])
  const sonde = openTestTerminal({ env: { SONDE_URL, SONDE_API_KEY: 'key' } })
  for (const line of ['list results', 'list monitors'])
    expect(await sonde(...line.split(' '), '--all', '--limit', '3')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--all and --limit contradict each other'),
    })
})

describe('sign-ins that cannot be read', () => {
  const withFile = (text: string, mode = 0o600) => {
    const config = temporaryFolder()
    const file = join(config, 'sonde', 'credentials.json')
    mkdirSync(join(config, 'sonde'))
    writeFileSync(file, text)
    chmodSync(file, mode)
    return { file, env: { XDG_CONFIG_HOME: config } }
  }

  test('are in nobody’s way where a key and a server are given', async () => {
    const SONDE_URL = await openTestServer(() => [200, EMPTY_PROJECT])
    const { env } = withFile('{')
    const sonde = openTestTerminal({ env: { ...env, SONDE_URL, SONDE_API_KEY: 'key' } })
    expect(await sonde('whoami')).toMatchObject({ code: 0 })
  })

  test('are named, with what to do', async () => {
    const { file, env } = withFile('{"servers": 1}')
    const sonde = openTestTerminal({ env })
    for (const line of ['whoami', 'list monitors', 'sign-out', 'sign-in http://localhost:9'])
      expect([line, await sonde(...line.split(' '))]).toMatchObject([
        line,
        { code: 2, err: expect.stringContaining(`${file} does not hold sign-ins: delete it`) },
      ])
  })
})

test('whoever is signed out is told the address to sign in at', async () => {
  const SONDE_URL = await openTestServer(() => [200, EMPTY_PROJECT])
  const sonde = openTestTerminal({ env: { SONDE_URL, XDG_CONFIG_HOME: temporaryFolder() } })
  expect(await sonde('whoami')).toMatchObject({
    code: 3,
    err: `sonde: Nobody is signed in at ${SONDE_URL}. Sign in: sonde sign-in ${SONDE_URL}\n`,
  })
})

test('an address that is not of the web is refused as such', async () => {
  for (const url of ['ftp://sonde.example', 'file:///etc/passwd', 'ssh://x']) {
    const sonde = openTestTerminal({ env: { SONDE_URL: url, SONDE_API_KEY: 'key' } })
    expect(await sonde('whoami')).toMatchObject({ code: 2, err: expect.stringContaining('only http and https are') })
  }
})

test('a run that the server did not start exits with the code for that, whatever its status', () => {
  const failure = { message: 'No.', statusText: '', url: '/', problems: [], body: null, at: 0 }
  for (const operation of ['monitor.run', 'workflow.run'])
    for (const status of [400, 409, 422])
      expect(endingOf(new CallError({ ...failure, operation, status }))).toBe('refused')
  expect(endingOf(new CallError({ ...failure, operation: 'monitor.create', status: 422 }))).toBe('usage')
})

test('a list that ends with a comma acts on nothing: a name may be missing', () => {
  const { world } = exampleWorld()
  for (const line of [`delete monitor ${TAX},`, `delete monitor ${TAX}, --confirm x`, `tag monitor ${TAX} --tags a,`])
    expect([line, readLine(line, world).problems]).toMatchObject([
      line,
      [{ sentence: expect.stringContaining('ends with a comma') }],
    ])
  expect(readLine(`tag monitor ${TAX} --tags a,b`, world).problems).toEqual([])
})

test('the second name of diff is completed with the other names, and a noun in two words is understood', async () => {
  const names = async () => ['checkout', 'staging'].map((text) => ({ text, note: '' }))
  const offered = async (...done: string[]) => (await candidatesFor(done, '', names)).map(({ text }) => text)
  expect(await offered('diff', 'monitor')).toEqual(['checkout', 'staging'])
  expect(await offered('diff', 'monitor', 'checkout')).toEqual(['staging'])
  const { err } = await openTestTerminal()('show', 'auth', 'setting', 'x')
  expect(err).toContain('Did you mean show auth-setting?')
})
