import { byItself } from '../store/core/by-itself.ts'
import type { Database, Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { publishedIncident } from '../store/incidents/published-incidents.ts'
import { lockMailing, moveMailing, nextSubscribers, recordUpdates } from '../store/status/mailings.ts'
import { readStatusPage } from '../store/status/status-pages.ts'
import { publicIncidentOf } from './public-incidents.ts'
import { mailUpdate } from './status-mail.ts'

/** Mails written in one transaction. */
const AT_ONCE = 100
/** Pause before the mails of a project that could not be written are tried again. */
const PUT_OFF_MS = 600_000

type Options = {
  readonly database: Database
  readonly sealing: SecretCipher
  readonly clock: () => number
  readonly url: string
  readonly wakeMail: () => void
  readonly log: (line: string) => void
}

/**
 * Writes the mails about published updates of incidents to subscribers: a batch of subscribers and the place after them are stored in one
 * transaction, so that nobody gets an update twice or misses it. `putOff`: projects whose mails could not be written, and until when others
 * go first. Returns whether there is more to write.
 */
export const mailUpdates = async (
  { database, sealing, clock, url, wakeMail, log }: Options,
  putOff: Map<number, number> = new Map(),
): Promise<boolean> => {
  await recordUpdates(database.db, clock())
  for (const [projectKey, until] of putOff) if (until <= clock()) putOff.delete(projectKey)
  let projectKey = 0
  const mailNext = async (db: Db): Promise<boolean> => {
    const mailing = await lockMailing(db, [...putOff.keys()])
    if (!mailing) return false
    projectKey = mailing.projectKey
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
  }
  const isMore = await byItself({ about: 'status mail: the oldest mailing', log }, () =>
    database.db.transaction().execute(mailNext),
  )
  // It would be the oldest again, and keep the mails of all other projects from being written.
  if (isMore === undefined) putOff.set(projectKey, clock() + PUT_OFF_MS)
  if (isMore) wakeMail()
  return isMore ?? true
}

/** The loop that tells subscribers of status pages about incidents. */
export const statusLoops = (options: Options) => {
  const putOff = new Map<number, number>()
  const work = () => mailUpdates(options, putOff)
  return [{ name: 'status mail', everyMs: 5_000, stops: 'mail', kind: 'messages', work }] as const
}
