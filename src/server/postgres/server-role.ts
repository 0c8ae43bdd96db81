import type { Client } from 'pg'
import { databaseName } from './cluster.ts'

/** The server's database role, which owns the database and is no superuser. */
export const serverRole = 'sonde_server'

const RIGHTS = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/**
 * Transfers every object of an older installation to the server's role. Those objects belong to the superuser, and `reassign owned`
 * refuses to touch a superuser's objects. Indexes, owned sequences and row types follow their table.
 */
const adoptObjects = `
do $$
declare
  superuser oid := (select oid from pg_roles where rolname = '${databaseName}');
  command text;
begin
  for command in
    select format('alter table %s owner to ${serverRole}', c.oid::regclass) from pg_class c
      where c.relowner = superuser and c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
    union all
    select format('alter sequence %s owner to ${serverRole}', c.oid::regclass) from pg_class c
      where c.relowner = superuser and c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${serverRole}', p.oid::regprocedure) from pg_proc p
      where p.proowner = superuser and p.pronamespace = 'public'::regnamespace
    union all
    select format('alter type %s owner to ${serverRole}', t.oid::regtype) from pg_type t
      where t.typowner = superuser and t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')
  loop
    execute command;
  end loop;
end $$`

/**
 * Creates the server's role, sets its (hexadecimal) password, and makes it the owner of the database and everything in it. Takes the
 * superuser's connection. Idempotent.
 */
export const prepareServerRole = async (superuser: Client, password: string): Promise<void> => {
  await superuser.query("set log_min_duration_statement = -1; set log_min_error_statement = 'panic'")
  await superuser.query('begin')
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [serverRole])
  await superuser.query(`${rowCount ? 'alter' : 'create'} role ${serverRole} ${RIGHTS} password '${password}'`)
  await superuser.query(`alter database ${databaseName} owner to ${serverRole}`)
  await superuser.query(adoptObjects)
  await superuser.query('commit')
}
