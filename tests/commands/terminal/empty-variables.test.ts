import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporary.ts'
import { openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

/** The variables that the operating page lists for the terminal alone. */
const names = (readFileSync('docs/operating.md', 'utf8').split('### Terminal')[1] ?? '').match(/(?<=^\| `)SONDE_\w+/gm)

/** A terminal that is signed in at a server, which keeps what it was asked. */
const signedIn = async () => {
  const asked: string[] = []
  const url = await openTestServer(({ url }) => {
    asked.push(url)
    return [401, {}]
  })
  const home = temporaryFolder()
  mkdirSync(join(home, 'sonde'))
  const stored = { server: url, servers: { [url]: { api_key: 'stored' } } }
  writeFileSync(join(home, 'sonde/credentials.json'), JSON.stringify(stored))
  return { asked, home }
}

test('a variable that is set but empty is refused before anything is sent: the stored sign-in stands in for no missing secret', async () => {
  expect(names).toContain('SONDE_API_KEY')
  for (const name of names ?? [])
    for (const text of ['', ' \n']) {
      const { asked, home } = await signedIn()
      const sonde = openTestTerminal({ env: { XDG_CONFIG_HOME: home, [name]: text } })
      const { code, err } = await sonde('list', 'monitors')
      expect([name, code, err]).toEqual([
        name,
        name === 'SONDE_API_KEY' ? 3 : 2,
        expect.stringContaining(`${name} is set but empty. Set it to `),
      ])
      expect(asked).toEqual([])
    }
})

test('a flag that goes before an empty variable is used', async () => {
  const { asked, home } = await signedIn()
  const { server } = JSON.parse(readFileSync(join(home, 'sonde/credentials.json'), 'utf8'))
  const sonde = openTestTerminal({ env: { XDG_CONFIG_HOME: home, SONDE_URL: '', SONDE_PROJECT: '' } })
  await sonde('list', 'monitors', '--server', server, '--project', 'Shop')
  expect(asked).not.toEqual([])
})
