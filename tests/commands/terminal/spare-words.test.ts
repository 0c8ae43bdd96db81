import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOCAL } from '../../../src/cli/local-commands.ts'
import { undoableActions } from '../../../src/cli/undo-store.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

/** Words that a command has to be given before others are too many. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  describe: ['monitor', 'x'],
  diff: ['monitor', 'x', 'y'],
  completion: ['bash'],
  help: ['whoami'],
  'sign-in': ['https://sonde.example'],
  'sign-out': ['https://sonde.example'],
}
/** Commands that take any number of names. */
const MANY = ['watch', 'paths']

test('every command of the terminal refuses words and flags that it has no use for', async () => {
  const url = await openTestServer(() => [200, EMPTY_PROJECT])
  const env = { XDG_CONFIG_HOME: temporaryFolder(), SONDE_URL: url, SONDE_API_KEY: 'key' }
  const sonde = openTestTerminal({ env })
  for (const phrase of Object.keys(LOCAL)) {
    const line = [...phrase.split(' '), ...(NEEDED[phrase] ?? [])]
    for (const spare of [...(MANY.includes(phrase) ? [] : ['extra']), '--no-such-flag'])
      expect([phrase, await sonde(...line, spare)]).toMatchObject([phrase, { code: 2, out: '' }])
  }
  for (const line of ['whoami extra', 'sign-out https://a.example extra', 'completion bash zsh', 'undo --list all'])
    expect((await sonde(...line.split(' '))).err).toMatch(/Usage: sonde/)
})

test('a key of the environment is not signed out, and no stored sign-in in its place', async () => {
  const config = temporaryFolder()
  const here = 'https://sonde.example'
  const file = join(config, 'sonde', 'credentials.json')
  mkdirSync(join(config, 'sonde'))
  writeFileSync(file, JSON.stringify({ server: here, servers: { [here]: { api_key: 'a' } } }))
  const env = { XDG_CONFIG_HOME: config, SONDE_API_KEY: 'key' }
  for (const more of [{}, { SONDE_URL: here }]) {
    const sonde = openTestTerminal({ env: { ...env, ...more } })
    expect(await sonde('sign-out')).toMatchObject({
      code: 2,
      err: `sonde: Nobody was signed out: the key is in SONDE_API_KEY, and ends with that variable. A stored sign-in is ended by its address: sonde sign-out ${here}\n`,
    })
    expect(existsSync(file)).toBe(true)
  }
  const named = await openTestTerminal({ env })('sign-out', here)
  expect([named, existsSync(file)]).toEqual([{ code: 0, out: '', err: `Signed out at ${here}.\n` }, false])
})

test('sign-out ends the sign-in at the server that is named, and no other one', async () => {
  const config = temporaryFolder()
  const env = { XDG_CONFIG_HOME: config }
  const [here, there, gone] = ['https://sonde.example', 'https://staging.example', 'https://gone.example']
  const file = join(config, 'sonde', 'credentials.json')
  mkdirSync(join(config, 'sonde'))
  writeFileSync(
    file,
    JSON.stringify({ server: here, servers: { [here]: { api_key: 'a' }, [there]: { api_key: 'b' } } }),
  )
  const action = { did: 'x', steps: [], at: 1 }
  writeFileSync(
    join(config, 'sonde', 'undo.json'),
    JSON.stringify({ [`${here} p`]: [action], [`${there} p`]: [action] }),
  )
  const sonde = openTestTerminal({ env })
  expect(await sonde('sign-out', gone)).toMatchObject({
    code: 2,
    err: `sonde: Nobody is signed in at ${gone}. You are signed in at ${here}, ${there}.\n`,
  })
  expect(await sonde('sign-out', there, '--server', here)).toMatchObject({ code: 2 })
  expect(await sonde('sign-out', there)).toMatchObject({ code: 0, err: `Signed out at ${there}.\n` })
  expect([undoableActions(here, 'p', env).length, undoableActions(there, 'p', env).length]).toEqual([1, 0])
  expect(await sonde('sign-out')).toMatchObject({ code: 0, err: `Signed out at ${here}.\n` })
  expect(existsSync(file)).toBe(false)
  expect(await sonde('sign-out')).toMatchObject({ code: 0, err: 'Nobody is signed in.\n' })
})
