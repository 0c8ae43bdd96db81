import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporary.ts'
import { openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

/** A server that knows no key. */
const openServer = () => openTestServer(() => [401, { detail: 'The bearer token is unknown, revoked or expired.' }])

test('a key that the server does not know is named by where it comes from', async () => {
  const url = await openServer()
  const home = temporaryFolder()
  const told = async (env: Record<string, string>, ...words: string[]) => {
    const sonde = openTestTerminal({ env: { XDG_CONFIG_HOME: home, ...env }, readInput: async () => 'wrong-key\n' })
    const { code, err } = await sonde(...words)
    expect([words, code, err]).toEqual([words, 3, expect.not.stringContaining('bearer token')])
    return err
  }
  expect(await told({}, 'sign-in', url, '--key')).toContain('does not know this API key')
  expect(await told({ SONDE_URL: url, SONDE_API_KEY: 'wrong' }, 'whoami')).toContain('the API key in SONDE_API_KEY')
  mkdirSync(join(home, 'sonde'), { recursive: true })
  const stored = { server: url, servers: { [url]: { api_key: 'old' } } }
  writeFileSync(join(home, 'sonde/credentials.json'), JSON.stringify(stored))
  expect(await told({}, 'whoami')).toContain('the API key of your sign-in')
})
