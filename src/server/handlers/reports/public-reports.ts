import type { reports as reportResource } from '../../../contract/reports/reports.ts'
import { periodAt } from '../../../domain/insights/score-period.ts'
import type { HandlersOf } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { bandsOfProject } from '../../store/core/score-bands.ts'
import { reportsOf } from '../../store/insights/score-reports.ts'
import { publicReport } from '../../store/reports/report-links.ts'
import { reportMonitors } from '../../store/reports/report-monitors.ts'
import type { ReportDoc } from '../../store/reports/reports.ts'
import { comparisonRow } from '../insights/report-rows.ts'
import { type ReportFigures, readReport } from './report-answer.ts'

/** The same answer for a link that never was, that was closed, and for a monitor that is not in the report. */
const notPublic = new Refusal(
  404,
  'not_found',
  'This link leads to no report: it is incomplete, or the report is not public any more.',
)

/** Visitors of a public report see figures that are at most this old: many visitors cost as much as one. */
const KEPT_MS = 60_000
const MOST_KEPT = 200
/** Weeks of scores that a visitor sees. */
const MOST_WEEKS = 26

/** `at`: when they were read; null while they are. */
type Kept = { readonly version: number; at: number | null; readonly figures: Promise<ReportFigures> }

/** Visitors see no IP address. */
const withoutAddresses = (figures: ReportFigures): ReportFigures => ({
  ...figures,
  groups: figures.groups.map((group) => ({ ...group, rows: group.rows.map((row) => ({ ...row, dest_ip: null })) })),
})

/** Keeps the figures of public reports for a minute. A changed report is read anew. */
const openCache = () => {
  const kept = new Map<number, Kept>()
  return (db: Db, stored: Stored<ReportDoc>, now: number): Promise<ReportFigures> => {
    const known = kept.get(stored.key)
    const isFresh = known && (known.at === null || (now - known.at < KEPT_MS && now >= known.at))
    if (isFresh && known.version === stored.last_update) return known.figures
    const figures = readReport(db, stored, now).then(withoutAddresses)
    kept.delete(stored.key)
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    const made: Kept = { version: stored.last_update, at: null, figures }
    kept.set(stored.key, made)
    figures.then(
      () => {
        made.at = now
      },
      () => kept.get(stored.key) === made && kept.delete(stored.key),
    )
    return figures
  }
}

type Endpoints = (typeof reportResource)['endpoints']

/** Handlers of public links: whoever has the link sees the figures, and nothing else of the project. */
export const publicReportHandlers = (): HandlersOf<Pick<Endpoints, 'report.public' | 'report.public-insights'>> => {
  const figuresOf = openCache()
  return {
    'report.public': async ({ params }, { db, now, exchange }) => {
      const stored = await publicReport(db, params.report)
      if (!stored) return notPublic
      exchange.response.setHeader('x-robots-tag', 'noindex')
      return figuresOf(db, stored, now)
    },

    'report.public-insights': async ({ params }, { db, now, exchange }) => {
      const stored = await publicReport(db, params.report)
      const row = stored?.doc.report.groups.flatMap(({ rows }) => rows).find(({ call_id }) => call_id === params.call)
      const monitor = stored && row && (await reportMonitors(db, stored.project_key, [row.call_id])).get(row.call_id)
      if (!monitor) return notPublic
      exchange.response.setHeader('x-robots-tag', 'noindex')
      const bands = await bandsOfProject(db, stored.project_key)
      const found = await reportsOf(db, monitor.key, 'week', { before: now, limit: MOST_WEEKS })
      return {
        meta: { period: 'week' as const, call_id: params.call },
        results: found.map(({ start, doc }) => comparisonRow(params.call, periodAt('week', start), doc, bands)),
      }
    },
  }
}
