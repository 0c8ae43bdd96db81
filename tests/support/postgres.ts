import { inject } from 'vitest'
import { openDatabases } from './databases.ts'

/** A database of a test's own, with the product's tables and no rows. */
export type FreshDatabase = { readonly url: string; drop(): Promise<void> }

const isDatabase = (value: unknown): value is { name: string; url: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'url' in value

/** Gives a migrated, empty database of the run's PostgreSQL. Usual: one per test file, dropped after its tests. */
export const freshDatabase = async (): Promise<FreshDatabase> => {
  // An attack runs by itself: its database has a PostgreSQL of its own.
  if (!process.env.VITEST) {
    const databases = await openDatabases()
    return { url: (await databases.create({ isLast: true })).url, drop: databases.close }
  }
  const desk = inject('databaseDesk')
  const answer = await fetch(desk, { method: 'POST' })
  const text = await answer.text()
  const database: unknown = answer.ok ? JSON.parse(text) : null
  if (!isDatabase(database)) throw new Error(`No database for this test: ${text}`)
  return {
    url: database.url,
    drop: async () => {
      await fetch(new URL(database.name, desk), { method: 'DELETE' })
    },
  }
}
