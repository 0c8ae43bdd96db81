import { countWords, latencyWords, rateWords } from '../../domain/mail/digest.ts'
import { EXPERT_MAIL } from '../../domain/mail/mail-groups.ts'
import { NOT_SHARED, sharedParts } from '../../domain/monitors/sharing.ts'
import { queueWrittenMail } from '../mail/outbox.ts'
import { renderMail } from '../mail/template.ts'
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/unsubscribe.ts'
import type { Db } from '../store/core/database.ts'
import { monitorFigures } from '../store/monitors/monitor-figures.ts'
import { type SharedMonitor, sharedMonitors } from '../store/monitors/shared-monitors.ts'
import type { Installation, Reader } from './digest-mail.ts'

/** Monitors in one mail. */
const SHOWN = 200
const WEEK_MS = 7 * 86_400_000

const many = (count: number, one: string): string => `${countWords(count)} ${one}${count === 1 ? '' : 's'}`

/**
 * Queues the mail about the monitors that projects share with everyone, with what each shares and nothing more; returns false if there are
 * none. Its names have no links: a reader may not be a member of the project.
 */
export const queueExpertMail = async (
  db: Db,
  { sealing, url }: Installation,
  to: Reader,
  now: number,
): Promise<boolean> => {
  const monitors = await sharedMonitors(db, 'everyone', { before: null, limit: SHOWN })
  if (monitors.length === 0) return false
  const figures = await monitorFigures(db, monitors, now)
  const address = unsubscribeAddress(sealing, url, {
    ends: 'subscription',
    accountId: to.accountId,
    kind: EXPERT_MAIL.kind,
    projectId: null,
    address: to.email,
  })
  const cellsOf = ({ key, created, doc: { access = NOT_SHARED } }: SharedMonitor): string[] => {
    const shown = sharedParts(access, false)
    const found = figures.get(key)
    return [
      shown.stats ? rateWords(found?.passRate ?? null) : '—',
      shown.stats ? latencyWords(found?.medianMs ?? null) : '—',
      (shown.results && found?.lastResult?.result_category) || '—',
      created >= now - WEEK_MS ? 'new' : '',
    ]
  }
  const collections = new Map<string, SharedMonitor[]>()
  for (const one of monitors) collections.set(one.project_id, [...(collections.get(one.project_id) ?? []), one])
  const letter = renderMail({
    subject: `${EXPERT_MAIL.title}: ${many(monitors.length, 'monitor')} of ${many(collections.size, 'collection')}`,
    paragraphs: [
      `${many(monitors.length, 'monitor')} of ${many(collections.size, 'collection')} on ${url} ${monitors.length === 1 ? 'is' : 'are'} shared with everyone who has an account. The figures are of the last 24 hours.`,
      ...(monitors.length === SHOWN ? [`Only the newest ${SHOWN} are listed.`] : []),
    ],
    link: { words: 'Open the shared collections', address: `${url}/subscriptions/api-expert` },
    tables: [...collections.values()].map((own) => ({
      title: own[0]?.project_name ?? '',
      columns: ['Monitor', 'passed', 'median', 'last', ''],
      rows: own.map((one) => ({ name: { words: one.name, address: null }, cells: cellsOf(one) })),
    })),
    because: 'You get this because you subscribed to the news of shared collections.',
    unsubscribe: { words: 'Unsubscribe', address },
  })
  await queueWrittenMail(db, sealing, {
    kind: 'shared-collections',
    to: to.email,
    letter,
    headers: unsubscribeHeaders(address),
    now,
  })
  return true
}
