import { sql } from 'kysely'
import { GLOBAL, HIDDEN } from '../../../domain/environments/variable-rules.ts'
import type { Db } from '../core/database.ts'

/** An environment with its numbers of variables, and of monitors and workflows that read them. */
export type EnvironmentRow = {
  readonly name: string
  readonly variables: number
  readonly monitors: number
  readonly workflows: number
}

/**
 * Environments of a project, `global` first: those that were created, and those that monitors and workflows name. The hidden environment of the
 * product's own monitors is left out.
 */
export const environmentsOf = async (db: Db, projectKey: number): Promise<EnvironmentRow[]> => {
  const { rows } = await sql<EnvironmentRow>`
    with used as (
      select doc #>> '{meta,workspace}' as name, count(*) filter (where kind = 'monitor')::int as monitors,
        count(*) filter (where kind = 'workflow')::int as workflows from object
      where project_key = ${projectKey} and kind in ('monitor', 'workflow') group by 1),
    named as (select ${GLOBAL}::text as name union select name from environment where project_key = ${projectKey}
      union select name from used)
    select named.name, coalesce(used.monitors, 0) as monitors, coalesce(used.workflows, 0) as workflows,
      (select count(*)::int from environment e join variable v on v.environment_key = e.key
        where e.project_key = ${projectKey} and e.name = named.name) as variables
    from named left join used on used.name = named.name where named.name <> ${HIDDEN}
    order by named.name <> ${GLOBAL}, named.name`.execute(db)
  return rows
}

/** Locks an environment until the transaction ends; undefined if it was never created. */
export const lockEnvironment = (db: Db, projectKey: number, name: string) =>
  db
    .selectFrom('environment')
    .select(['key', 'name', 'version'])
    .where('project_key', '=', projectKey)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()

/** Creates an environment unless it exists, and locks it; returns its key. */
export const ensureEnvironment = async (db: Db, projectKey: number, name: string, now: number): Promise<number> => {
  await db
    .insertInto('environment')
    .values({ project_key: projectKey, name, created: now })
    .onConflict((conflict) => conflict.columns(['project_key', 'name']).doNothing())
    .execute()
  const row = await lockEnvironment(db, projectKey, name)
  if (!row) throw new Error('The environment was not stored.')
  return row.key
}

/** Marks the variables of environments as changed, so that every server reads them again. */
export const bumpVersion = async (db: Db, keys: readonly number[]): Promise<void> => {
  await sql`update environment set version = version + 1 where key = any(${[...keys]}::int[])`.execute(db)
}

/** Number of environments that were created in a project. */
export const countEnvironments = async (db: Db, projectKey: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from environment where project_key = ${projectKey}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Renames an environment, also in the monitors and workflows that use it, and in deleted monitors that can be restored; returns the ids of
 * those that use it.
 */
export const renameEnvironment = async (
  db: Db,
  { projectKey, from, to, now }: { projectKey: number; from: string; to: string; now: number },
): Promise<{ monitors: string[]; workflows: string[] }> => {
  const key = await ensureEnvironment(db, projectKey, from, now)
  await db.updateTable('environment').set({ name: to }).where('key', '=', key).execute()
  await bumpVersion(db, [key])
  // In the order of their keys, so that two renames cannot wait for each other; caches are keyed by last_update.
  const { rows } = await sql<{ id: string; kind: string }>`
    with used as (select key from object where project_key = ${projectKey} and kind in ('monitor', 'workflow')
      and doc #>> '{meta,workspace}' = ${from} order by key for no key update)
    update object set doc = jsonb_set(doc, '{meta,workspace}', to_jsonb(${to}::text)),
      last_update = greatest(${now}::bigint, last_update + 1)
    where key in (select key from used) returning id, kind`.execute(db)
  await sql`update deleted_monitor set doc = jsonb_set(doc, '{meta,workspace}', to_jsonb(${to}::text))
    where project_key = ${projectKey} and doc #>> '{meta,workspace}' = ${from}`.execute(db)
  const ofKind = (wanted: string) => rows.flatMap(({ id, kind }) => (kind === wanted ? [id] : []))
  return { monitors: ofKind('monitor'), workflows: ofKind('workflow') }
}

/** Deletes an environment with its variables. */
export const deleteEnvironment = async (db: Db, key: number): Promise<void> => {
  await db.deleteFrom('environment').where('key', '=', key).execute()
}
