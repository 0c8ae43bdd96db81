import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { workflows } from '../../store/workflows/workflows.ts'

/** The kinds of objects that a schedule can run. Browser tests are monitors. */
const TARGET_KINDS = [monitors, workflows] as const

/** The kinds of targets, as sentences name them. */
export const A_TARGET = 'a monitor or workflow'

/** A target's key and id. */
export type Target = Pick<Stored<unknown>, 'key' | 'id'>

/** Reads the targets of a project with these ids, of every kind. */
export const targetsNamed = async (db: Db, projectKey: number, ids: readonly string[]): Promise<Target[]> => {
  let found: Target[] = []
  for (const kind of TARGET_KINDS) found = found.concat(await kind.readMany(db, projectKey, ids))
  return found
}

/** Reads one target by its id. */
export const targetNamed = async (db: Db, projectKey: number, id: string): Promise<Target | undefined> =>
  (await targetsNamed(db, projectKey, [id]))[0]
