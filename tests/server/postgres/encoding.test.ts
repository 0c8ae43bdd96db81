import { expect, onTestFinished, test } from 'vitest'
import { databaseName } from '../../../src/server/postgres/cluster.ts'
import { openPostgres } from '../../../src/server/postgres/open.ts'
import { readPassword } from '../../../src/server/postgres/password.ts'
import { StartProblem } from '../../../src/server/start-problem.ts'
import { migrate } from '../../../src/server/store/core/migrate.ts'
import { query } from '../../support/postgres-process.ts'
import { temporaryFolder } from '../../support/temporary.ts'

test('a new database that cannot hold all texts is refused in one sentence', async () => {
  const dataDir = temporaryFolder()
  const settings = { fsync: 'off' }
  const { url, stop } = await openPostgres({ dataDir, log: () => undefined, onStep: () => undefined, settings })
  onTestFinished(stop)
  const superuser = Object.assign(new URL(url), { username: databaseName, password: readPassword(dataDir) })
  await query(superuser.href, "create database bytes encoding 'SQL_ASCII' template template0")
  superuser.pathname = 'bytes'
  await expect(migrate(superuser.href)).rejects.toThrow(
    new StartProblem(
      "The PostgreSQL at DATABASE_URL has the encoding SQL_ASCII, and Sonde needs UTF8: make the database with create database … encoding 'UTF8' template template0.",
    ),
  )
})
