import { sql } from 'kysely'
import { tagsMatch } from '../../../domain/core/tag-scope.ts'
import { measuresOf } from '../../../domain/objectives/metric-facts.ts'
import type { StoredObjective, StoredThreshold } from '../../../domain/objectives/slo.ts'
import type { Db } from '../core/database.ts'
import { objectsOf, type Stored } from '../core/objects.ts'
import { type Scope, scopeOf } from '../statistics/scope-sums.ts'

/** The service level objectives of a project, one document per project. */
export type SloDoc = {
  readonly include_tags: string[]
  readonly exclude_tags: string[]
  readonly objectives: readonly StoredObjective[]
  readonly thresholds: readonly StoredThreshold[]
}

const slos = objectsOf<SloDoc>('slo')

/** Reads the objectives of a project; undefined if it has none. */
export const readSlo = async (db: Db, projectKey: number): Promise<Stored<SloDoc> | undefined> =>
  (await slos.all(db, projectKey))[0]

/** Locks the objectives of a project until the transaction ends, and reads them. The first save has no document to lock yet. */
export const lockSlo = async (db: Db, projectKey: number): Promise<Stored<SloDoc> | undefined> => {
  await db.selectFrom('project').select('key').where('key', '=', projectKey).forNoKeyUpdate().executeTakeFirst()
  return readSlo(db, projectKey)
}

type Storing = {
  readonly projectKey: number
  readonly before: Stored<SloDoc> | undefined
  readonly doc: SloDoc
  readonly owner: string
  readonly now: number
}

/** Stores the objectives of a project, which must be locked. */
export const storeSlo = async (db: Db, { projectKey, before, doc, owner, now }: Storing): Promise<Stored<SloDoc>> => {
  const name = 'Objectives'
  return before ? slos.update(db, before, { name, doc, now }) : slos.create(db, { projectKey, name, doc, owner, now })
}

/** Deletes the objectives of a project, which must be locked. */
export const removeSlo = (db: Db, stored: Stored<SloDoc>): Promise<void> => slos.remove(db, stored)

/** Monitors that objectives are about. */
export type InScope = {
  readonly targetKeys: readonly number[]
  /** Those of them that are browser tests. */
  readonly browserKeys: readonly number[]
  /** The sums of all of them together. */
  readonly sums: Scope
}

/** Reads the monitors of a project that its objectives are about: their tags match, and they are not internal. */
export const monitorsInScope = async (db: Db, projectKey: number, slo: SloDoc): Promise<InScope> => {
  const { rows } = await sql<{ key: number; tags: string[] | null; is_browser: boolean }>`
    select key, doc #> '{meta,tags}' as tags, doc ? 'setup' as is_browser from object
    where project_key = ${projectKey} and kind = 'monitor' and doc #>> '{meta,workspace}' <> '_meta' order by key`.execute(
    db,
  )
  const found = rows.filter(({ tags }) => tagsMatch(slo, tags ?? []))
  const targetKeys = found.map(({ key }) => key)
  const metrics = [...slo.objectives, ...slo.thresholds].map(({ metric }) => metric)
  return {
    targetKeys,
    browserKeys: found.flatMap(({ key, is_browser: isBrowser }) => (isBrowser ? [key] : [])),
    sums: scopeOf(projectKey, targetKeys, measuresOf(metrics)),
  }
}
