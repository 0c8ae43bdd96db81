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
