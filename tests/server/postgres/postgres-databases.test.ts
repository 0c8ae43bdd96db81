import { Client } from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../support/postgres.ts'

const count = async (url: string): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from information_schema.tables where table_schema = 'public'",
    )
    return rows[0]?.n ?? 0
  } finally {
    await client.end()
  }
}

test('each test file gets its own database with the product’s tables', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  expect(one.url).not.toBe(other.url)
  const client = new Client({ connectionString: one.url })
  await client.connect()
  await client.query('create table only_here (id int)')
  await client.end()
  expect(await count(one.url)).toBe((await count(other.url)) + 1)
  expect(await count(other.url)).toBeGreaterThan(0)
  await Promise.all([one.drop(), other.drop()])
  await expect(count(one.url)).rejects.toMatchObject({ code: '3D000' })
})
