import type { Db } from '../../src/server/store/core/database.ts'
import { addPicture } from '../../src/server/store/results/result-pictures.ts'
import { runOfId } from '../../src/server/store/results/runs.ts'
import type { Api } from './api.ts'

/**
 * Makes a browser test, and stores a picture of the first step of a result and of a trial that waits for its agent. Answers the ids of
 * both.
 */
export const browserIds = async (api: Api, db: Db, resultId: string, trialId: string) => {
  const tried = await db
    .selectFrom('object')
    .innerJoin('job', 'job.target_key', 'object.key')
    .where('object.id', '=', trialId)
    .select(['job.target_key', 'job.due', 'job.location_key', 'job.source', 'job.attempt'])
    .executeTakeFirstOrThrow()
  const picture = { media: 'image/png', bytes: Buffer.from('iVBORw0KGgo=', 'base64') } as const
  for (const run of [runOfId(resultId), tried]) if (run) await addPicture(db, run, 1, picture)
  const { id } = await api.post<{ id: string }>('/api/3/monitors/browser/', {
    name: 'Page',
    url: 'https://example.com/',
  })
  return { 'browser-test': id, picture: '1' }
}
