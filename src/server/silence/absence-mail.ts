import { instantText } from '../../domain/alerts/alert-message.ts'
import { locationAwayWords, locationBackWords } from '../../domain/notifications/notification-words.ts'
import { mailsSince, queueWrittenMail } from '../mail/outbox.ts'
import { type MailContent, renderMail } from '../mail/template.ts'
import { ownersOf } from '../store/accounts/project-owners.ts'
import type { Db } from '../store/core/database.ts'
import type { Installation, News } from './absence.ts'

const HOUR_MS = 3_600_000
/** A location that comes and goes must not fill anybody's mailbox. */
const MAX_PER_HOUR = 10

/** Writes to the owners of the projects that use these locations: one mail for each location, whatever number of projects they own. */
export const mailLocationChanges = async (
  db: Db,
  { sealing, url }: Installation,
  news: readonly News[],
  now: number,
): Promise<void> => {
  if (news.length === 0) return
  const owners = await ownersOf(db, [...new Set(news.map(({ project_key }) => project_key))])
  const people = new Map(owners.map((owner) => [owner.account_id, owner]))
  for (const { account_id, name, email } of people.values()) {
    const owned = new Set(owners.flatMap((each) => (each.account_id === account_id ? [each.project_key] : [])))
    for (const locationKey of new Set(news.map(({ location_key }) => location_key))) {
      const own = news.filter(({ location_key, project_key }) => location_key === locationKey && owned.has(project_key))
      const kind = own[0]?.missed === null ? 'location-away' : 'location-back'
      const sent = await mailsSince(db, { to: email, kinds: [kind], since: now - HOUR_MS })
      if (own.length === 0 || sent.count >= MAX_PER_HOUR) continue
      await queueWrittenMail(db, sealing, { kind, to: email, letter: letterTo(name, url, own), now })
    }
  }
}

const letterTo = (name: string, url: string, own: readonly News[]): MailContent => {
  const [first] = own
  if (!first) throw new Error('A letter about an absence needs one.')
  const missed = own.reduce((sum, each) => sum + (each.missed ?? 0), 0)
  const { location_id, awayMs } = first
  const { title, text } =
    first.missed === null ? locationAwayWords(location_id, awayMs) : locationBackWords(location_id, { awayMs, missed })
  const lastSeen = instantText(first.since)
  return renderMail({
    subject: title,
    paragraphs: [
      `Hello ${name}, location ${location_id} is ${first.missed === null ? 'offline' : 'online again'}. ${text}`,
      `${first.missed === null ? 'It last asked' : 'Before that, it last asked'} for work at ${lastSeen}.`,
      ...(first.missed === null
        ? ['Check that its agent runs, and that it reaches the server. You get one more mail when it is online again.']
        : []),
    ],
    tables: [
      {
        title: 'Your projects that use it',
        columns: first.missed === null ? ['Project'] : ['Project', 'runs not made'],
        rows: own.map(({ project_id, project_name, missed: count }) => ({
          name: { words: project_name, address: `${url}/?project_key_str=${project_id}` },
          cells: count === null ? [] : [String(count)],
        })),
      },
    ],
    because: 'You get this because you own a project whose schedules use this location.',
  })
}
