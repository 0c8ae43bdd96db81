import { openDatabase } from '../store/core/database.ts'
import { migrate, recordVersion, type SchemaState, schemaState } from '../store/core/migrate.ts'

/**
 * Migrates the database at `url` to the current schema and records the version. Calls `beforeMigration` first if a database in use gets
 * new migrations.
 */
export const prepareSchema = async (
  url: string,
  beforeMigration: (state: SchemaState) => Promise<void>,
): Promise<void> => {
  const database = openDatabase(url, { connections: 1 })
  try {
    const state = await schemaState(database.db)
    if (state.applied.length > 0 && state.pending.length > 0) await beforeMigration(state)
    await migrate(url)
    await recordVersion(database.db)
  } finally {
    await database.close()
  }
}
