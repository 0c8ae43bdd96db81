import { sql } from 'kysely'
import { MOST_DEPENDENCIES } from '../../../contract/alerts/dependencies.ts'
import { grouped } from '../../../domain/core/grouped.ts'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import { categories, IGNORED } from '../identity/codes.ts'

/** How many steps of a chain of dependencies are followed. */
const LONGEST_CHAIN = 8

/** A monitor or workflow that another one depends on. */
export type Dependency = { readonly id: string; readonly name: string; readonly kind: string }

const GOOD_OR_BAD = (['PASS', 'SLOW', 'WARNING', 'FAIL'] as const).map(categories.code)

/** The targets that a target depends on directly, by name. */
export const dependenciesOf = async (db: Db, targetKey: number): Promise<Dependency[]> => {
  const { rows } = await sql<Dependency>`
    select o.id, o.name, o.kind from monitor_dependency d join object o on o.key = d.on_key
    where d.target_key = ${targetKey} order by lower(o.name), o.id`.execute(db)
  return rows
}

/** The targets that depend on a target directly, by name. */
export const dependentsOf = async (db: Db, targetKey: number): Promise<Dependency[]> => {
  const { rows } = await sql<Dependency>`
    select o.id, o.name, o.kind from monitor_dependency d join object o on o.key = d.target_key
    where d.on_key = ${targetKey} order by lower(o.name), o.id limit 200`.execute(db)
  return rows
}

/** Replaces what a target depends on. */
export const setDependencies = async (db: Db, targetKey: number, onKeys: readonly number[]): Promise<void> => {
  await sql`delete from monitor_dependency where target_key = ${targetKey}`.execute(db)
  await sql`insert into monitor_dependency (target_key, on_key)
    select ${targetKey}::int, on_key from unnest(${[...onKeys]}::int[]) on_key`.execute(db)
}

/** Adds a dependency between two targets, unless one of them is gone or the first depends on as many as it may. */
export const addDependency = async (db: Db, targetKey: number, onKey: number): Promise<void> => {
  await sql`insert into monitor_dependency (target_key, on_key)
    select t.key, o.key from object t join object o on o.key = ${onKey}::int
    where t.key = ${targetKey}::int
      and (select count(*) from monitor_dependency d where d.target_key = t.key) < ${MOST_DEPENDENCIES}::int
    on conflict do nothing`.execute(db)
}

/**
 * The shortest circle that a dependency of a target on these would form, as names: the target, what it would depend on, what that depends on,
 * and so on, until the last depends on the target. Null where there is none.
 */
export const circleOf = async (db: Db, keys: readonly number[], targetKey: number): Promise<string[] | null> => {
  const { rows: edges } = await sql<{ target_key: number; on_key: number }>`
    with recursive chain (key) as (
      select unnest(${[...keys]}::int[])
      union select d.on_key from chain join monitor_dependency d on d.target_key = chain.key)
    select d.target_key, d.on_key from chain join monitor_dependency d on d.target_key = chain.key`.execute(db)
  const circle = shortestWay(
    keys,
    targetKey,
    grouped(edges, ({ target_key }) => String(target_key)),
  )
  if (!circle) return null
  const { rows } = await sql<{ key: number; name: string }>`
    select key, name from object where key = any(${[targetKey, ...circle]}::int[])`.execute(db)
  return [targetKey, ...circle.slice(0, -1)].map((each) => rows.find(({ key }) => key === each)?.name ?? '')
}

/** The keys from one of the first to another one along edges, both included; null where no way leads there. */
const shortestWay = (
  first: readonly number[],
  to: number,
  edges: ReadonlyMap<string, readonly { readonly on_key: number }[]>,
): readonly number[] | null => {
  const before = new Map<number, number | null>(first.map((key) => [key, null]))
  // A map is walked in the order in which it grows.
  for (const key of before.keys()) {
    if (key === to) break
    for (const { on_key } of edges.get(String(key)) ?? []) if (!before.has(on_key)) before.set(on_key, key)
  }
  if (!before.has(to)) return null
  const way = [to]
  for (let at = before.get(to) ?? null; at !== null; at = before.get(at) ?? null) way.unshift(at)
  return way
}

/**
 * The nearest failing monitor that each of these targets depends on, by name: the one whose newest result within a day is a failure.
 * Targets without one are absent.
 */
export const failingUpstreams = async (
  db: Db,
  targetKeys: readonly number[],
  now: number,
): Promise<Map<number, string>> => {
  if (targetKeys.length === 0) return new Map()
  const { rows } = await sql<{ target_key: number; name: string }>`
    with recursive chain (target_key, on_key, steps) as (
      select target_key, on_key, 1 from monitor_dependency where target_key = any(${[...targetKeys]}::int[])
      union select chain.target_key, d.on_key, chain.steps + 1
        from chain join monitor_dependency d on d.target_key = chain.on_key where chain.steps < ${LONGEST_CHAIN})
    , failing as (
      select on_key from (select distinct on_key from chain) up cross join lateral (
        select r.category from result r where r.target_key = up.on_key and r.due > ${now - DAY_MS}::bigint and r.due <= ${now}::bigint
          and r.category = any(${GOOD_OR_BAD}::smallint[]) and (r.ignored & ${IGNORED.alerts | IGNORED.downtime}) = 0
        order by r.due desc limit 1) newest
      where newest.category = ${categories.code('FAIL')})
    select distinct on (chain.target_key) chain.target_key, o.name
    from chain join failing using (on_key) join object o on o.key = chain.on_key
    order by chain.target_key, chain.steps, o.name`.execute(db)
  return new Map(rows.map(({ target_key, name }) => [target_key, name]))
}
