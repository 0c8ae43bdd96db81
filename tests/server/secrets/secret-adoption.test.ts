import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecretCipher } from '../../../src/server/store/core/secret-cipher.ts'
import { archiveMonitor, restoreMonitor } from '../../../src/server/store/monitors/deleted-monitors.ts'
import { monitors, newMonitor } from '../../../src/server/store/monitors/monitors.ts'
import { adoptSecrets } from '../../../src/server/store/monitors/secret-adoption.ts'
import { openPairs } from '../../../src/server/store/secrets/secret-pairs.ts'
import { openStore, type TestStore } from '../../support/store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.stop())

test('plain values with secret names are encrypted once at the next start, bound to their origin', async () => {
  const { database, projectKey } = store
  const sealing = createSecretCipher('a key of at least thirty-two characters')
  const kept = sealing.seal('kept')
  const request = {
    ...newMonitor.request,
    url: 'https://api.example.com/?PHPSESSID=CANARY-session',
    headers: [
      { key: 'X-Vault', value: 'CANARY-vault' },
      { key: 'Authorization', value: kept },
      { key: 'X-JWT', value: '{{jwt}}' },
      { key: 'Accept', value: 'text/plain' },
    ],
  }
  const made = { projectKey, name: 'm', doc: { ...newMonitor, request }, owner: 'o', now: 0 }
  const { id } = await monitors.create(database.db, made)
  await monitors.create(database.db, { ...made, doc: newMonitor })
  const deleted = await monitors.create(database.db, made)
  await archiveMonitor(database.db, deleted, 1)
  await monitors.remove(database.db, deleted)
  const lines: string[] = []
  for (const _ of [1, 2]) await adoptSecrets(database.db, sealing, (line) => lines.push(line))
  expect(lines).toEqual([expect.stringContaining('2 monitors')])
  const after = (await monitors.read(database.db, projectKey, id))?.doc.request
  expect(JSON.stringify(after)).not.toContain('CANARY')
  expect(after?.url).toBe('https://api.example.com/')
  expect(openPairs(after?.headers ?? [], sealing)).toMatchObject({
    pairs: [{ value: 'CANARY-vault' }, { value: 'kept' }, { value: '{{jwt}}' }, { value: 'text/plain' }],
    held: [{ name: 'X-Vault', origins: ['https://api.example.com'] }, { name: 'Authorization' }],
  })
  expect(openPairs(after?.parameters ?? [], sealing).pairs).toEqual([{ key: 'PHPSESSID', value: 'CANARY-session' }])
  await restoreMonitor(database.db, projectKey, deleted.id, 2)
  const back = (await monitors.read(database.db, projectKey, deleted.id))?.doc.request
  expect(JSON.stringify(back)).not.toContain('CANARY')
  expect(openPairs(back?.headers ?? [], sealing)).toMatchObject({ pairs: [{ value: 'CANARY-vault' }, {}, {}, {}] })
})
