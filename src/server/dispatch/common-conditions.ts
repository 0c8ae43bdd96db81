import { sql } from 'kysely'
import type { Condition } from '../../domain/conditions/operators.ts'
import { placeholdersIn } from '../../domain/core/placeholders.ts'
import { tagsMatch } from '../../domain/core/tag-scope.ts'
import type { ProjectConditions } from '../store/conditions/project-conditions.ts'
import type { Db } from '../store/core/database.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import type { Job } from './ingredients.ts'

/** Projects whose conditions are kept in memory. */
const KEPT = 5_000

type Common = {
  /** The conditions that apply to a monitor; undefined if there are none. */
  readonly of: (monitor: MonitorDoc) => Job['project_conditions']
  /** The variables that they use. */
  readonly reads: ReadonlySet<string>
}
const NONE: Common = { of: () => undefined, reads: new Set() }

const commonOf = ({ break_on_fail, conditions }: ProjectConditions): Common => {
  const enabled = conditions.filter((condition) => condition.enabled !== false)
  const texts = enabled.flatMap(({ property, val, val2 }) => [property, val, val2])
  return {
    of: ({ meta, conditions: own }) => {
      if (own.meta.ignore_project_conditions) return undefined
      const fitting = enabled.filter((condition) => tagsMatch(condition, meta.tags)).map(withoutTags)
      return fitting.length > 0 ? { break_on_fail, conditions: fitting } : undefined
    },
    reads: new Set(placeholdersIn(texts.join('\n'))),
  }
}

const withoutTags = ({ include_tags: _, exclude_tags: __, ...condition }: Condition): Condition => condition

/** Reads the conditions of projects, which are kept in memory until they change. */
export const commonConditions = () => {
  const known = new Map<number, { version: number; common: Common }>()

  return async (db: Db, projectKeys: readonly number[]): Promise<(projectKey: number) => Common> => {
    if (known.size > KEPT) known.clear()
    const { rows: versions } = await sql<{ project_key: number; last_update: number }>`
      select project_key, last_update from object
      where kind = 'project-conditions' and project_key = any(${[...projectKeys]}::int[])`.execute(db)
    const changed = versions.filter((row) => known.get(row.project_key)?.version !== row.last_update)
    if (changed.length > 0) {
      const { rows } = await sql<{ project_key: number; last_update: number; doc: ProjectConditions }>`
        select project_key, last_update, doc from object
        where kind = 'project-conditions' and project_key = any(${changed.map((row) => row.project_key)}::int[])`.execute(
        db,
      )
      for (const row of rows) known.set(row.project_key, { version: row.last_update, common: commonOf(row.doc) })
    }
    const stored = new Set(versions.map((row) => row.project_key))
    return (projectKey) => (stored.has(projectKey) ? (known.get(projectKey)?.common ?? NONE) : NONE)
  }
}
