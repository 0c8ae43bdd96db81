import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** The organization or projects whose monitors alone run at a location. Null stands for all. */
export type Binding = { readonly orgId: string | null; readonly projectKeys: readonly number[] } | null

type Columns = { readonly bound_org: string | null; readonly bound_projects: readonly number[] | null }

export const bindingOf = ({ bound_org, bound_projects }: Columns): Binding =>
  bound_org === null && bound_projects === null ? null : { orgId: bound_org, projectKeys: bound_projects ?? [] }

export const bindingColumns = (binding: Binding): { bound_org: string | null; bound_projects: number[] | null } => ({
  bound_org: binding?.orgId ?? null,
  bound_projects: binding === null || binding.orgId !== null ? null : [...binding.projectKeys],
})

export const isSameBinding = (a: Binding, b: Binding): boolean =>
  a?.orgId === b?.orgId &&
  (a === null) === (b === null) &&
  [...(a?.projectKeys ?? [])].sort().join() === [...(b?.projectKeys ?? [])].sort().join()

/** Whether project `p` may use location `l`, as part of an SQL statement. */
export const mayUseLocation: RawBuilder<boolean> = sql<boolean>`(
  (l.bound_org is null and l.bound_projects is null) or p.org_id = l.bound_org or p.key = any(l.bound_projects))`

/** Returns the projects that may use a location. */
export const projectsThatMayUse = async (db: Db, locationKey: number): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select p.key from project p join location l on l.key = ${locationKey}
    where p.removed is null and ${mayUseLocation}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Returns those of some projects that are within a binding. */
export const projectsWithin = async (
  db: Db,
  binding: Binding,
  projectKeys: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (binding === null) return new Set(projectKeys)
  const { rows } = await sql<{ key: number }>`
    select key from project where key = any(${[...projectKeys]}::int[])
      and (org_id = ${binding.orgId} or key = any(${[...binding.projectKeys]}::int[]))`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Returns those of some monitors whose projects are within a binding. */
export const targetsWithin = async (
  db: Db,
  binding: NonNullable<Binding>,
  targetKeys: readonly number[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ key: number }>`
    select o.key from object o join project p on p.key = o.project_key where o.key = any(${[...targetKeys]}::int[])
      and (p.org_id = ${binding.orgId} or p.key = any(${[...binding.projectKeys]}::int[]))`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
