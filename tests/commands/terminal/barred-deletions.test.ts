import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

const ID = 'A1b2C3d4E5f6G7h8I9j0Kl'
const meta = { name: 'Keycloak', description: null, tags: [], owner: null, created: '', last_update: '' }

const ROWS: Readonly<Record<string, object>> = {
  '/auth': { id: ID, name: 'Keycloak', meta, settings: { auth_type: 'BASIC' }, tokens: 1, used_by: 2 },
  '/token': { id: ID, name: 'Keycloak', auth_id: ID, meta, status: 'valid', used_by: 1 },
  '/files': {
    id: ID,
    name: 'Keycloak',
    meta,
    file: {},
    used_by: [{ id: 'm', name: 'Orders' }],
    used_by_project: false,
  },
}

/** Deletes the one object that there is, which monitors use or not. */
const deletion = async (noun: string, isUsed: boolean) => {
  const written: string[] = []
  const free = { used_by_project: false }
  const url = await openTestServer(({ method, url: path }) => {
    if (method !== 'GET') written.push(path)
    const found = Object.entries(ROWS).find(([part]) => path.includes(part))
    if (!found) return [200, EMPTY_PROJECT]
    const [part, row] = found
    const shown = isUsed ? row : { ...row, ...free, used_by: part === '/files' ? [] : 0 }
    return [200, { meta: { more: false, next_cursor: null }, results: [shown] }]
  })
  const sonde = openTestTerminal({ env: { SONDE_URL: url, SONDE_API_KEY: 'key' } })
  return { ...(await sonde('delete', ...noun.split(' '), ID)), written }
}

test.each([
  ['auth setting', '2 monitors use this auth setting: choose another for them first.'],
  ['token', 'A monitor uses this token: choose another for it first.'],
  ['file', 'The file is used by the monitor “Orders”: choose another body or schema there first.'],
])('nobody is asked about the deletion of a used %s, which says why instead', async (noun, why) => {
  const { code, err, written } = await deletion(noun, true)
  expect([code, written]).toEqual([EXIT_CODES.refused.code, []])
  expect(err).toContain(`“Keycloak” cannot be deleted. ${why}`)
  expect(err).not.toContain('permanently?')
})

test.each(['auth setting', 'token', 'file'])('the deletion of a %s that nothing uses is asked about', async (noun) => {
  const { code, err } = await deletion(noun, false)
  expect([code, err]).toEqual([EXIT_CODES.usage.code, expect.stringContaining('Delete “Keycloak” permanently?')])
})
