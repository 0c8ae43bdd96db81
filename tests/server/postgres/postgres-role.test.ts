import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseName } from '../../../src/server/postgres/cluster.ts'
import { openPostgres } from '../../../src/server/postgres/open.ts'
import { readPassword } from '../../../src/server/postgres/password.ts'
import { migrate } from '../../../src/server/store/core/migrate.ts'
import { query } from '../../support/postgres-process.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const open = async (dataDir: string) => {
  const postgres = await openPostgres({
    dataDir,
    log: () => undefined,
    onStep: () => undefined,
    settings: { fsync: 'off' },
  })
  onTestFinished(postgres.stop)
  return postgres
}
const superuserOf = (url: string, dataDir: string): string =>
  Object.assign(new URL(url), { username: databaseName, password: readPassword(dataDir) }).href

const rights = `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
  pg_has_role(current_user, 'pg_database_owner', 'member') as owner from pg_roles where rolname = current_user`
const mere = {
  rolsuper: false,
  rolcreaterole: false,
  rolcreatedb: false,
  rolreplication: false,
  rolbypassrls: false,
  owner: true,
}

test('the server is not a superuser, and can neither run programs nor read files through the database', async () => {
  const dataDir = temporaryFolder()
  const { url } = await open(dataDir)
  await migrate(url)
  expect(await query(url, rights)).toEqual([mere])
  await expect(query(url, "copy installation from program 'true'")).rejects.toMatchObject({ code: '42501' })
  await expect(query(url, "select pg_read_file('postgresql.conf')")).rejects.toMatchObject({ code: '42501' })
  await expect(query(url, 'set session_replication_role = replica')).rejects.toMatchObject({ code: '42501' })
  expect(statSync(join(dataDir, 'postgres-server.password')).mode & 0o777).toBe(0o600)
})

test('an older installation is transferred to the role at its next start, with all its data', async () => {
  const dataDir = temporaryFolder()
  const first = await open(dataDir)
  const superuser = superuserOf(first.url, dataDir)
  // As 0.3.0 left it: the superuser owns everything, and there is no other role.
  await query(superuser, `alter database ${databaseName} owner to ${databaseName}`)
  await query(superuser, 'drop role sonde_server')
  await migrate(superuser)
  await query(superuser, 'create table result_20260101 partition of result for values from (0) to (86400000)')
  await query(
    superuser,
    "create type mood as enum ('well'); create sequence loose; create view seen as select 1 as one",
  )
  await first.stop()
  rmSync(join(dataDir, 'postgres-server.password'))

  const { url } = await open(dataDir)
  expect(await query(url, rights)).toEqual([mere])
  const foreign = `select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner
    where c.relnamespace = 'public'::regnamespace and r.rolname <> current_user
    union all select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner
    where p.pronamespace = 'public'::regnamespace and r.rolname <> current_user
    union all select t.typname from pg_type t join pg_roles r on r.oid = t.typowner
    where t.typnamespace = 'public'::regnamespace and r.rolname <> current_user`
  expect(await query(url, foreign)).toEqual([])
  await query(url, 'drop table result_20260101')
  await query(url, 'create table result_20260102 partition of result for values from (86400000) to (172800000)')
  await query(url, 'alter table result add column more int')
})

test('a missing or garbled server password is replaced', async () => {
  const dataDir = temporaryFolder()
  await (await open(dataDir)).stop()
  rmSync(join(dataDir, 'postgres-server.password'))
  const { url } = await open(dataDir)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})
