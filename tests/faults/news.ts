import type { RunColumns } from '../../src/server/store/core/tables.ts'
import { idOfRun } from '../../src/server/store/results/runs.ts'
import { eventually } from '../support/eventually.ts'
import type { World } from './world.ts'

/** Jobs of a dead agent are repeated after their lease of 30 s, and those that killed two of them one after another. */
const QUIET_WITHIN_MS = 150_000

/** Stops the load and waits until nothing is in progress: no queued run, no pending result, no unsent message. */
export const settle = async (world: World): Promise<void> => {
  await world.endLoad()
  await eventually(
    async () => {
      const rows = await world.installation.query<{ open: number }>(`
        select ((select count(*) from job) + (select count(*) from alert_waiting)
          + (select count(*) from delivery where state = 0))::int as open`)
      return rows[0]?.open === 0
    },
    { withinMs: QUIET_WITHIN_MS, what: 'quiet' },
  )
}

export type News = {
  /** Failures that were never sent to the receiver, though no recovery withdrew their messages. */
  forgotten: number
  /** Extra messages: a failure sent under a second id, or of no failure at all. */
  surplus: number
}

/** Compares the receiver's messages with the stored failures: one message each, whatever happened on the way. */
export const readNews = async ({ installation, receiver }: World): Promise<News> => {
  const runs = await installation.query<RunColumns & { due: string }>(
    'select target_key, location_key, source, attempt, due from result where category = 3',
  )
  const [webhook] = await installation.query<{ id: string }>("select id from object where kind = 'webhook'")
  const expected = new Set(runs.map((run) => `msg_${webhook?.id}_${idOfRun({ ...run, due: Number(run.due) })}_notify`))
  const unsent = await installation.query<{ message_id: string }>('select message_id from delivery where state = 4')
  const withdrawn = new Set(unsent.map(({ message_id }) => message_id))
  const isForgotten = (message: string) => !receiver.messages.has(message) && !withdrawn.has(message)
  const forgotten = [...expected].filter(isForgotten).length
  const surplus = [...receiver.messages].filter((message) => !expected.has(message)).length
  return { forgotten, surplus }
}
