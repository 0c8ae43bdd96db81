import { bandsIn, type ScoreBands, USUAL_BANDS } from '../../../domain/core/score-bands.ts'
import type { Db } from './database.ts'

/** Reads the score bands of projects, by their keys. */
export const scoreBandsOf = async (
  db: Db,
  projectKeys: readonly number[],
): Promise<ReadonlyMap<number, ScoreBands>> => {
  if (projectKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('project')
    .select(['key', 'doc'])
    .where('key', 'in', [...projectKeys])
    .execute()
  return new Map(rows.map(({ key, doc }) => [key, bandsIn(doc)]))
}

/** Reads the score bands of one project. */
export const bandsOfProject = async (db: Db, projectKey: number): Promise<ScoreBands> =>
  (await scoreBandsOf(db, [projectKey])).get(projectKey) ?? USUAL_BANDS
