import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../../src/server/configuration.ts'
import { verifyAudit } from '../../../src/server/start/verify-audit.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
  await running.api.post('/api/3/webhooks/', { parameters: { url: 'https://example.com/' } })
  await running.api.post('/api/3/webhooks/', { parameters: { url: 'https://example.com/2' } })
})
afterAll(() => running.stop())

const verify = async (env: Record<string, string>) => {
  const said: string[] = []
  const configuration = readConfiguration(env, () => {})
  const intact = await verifyAudit(configuration, { say: (line) => said.push(line), log: () => {}, onStep: () => {} })
  return { intact, said: said.join('\n') }
}
const here = () => ({ DATABASE_URL: running.databaseUrl, SONDE_DATA_DIR: running.dataDir })

test('the log is verified without a server, and tampering is reported', async () => {
  const before = await verify(here())
  expect(before).toEqual({
    intact: true,
    said: expect.stringMatching(/^The audit log is intact: 2 entries in 2 chains/),
  })
  await running.server.services.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from audit where number = 1`.execute(tx)
  })
  const after = await verify(here())
  expect(after.intact).toBe(false)
  expect(after.said).toContain('is not intact')
  expect(after.said).toContain('Entry 1 is missing')
})

test('a wrong secret key and an empty folder are reported in one sentence', async () => {
  await expect(verify({ ...here(), SONDE_SECRET_KEY: 'another key of thirty-two letters' })).rejects.toThrow(
    'SONDE_SECRET_KEY',
  )
  await expect(verify({ SONDE_DATA_DIR: temporaryFolder() })).rejects.toThrow('nothing to verify')
})
