import { projectScore } from '../../domain/insights/band.ts'
import { periodBefore, type ScorePeriod } from '../../domain/insights/score-period.ts'
import { countWords } from '../../domain/mail/digest.ts'
import { MAIL_GROUPS } from '../../domain/mail/mail-groups.ts'
import { queueWrittenMail } from '../mail/outbox.ts'
import { type MailTable, renderMail } from '../mail/template.ts'
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/unsubscribe.ts'
import type { Db } from '../store/core/database.ts'
import { hasDueReportsFor, type ScoredMonitor, scoresForMember } from '../store/insights/member-scores.ts'
import { lastSettled } from '../store/insights/score-queue.ts'
import { inProject, pageOf } from './addresses.ts'
import type { Installation, Reader } from './digest-mail.ts'
import { spanWords } from './span-words.ts'

/** Monitors of one project in a mail, the lowest scores first. */
const SHOWN = 20

const scoreWords = (score: number | null): string => (score === null ? '—' : score.toFixed(2))

const changeWords = (now: number | null, before: number | null): string => {
  if (now === null || before === null) return ''
  const text = Math.abs(now - before).toFixed(2)
  return Number(text) === 0 ? '±0' : `${now < before ? '−' : '+'}${text}`
}

const lowestFirst = (a: ScoredMonitor, b: ScoredMonitor): number =>
  (a.score ?? 11) - (b.score ?? 11) || a.name.localeCompare(b.name, 'en')

const tableOf = (url: string, monitors: readonly ScoredMonitor[]): MailTable => {
  const [first] = monitors
  if (!first) throw new Error('A table of scores needs a monitor.')
  const score = projectScore(monitors)
  const before = projectScore(monitors.map((one) => ({ score: one.before, count: one.count_before })))
  const change = changeWords(score, before)
  const left = monitors.length - SHOWN
  return {
    title: `${first.project}: ${scoreWords(score)}${change === '' ? '' : ` (${change})`}`,
    columns: ['Monitor', 'score', 'change', 'runs'],
    rows: [...monitors]
      .sort(lowestFirst)
      .slice(0, SHOWN)
      .map((one) => ({
        name: {
          words: one.name,
          address: inProject(`${url}${pageOf({ kind: 'monitor', id: one.id })}insights`, { id: one.project_id }),
        },
        cells: [scoreWords(one.score), changeWords(one.score, one.before), countWords(one.count)],
      })),
    ...(left > 0 && { note: `${countWords(left)} more with higher scores.` }),
  }
}

/**
 * Queues the mail with the scores of a reader's projects in the last period that is over. Returns false if there are none, and null while
 * reports are still computed.
 */
export const queueInsights = async (
  db: Db,
  { sealing, url }: Installation,
  to: Reader,
  { period, now }: { period: ScorePeriod; now: number },
): Promise<boolean | null> => {
  const range = lastSettled(period, now)
  if (await hasDueReportsFor(db, to.accountId, period, range.from)) return null
  const monitors = await scoresForMember(db, to.accountId, period, {
    start: range.from,
    before: periodBefore(period, range).from,
  })
  if (monitors.every(({ score }) => score === null)) return false
  const group = period === 'week' ? 'insights_weekly' : 'insights_monthly'
  const address = unsubscribeAddress(sealing, url, {
    ends: 'subscription',
    accountId: to.accountId,
    kind: group,
    projectId: null,
    address: to.email,
  })
  const projects = [...new Set(monitors.map(({ project_id }) => project_id))]
  const letter = renderMail({
    subject: `${MAIL_GROUPS[group].title}: ${countWords(projects.length)} ${projects.length === 1 ? 'project' : 'projects'}`,
    paragraphs: [
      `Scores from 0 to 9.99 for ${spanWords(period === 'week' ? 'weekly' : 'monthly', range, 'UTC', false)}. In brackets, and under “change”: the change from the ${period} before.`,
    ],
    link: { words: 'Open the insights', address: `${url}/insights/` },
    tables: projects.map((id) =>
      tableOf(
        url,
        monitors.filter(({ project_id }) => project_id === id),
      ),
    ),
    because: `You get this because you subscribed to “${MAIL_GROUPS[group].title}”.`,
    unsubscribe: { words: 'Unsubscribe', address },
  })
  await queueWrittenMail(db, sealing, {
    kind: group.replace('_', '-'),
    to: to.email,
    letter,
    headers: unsubscribeHeaders(address),
    now,
  })
  return true
}
