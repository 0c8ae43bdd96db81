import { createHash } from 'node:crypto'
import type { NumericTexts } from '../../../domain/conditions/comparison.ts'
import type { Condition } from '../../../domain/conditions/operators.ts'
import { GROUPS, type Group, sourceRule } from '../../../domain/conditions/sources.ts'
import type { Db } from '../core/database.ts'
import { objectsOf } from '../core/objects.ts'

/** The conditions of a project, one document per project. */
export type ProjectConditions = {
  readonly break_on_fail: boolean
  readonly numeric_texts?: NumericTexts
  readonly conditions: readonly Condition[]
}

const projectConditions = objectsOf<ProjectConditions>('project-conditions')

const NO_CONDITIONS: ProjectConditions = { break_on_fail: false, conditions: [] }

/** The group of a condition. */
export const groupOf = ({ source }: Condition): Group => sourceRule(source).group

/** The database keeps the fields of a document in an order of its own. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/**
 * A version per group, made of its conditions: it changes exactly when they do. Saving a group as it is stored never conflicts, and a
 * change of one group leaves the versions of all others.
 */
export const versionsOf = ({ conditions }: ProjectConditions): Record<Group, string> => {
  const entries = GROUPS.map((group): [Group, string] => [
    group,
    createHash('sha256')
      .update(
        JSON.stringify(
          conditions.filter((one) => groupOf(one) === group),
          inOrder,
        ),
      )
      .digest('base64url')
      .slice(0, 16),
  ])
  // One entry for each group.
  return Object.fromEntries(entries) as Record<Group, string>
}

/** Reads the conditions of a project. */
export const readProjectConditions = async (db: Db, projectKey: number): Promise<ProjectConditions> =>
  (await projectConditions.all(db, projectKey))[0]?.doc ?? NO_CONDITIONS

/** Locks the conditions of a project until the transaction ends, and reads them. The first save has no document to lock yet. */
export const lockProjectConditions = async (db: Db, projectKey: number): Promise<ProjectConditions> => {
  await db.selectFrom('project').select('key').where('key', '=', projectKey).forNoKeyUpdate().executeTakeFirst()
  return readProjectConditions(db, projectKey)
}

/** Stores the conditions of a project, which must be locked. */
export const storeProjectConditions = async (
  db: Db,
  { projectKey, doc, owner, now }: { projectKey: number; doc: ProjectConditions; owner: string; now: number },
): Promise<void> => {
  const [stored] = await projectConditions.all(db, projectKey)
  if (stored) await projectConditions.update(db, stored, { name: stored.name, doc, now })
  else await projectConditions.create(db, { projectKey, name: 'Project conditions', doc, owner, now })
}
