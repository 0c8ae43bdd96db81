import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from './database.ts'

const SPACE = 7302

/** The name of a table's partition for the day of UTC that begins at `day`. */
export const partitionName = (table: string, day: number): string =>
  `${table}_${new Date(day).toISOString().slice(0, 10).replace(/-/g, '')}`

/** `attached`: a partition; `leaving`: a detach was interrupted; `loose`: an ordinary table that has the name of a partition. */
type State = 'attached' | 'leaving' | 'loose'

/**
 * Creates the partitions of these days that are missing, in one transaction. A table that has the name of a partition and is none, such as
 * one that was detached or restored by hand, becomes a partition again; one that does not fit is renamed, and keeps its rows.
 */
export const makePartitions = async (db: Db, tables: readonly string[], days: readonly number[]): Promise<void> => {
  const wanted = days.flatMap((day) => tables.map((table) => ({ table, day, name: partitionName(table, day) })))
  await db.transaction().execute(async (tx) => {
    // Prevents conflicts between servers that create the same partition.
    await sql`select pg_advisory_xact_lock(${sql.lit(SPACE)}, 0)`.execute(tx)
    const states = await statesOf(
      tx,
      wanted.map(({ name }) => name),
    )
    for (const { table, day, name } of wanted) {
      const state = states.get(name)
      if (state === 'attached') continue
      const bounds = sql`for values from (${sql.lit(day)}) to (${sql.lit(day + DAY_MS)})`
      if (state === 'leaving')
        await sql`alter table ${sql.id(table)} detach partition ${sql.id(name)} finalize`.execute(tx)
      if (state === undefined || !(await attached(tx, { table, name, bounds })))
        await sql`create table ${sql.id(name)} partition of ${sql.id(table)} ${bounds}`.execute(tx)
    }
  })
}

const statesOf = async (tx: Db, names: readonly string[]): Promise<Map<string, State>> => {
  const { rows } = await sql<{ name: string; state: State }>`
    select c.relname as name,
      case when i.inhrelid is null then 'loose' when i.inhdetachpending then 'leaving' else 'attached' end as state
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relname = any(${[...names]}::text[]) and c.relkind = 'r' and c.relnamespace = current_schema::regnamespace`.execute(
    tx,
  )
  return new Map(rows.map(({ name, state }) => [name, state]))
}

/** Attaches a table. Returns false if its columns or rows do not fit: it is then renamed. */
const attached = async (
  tx: Db,
  { table, name, bounds }: { table: string; name: string; bounds: ReturnType<typeof sql> },
): Promise<boolean> => {
  await sql`savepoint attaching`.execute(tx)
  try {
    await sql`alter table ${sql.id(table)} attach partition ${sql.id(name)} ${bounds}`.execute(tx)
    await sql`release savepoint attaching`.execute(tx)
    return true
  } catch {
    await sql`rollback to savepoint attaching`.execute(tx)
    const { rows } = await sql<{ oid: number }>`select ${name}::regclass::oid::int as oid`.execute(tx)
    await sql`alter table ${sql.id(name)} rename to ${sql.id(`left_${name}_${rows[0]?.oid ?? 0}`)}`.execute(tx)
    return false
  }
}
