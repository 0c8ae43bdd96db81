import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { ComponentDoc } from './status-pages.ts'

/** Maximum monitors of a component that tags may add to. */
const MOST_OF_COMPONENT = 200

/** Returns the keys of each component's monitors: those that it names, and those with one of its tags. Internal ones are left out. */
export const componentMonitors = async (
  db: Db,
  projectKey: number,
  components: readonly ComponentDoc[],
): Promise<readonly (readonly number[])[]> => {
  const ids = [...new Set(components.flatMap(({ monitors }) => monitors))]
  const tags = [...new Set(components.flatMap((one) => one.tags))]
  if (ids.length + tags.length === 0) return components.map(() => [])
  const { rows } = await sql<{ key: number; id: string; tags: string[] | null }>`
    select key, id, doc #> '{meta,tags}' as tags from object
    where project_key = ${projectKey} and kind = 'monitor' and doc #>> '{meta,workspace}' is distinct from '_meta'
      and (id = any(${ids}::text[]) or doc #> '{meta,tags}' ?| ${tags}::text[])
    order by key`.execute(db)
  return components.map((component) =>
    rows
      .filter(
        ({ id, tags }) => component.monitors.includes(id) || (tags ?? []).some((tag) => component.tags.includes(tag)),
      )
      .slice(0, MOST_OF_COMPONENT)
      .map(({ key }) => key),
  )
}

/** Returns the ids that are no monitor of the project. */
export const unknownMonitors = async (
  db: Db,
  projectKey: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Set()
  const rows = await db
    .selectFrom('object')
    .select('id')
    .where('project_key', '=', projectKey)
    .where('kind', '=', 'monitor')
    .where('id', 'in', wanted)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return new Set(wanted.filter((id) => !known.has(id)))
}
