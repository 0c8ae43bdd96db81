import { sql } from 'kysely'
import { countWords } from '../../domain/mail/digest.ts'
import type { Span } from '../../domain/mail/digest-times.ts'
import { MAIL_GROUPS } from '../../domain/mail/mail-groups.ts'
import { queueWrittenMail } from '../mail/outbox.ts'
import { renderMail } from '../mail/template.ts'
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/unsubscribe.ts'
import type { Db } from '../store/core/database.ts'
import { isMember } from '../store/core/entry.ts'
import { inProject, pageOf } from './addresses.ts'
import type { Installation, Reader } from './digest-mail.ts'
import { spanWords } from './span-words.ts'

type Row = {
  project: string
  project_id: string
  monitor: string
  kind: string
  id: string
  alerts: number
  recoveries: number
}

const SHOWN = 50

/**
 * Returns the alerts of a time span by project and monitor, for projects that the account may enter by a grant or as an organization
 * admin.
 */
const alertsFor = async (db: Db, accountId: string, { from, to }: Span): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select p.name as project, p.id as project_id, o.name as monitor, o.kind, o.id, count(*) filter (where d.kind = 'alert')::int as alerts,
      count(*) filter (where d.kind = 'recovery')::int as recoveries
    from project p join delivery d on d.project_key = p.key and d.created >= ${from} and d.created < ${to}
    join object o on o.key = d.target_key
    where p.removed is null and ${isMember(accountId)}
    group by p.key, p.id, p.name, o.key, o.name, o.kind, o.id having count(*) filter (where d.kind = 'alert') > 0
    order by p.name, alerts desc, o.name`.execute(db)
  return rows
}

/** Queues the mail with a day's alerts for one reader; returns false if there were none. */
export const queueAlertDigest = async (
  db: Db,
  { sealing, url }: Installation,
  to: Reader,
  { span, now }: { span: Span; now: number },
): Promise<boolean> => {
  const rows = await alertsFor(db, to.accountId, span)
  if (rows.length === 0) return false
  const kind = 'alerts_digest'
  const address = unsubscribeAddress(sealing, url, {
    ends: 'subscription',
    accountId: to.accountId,
    kind,
    projectId: null,
    address: to.email,
  })
  const alerts = rows.reduce((sum, row) => sum + row.alerts, 0)
  const projects = [...new Set(rows.map(({ project }) => project))]
  const count = `${countWords(alerts)} ${alerts === 1 ? 'alert' : 'alerts'}`
  const letter = renderMail({
    subject: `${MAIL_GROUPS.alerts_digest.title}: ${count}`,
    paragraphs: [
      `${count} on ${spanWords('daily', span, to.timeZone, false)}, from ${countWords(rows.length)} ${rows.length === 1 ? 'monitor' : 'monitors'}.`,
    ],
    tables: projects.map((project) => {
      const mine = rows.filter((row) => row.project === project)
      const left = mine.length - SHOWN
      return {
        title: project,
        columns: ['Monitor', 'alerts', 'recoveries'],
        rows: mine.slice(0, SHOWN).map((row) => ({
          name: { words: row.monitor, address: inProject(url + pageOf(row), { id: row.project_id }) },
          cells: [countWords(row.alerts), countWords(row.recoveries)],
        })),
        ...(left > 0 && { note: `${countWords(left)} more ${left === 1 ? 'monitor' : 'monitors'} alerted.` }),
      }
    }),
    because: 'You get this because you subscribed to the daily alert summary.',
    unsubscribe: { words: 'Unsubscribe', address },
  })
  await queueWrittenMail(db, sealing, {
    kind: 'alerts-digest',
    to: to.email,
    letter,
    headers: unsubscribeHeaders(address),
    now,
  })
  return true
}
