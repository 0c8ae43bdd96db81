import { sql } from 'kysely'
import { instantText } from '../../domain/alerts/alert-message.ts'
import { expiryWords } from '../../domain/certificates/expiry.ts'
import { certificateExpiryWords } from '../../domain/notifications/notification-words.ts'
import { callersOf } from '../store/certificates/certificate-users.ts'
import type { Expiring } from '../store/certificates/expiring.ts'
import type { Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { addNotifications, type Notice, notificationKinds } from '../store/notifications/notifications.ts'

/**
 * Adds a notification of certificates that expire to the projects whose monitors present them; where no monitor does, to all projects of
 * the organization.
 */
export const notifyOfExpiry = async (db: Db, expiring: readonly Expiring[], now: number): Promise<void> => {
  const events = eventBatch()
  const notices: Notice[] = []
  for (const { name, notAfter, origins, orgId } of expiring) {
    const users = (await callersOf(db, orgId))(origins)
    const projects = users.length > 0 ? users.map(({ project_key: key }) => key) : await projectsOf(db, orgId)
    for (const project_key of new Set(projects)) {
      const monitors = users.filter((user) => user.project_key === project_key).map((user) => user.name)
      notices.push({
        project_key,
        kind: notificationKinds.code('certificate'),
        target_key: 0,
        webhook_key: 0,
        location_key: 0,
        result_id: null,
        category: null,
        times: 1,
        ...certificateExpiryWords({
          certificate: name,
          expiry: expiryWords(notAfter, now),
          until: instantText(notAfter),
          monitors,
        }),
      })
      events.tell(project_key, { type: 'notification' })
    }
  }
  await addNotifications(db, notices, now)
  await events.write(db, now)
}

const projectsOf = async (db: Db, orgId: string): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`select key from project where org_id = ${orgId} order by key`.execute(db)
  return rows.map(({ key }) => key)
}
