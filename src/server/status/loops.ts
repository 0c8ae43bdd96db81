import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { publishedIncident } from '../store/incidents/published-incidents.ts'
import { lockMailing, moveMailing, nextSubscribers, recordUpdates } from '../store/status/mailings.ts'
import { readStatusPage } from '../store/status/status-pages.ts'
import { publicIncidentOf } from './public-incidents.ts'
import { mailUpdate } from './status-mail.ts'

/** Mails written in one transaction. */
const AT_ONCE = 100

type Options = {
  readonly database: Database
  readonly sealing: SecretCipher
  readonly clock: () => number
  readonly url: string
  readonly wakeMail: () => void
}

/**
 * Writes the mails about published updates of incidents to subscribers: a batch of subscribers and the place after them are stored in one
 * transaction, so that nobody gets an update twice or misses it. Returns whether there is more to write.
 */
export const mailUpdates = async ({ database, sealing, clock, url, wakeMail }: Options): Promise<boolean> => {
  await recordUpdates(database.db, clock())
  const isMore = await database.db.transaction().execute(async (db) => {
    const mailing = await lockMailing(db)
    if (!mailing) return false
    const now = clock()
    const page = await readStatusPage(db, mailing.projectKey)
    const published = mailing.incidentId === null ? undefined : await publishedIncident(db, mailing.incidentId)
    const incident = published && publicIncidentOf(published)
    const update = incident?.updates.find(({ id }) => id === mailing.updateId)
    const subscribers = page && update ? await nextSubscribers(db, mailing, AT_ONCE) : []
    if (page && incident && update)
      for (const subscriber of subscribers)
        await mailUpdate(
          db,
          { sealing, url },
          { page: { title: page.doc.title, slug: page.slug }, incident, update, subscriber, now },
        )
    await moveMailing(db, mailing, {
      afterKey: subscribers.at(-1)?.key ?? mailing.afterKey,
      ended: subscribers.length < AT_ONCE ? now : null,
    })
    return true
  })
  if (isMore) wakeMail()
  return isMore
}

/** The loop that tells subscribers of status pages about incidents. */
export const statusLoops = (options: Options) =>
  [{ name: 'status mail', everyMs: 5_000, stops: 'mail', kind: 'messages', work: () => mailUpdates(options) }] as const
