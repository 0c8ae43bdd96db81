import { sql } from 'kysely'
import type { Condition } from '../../domain/conditions/operators.ts'
import { isAboutVital } from '../../domain/conditions/vital-conditions.ts'
import { placeholdersIn } from '../../domain/core/placeholders.ts'
import { tagsMatch } from '../../domain/core/tag-scope.ts'
import type { ProjectConditions } from '../store/conditions/project-conditions.ts'
import type { Db } from '../store/core/database.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import type { Ingredient, Order } from './ingredients.ts'

/** Projects whose conditions are kept in memory. */
const KEPT = 5_000

type Monitor = Order['monitor']
type Common = {
  /** Size of the document, which every job of the project carries. */
  readonly bytes: number
  /** The conditions that apply to a monitor, as an ingredient of its job. */
  readonly ingredientOf: (monitor: Monitor) => Ingredient
  /** The monitor, which uses their variables too. */
  readonly reading: (monitor: Monitor) => Monitor
}
const NONE: Common = { bytes: 0, ingredientOf: () => ({}), reading: (monitor) => monitor }

/** Calls have no web vitals, so conditions about those are not for them. */
const fittingOf = (conditions: readonly Condition[], { meta, conditions: own, setup }: MonitorDoc): Condition[] =>
  own.meta.ignore_project_conditions
    ? []
    : conditions
        .filter((condition) => tagsMatch(condition, meta.tags) && (setup !== undefined || !isAboutVital(condition)))
        .map(withoutTags)

const commonOf = ({ conditions, ...rules }: ProjectConditions, bytes: number): Common => {
  const enabled = conditions.filter((condition) => condition.enabled !== false)
  const names = placeholdersIn(enabled.flatMap(({ property, val, val2 }) => [property, val, val2]).join('\n'))
  return {
    bytes,
    ingredientOf: ({ doc }) => {
      const fitting = fittingOf(enabled, doc)
      return fitting.length > 0 ? { fields: { project_conditions: { ...rules, conditions: fitting } } } : {}
    },
    reading: (monitor) =>
      names.length > 0 && fittingOf(enabled, monitor.doc).length > 0
        ? { ...monitor, reads: new Set([...monitor.reads, ...names]) }
        : monitor,
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
      const { rows } = await sql<{ project_key: number; last_update: number; bytes: number; doc: ProjectConditions }>`
        select project_key, last_update, octet_length(doc::text) as bytes, doc from object
        where kind = 'project-conditions' and project_key = any(${changed.map((row) => row.project_key)}::int[])`.execute(
        db,
      )
      for (const { project_key, last_update, doc, bytes } of rows)
        known.set(project_key, { version: last_update, common: commonOf(doc, bytes) })
    }
    const stored = new Set(versions.map((row) => row.project_key))
    return (projectKey) => (stored.has(projectKey) ? (known.get(projectKey)?.common ?? NONE) : NONE)
  }
}
