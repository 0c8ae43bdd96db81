import type { Quota } from '../../contract/core/quotas.ts'
import { quotaWords } from '../../domain/notifications/notification-words.ts'
import type { Database } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { addNotifications, type Notice, notificationKinds } from '../store/notifications/notifications.ts'
import { lowerSteps, takeStep, usersOf } from '../store/projects/quota-use.ts'

/** Percents of a limit at which people are told. */
const STEPS = [80, 95, 100] as const
/** Points below a step from which it counts as left, so that use around a step does not tell of it again and again. */
const MARGIN = 10

export type QuotaOptions = {
  readonly database: Database
  /** The operator's limits for each project; null: unlimited. */
  readonly configuration: {
    readonly projectMonitors: number | null
    readonly projectDocumentsBytes: number
    readonly projectResultsPerDay: number | null
    readonly projectFilesBytes: number
  }
  readonly announce: () => void
}

/** Notifies projects that have used 80, 95 or 100 % of a limit of the server: each step once, whatever number of servers look. */
export const notifyOfQuotas = async (
  { database, configuration, announce }: QuotaOptions,
  now: number,
): Promise<boolean> => {
  const limits: readonly (readonly [Quota, number | null])[] = [
    ['monitors', configuration.projectMonitors],
    ['results', configuration.projectResultsPerDay],
    ['documents', configuration.projectDocumentsBytes],
    ['files', configuration.projectFilesBytes],
  ]
  const isTold = await database.db.transaction().execute(async (db) => {
    const notices: Notice[] = []
    for (const [about, most] of limits) {
      if (most === null || most <= 0) continue
      await lowerSteps(db, about, { now, most, margin: MARGIN, steps: STEPS })
      for (const { project_key, used } of await usersOf(db, about, { now, least: (most * STEPS[0]) / 100 })) {
        const step = STEPS.findLast((each) => used * 100 >= each * most)
        if (step === undefined || !(await takeStep(db, { project_key, about, step }))) continue
        notices.push({
          project_key,
          kind: notificationKinds.code('quota'),
          target_key: 0,
          webhook_key: 0,
          location_key: 0,
          result_id: null,
          category: null,
          times: 1,
          about,
          isMailed: true,
          ...quotaWords({ about, used, most }),
        })
      }
    }
    await addNotifications(db, notices, now)
    const events = eventBatch()
    for (const key of new Set(notices.map(({ project_key }) => project_key))) events.tell(key, { type: 'notification' })
    return events.write(db, now)
  })
  if (isTold) announce()
  return isTold
}
