import { locationAwayWords, locationBackWords } from '../../domain/notifications/notification-words.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import {
  addNotifications,
  closeNotifications,
  type Notice,
  notificationKinds,
  openNotifications,
} from '../store/notifications/notifications.ts'
import { deleteBackLocations, type LocationAbsence, missedRuns, storeAwayLocations } from '../store/silence/absence.ts'
import { mailLocationChanges } from './absence-mail.ts'
import { recordHeartbeat } from './heartbeat.ts'
import { lockSilenceCheck } from './update-silences.ts'

export type Installation = {
  readonly sealing: SecretCipher
  /** The address people use. */
  readonly url: string
}

/** An absence as it is told; `missed` is null while it goes on. */
export type News = LocationAbsence & { readonly awayMs: number; readonly missed: number | null }

/**
 * Tells of locations that went away or came back, in the notifications of each project that uses them and by mail to its owners. The
 * row of an absence is written in the same transaction, so each is told once, whatever servers run or stop meanwhile. Returns
 * whether something was told.
 */
export const recordAwayLocations = async (
  database: Database,
  installation: Installation,
  now: number,
): Promise<boolean> => {
  const upSince = await recordHeartbeat(database.db, now)
  return database.db.transaction().execute(async (db) => {
    if (!(await lockSilenceCheck(db))) return false
    const away = (await storeAwayLocations(db, upSince, now)).map(
      (absence): News => ({ ...absence, awayMs: now - absence.since, missed: null }),
    )
    const back: News[] = []
    for (const absence of await deleteBackLocations(db, now))
      back.push({ ...absence, awayMs: now - absence.since, missed: await missedRuns(db, absence, now) })
    if (away.length + back.length === 0) return false
    await tellProjects(db, away, back, now)
    await mailLocationChanges(db, installation, away, now)
    await mailLocationChanges(db, installation, back, now)
    const events = eventBatch()
    for (const key of new Set([...away, ...back].map(({ project_key }) => project_key))) {
      events.tell(key, { type: 'notification' })
      events.tell(key, { type: 'no_data' })
    }
    return events.write(db, now)
  })
}

const tellProjects = async (db: Db, away: readonly News[], back: readonly News[], now: number): Promise<void> => {
  await closeNotifications(
    db,
    back.map(({ project_key, location_key }) => ({ project_key, location_key, webhook_key: 0, target_key: 0 })),
  )
  await openNotifications(db, away.map(noticeOf), now)
  await addNotifications(db, back.map(noticeOf), now)
}

const noticeOf = ({ project_key, location_key, location_id, awayMs, missed }: News): Notice => ({
  project_key,
  location_key,
  webhook_key: 0,
  target_key: 0,
  kind: notificationKinds.code(missed === null ? 'location_away' : 'location_back'),
  result_id: null,
  category: null,
  times: 1,
  ...(missed === null ? locationAwayWords(location_id, awayMs) : locationBackWords(location_id, { awayMs, missed })),
})
