import { sql } from 'kysely'
import type { Condition } from '../../domain/conditions/operators.ts'
import { MAX_SCHEMA_BYTES, schemaFileOf, withSchemaText } from '../../domain/conditions/schema-file.ts'
import type { Db } from '../store/core/database.ts'
import { contentKeyOf, readContent } from '../store/files/contents.ts'
import type { Job } from './ingredients.ts'

/** Schemas that are kept in memory. */
const KEPT = 1_000

type Judging = Pick<Job, 'conditions' | 'project_conditions' | 'project'>

const idsIn = ({ conditions, project_conditions }: Judging): string[] =>
  [...conditions.conditions, ...(project_conditions?.conditions ?? [])].flatMap((one) => schemaFileOf(one) ?? [])

/** Puts the texts of schemas that are stored files into jobs. One that is gone or too large stays an id, which the agent says is no schema. */
export const schemaTexts = () => {
  const known = new Map<string, { version: number; text: string }>()

  return async <Some extends Judging>(db: Db, jobs: readonly Some[]): Promise<Some[]> => {
    const wanted = [...new Set(jobs.flatMap(idsIn))]
    if (wanted.length === 0) return [...jobs]
    if (known.size > KEPT) known.clear()
    const { rows } = await sql<{ key: number; id: string; project_key: number; last_update: number }>`
      select key, id, project_key, last_update from object where kind = 'file' and id = any(${wanted}::text[])
        and (doc ->> 'size')::bigint <= ${MAX_SCHEMA_BYTES}`.execute(db)
    const projects = new Map(rows.map((row) => [row.id, row.project_key]))
    for (const { key, id, last_update } of rows) {
      if (known.get(id)?.version === last_update) continue
      const content = await contentKeyOf(db, key)
      if (content !== undefined)
        known.set(id, { version: last_update, text: (await readContent(db, content, MAX_SCHEMA_BYTES)).toString() })
    }
    return jobs.map((job) => {
      if (idsIn(job).length === 0) return job
      const filled = (one: Condition): Condition =>
        withSchemaText(one, (id) => (projects.get(id) === job.project ? known.get(id)?.text : undefined))
      const { conditions, project_conditions: common } = job
      return {
        ...job,
        conditions: { ...conditions, conditions: conditions.conditions.map(filled) },
        ...(common && { project_conditions: { ...common, conditions: common.conditions.map(filled) } }),
      }
    })
  }
}
