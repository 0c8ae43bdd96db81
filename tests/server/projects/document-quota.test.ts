import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyOfQuotas } from '../../../src/server/quota/quota-notices.ts'
import { documentUse, sumDocumentUse } from '../../../src/server/store/projects/document-use.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const MB = 1_048_576

let running: TestServer
let projectKey: number
beforeAll(async () => {
  running = await startServer({ env: { SONDE_PROJECT_DOCUMENTS_MB: '1' } })
  projectKey = (await db().selectFrom('project').select('key').executeTakeFirstOrThrow()).key
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const save = (name: string, bytes: number, id?: string) =>
  running.api.call('POST', id ? `/api/2/calls/${id}/` : '/api/2/calls/', {
    meta: { name },
    request: { url: 'https://example.com/', method: 'POST', body: 'x'.repeat(bytes) },
  })
const idOf = ({ body }: { body: unknown }): string => Object(body).id
const used = async () => (await documentUse(db(), projectKey)).used
/** The bytes of all documents, read from the documents. */
const stored = async (): Promise<number | undefined> => {
  const { rows } = await sql<{ bytes: number }>`
    select sum(octet_length(doc::text))::bigint as bytes
    from (select doc from object union all select doc from deleted_monitor) d`.execute(db())
  return rows[0]?.bytes
}

test('documents are counted as they are added, changed and removed, and summed up without a difference', async () => {
  const [one, other] = [idOf(await save('one', 1_000)), idOf(await save('other', 2_000))]
  await save('one', 5_000, one)
  await save('renamed', 5_000, one)
  await running.api.call('DELETE', `/api/2/calls/${other}/`)
  expect(await used()).toBe(await stored())
  await Promise.all([sumDocumentUse(db()), sumDocumentUse(db()), save('meanwhile', 3_000)])
  await sumDocumentUse(db())
  expect(await used()).toBe(await stored())
  expect(
    await db().selectFrom('document_use').select('bytes').where('project_key', '=', projectKey).execute(),
  ).toHaveLength(1)
})

test('a change that adds beyond the limit is refused, and one that removes is not', async () => {
  const large = idOf(await save('large', 900_000))
  const refused = await save('too large', 200_000)
  expect(refused).toMatchObject({ status: 403 })
  expect(JSON.stringify(refused.body)).toContain(
    'This server allows 1 MB of documents in a project (SONDE_PROJECT_DOCUMENTS_MB), and 0.9 MB are used',
  )
  expect(await save('larger', 1_045_000, large)).toMatchObject({ status: 403 })
  // The operator lowered the limit, so to say.
  await db().insertInto('document_use').values({ project_key: projectKey, bytes: MB }).execute()
  expect(await save('smaller', 800_000, large)).toMatchObject({ status: 200 })
  expect(await save('smaller still', 800_001, large)).toMatchObject({ status: 403 })
  await db().insertInto('document_use').values({ project_key: projectKey, bytes: -MB }).execute()
  expect(await save('fits', 900_000, large)).toMatchObject({ status: 200 })
})

test('people are told of it before it is reached', async () => {
  const { configuration, database } = running.server.services
  await notifyOfQuotas({ database, configuration, announce: () => {} }, Date.now())
  const told = await db().selectFrom('notification').select('title').execute()
  expect(told.map(({ title }) => title)).toEqual(['86 % of the 1 MB for documents are used'])
})

test('a project whose owners have no confirmed address gets a 25th of the room', async () => {
  await db().updateTable('project').set({ held: true }).where('key', '=', projectKey).execute()
  const refused = await save('held', 10)
  expect(refused).toMatchObject({ status: 403 })
  expect(JSON.stringify(refused.body)).toContain('confirms an email address')
  await db().updateTable('project').set({ held: false }).where('key', '=', projectKey).execute()
  expect(await save('free', 10)).toMatchObject({ status: 201 })
})
