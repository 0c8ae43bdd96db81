import { sql } from 'kysely'
import { StartProblem } from '../../start-problem.ts'
import { EXTERNAL_DATABASE } from './data-advice.ts'
import type { Db } from './database.ts'

/** Throws a `StartProblem` if a new database cannot hold all texts. Clusters that were made without a locale have the encoding SQL_ASCII. */
export const requireUtf8 = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new StartProblem(
    `${EXTERNAL_DATABASE} has the encoding ${encoding}, and Sonde needs UTF8: make the database with create database … encoding 'UTF8' template template0.`,
  )
}
