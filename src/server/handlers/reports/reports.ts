import { reports as reportResource } from '../../../contract/reports/reports.ts'
import { holds } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { reportProblems } from '../../../domain/reports/report-rules.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { crud, resourceOf } from '../../http/crud.ts'
import { forbidden, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { closeLink, countLinks, linksOf, openLink, PUBLIC_REPORT_QUOTA } from '../../store/reports/report-links.ts'
import { newReport, type ReportDoc, reports } from '../../store/reports/reports.ts'
import { publicReportHandlers } from './public-reports.ts'
import { readCsv, readReport } from './report-answer.ts'
import { readHistogram, readLatencies, readPlaces, readSeries } from './report-charts.ts'
import { changedReport, reportRows } from './report-doc.ts'

const MAY_NOT_PUBLISH =
  'This report is public: only those who may open its link may change it. Close the link first, or work on a copy.'

/** Handlers of reports. */
export const reportHandlers = ({ sealing }: Services): HandlersOf<(typeof reportResource)['endpoints']> => {
  const kit = crud(reportResource, reports, {
    blank: () => newReport,
    name: ({ meta }, before) => meta?.name?.trim() ?? before ?? '',
    rules: (draft, before) => reportProblems(draft, (before ?? newReport).report),
    resolve: async (draft, base, context) => {
      const { doc: found, problems } = await changedReport(base, draft, context)
      return { found, problems }
    },
    toDoc: (_, __, changed: ReportDoc) => changed,
    toRows: reportRows(sealing),
  })

  const found = async (id: string, groupId: string | null, { db, project }: ProjectContext) => {
    const stored = await reports.read(db, project.key, id)
    if (!stored) return notFound('report')
    const { groups } = stored.doc.report
    const chosen = groupId === null ? groups : groups.filter((group) => group.id === groupId)
    return groupId !== null && chosen.length === 0 ? notFound('group of the report') : { stored, groups: chosen }
  }

  const group = async (params: { readonly id: string; readonly group: string }, context: ProjectContext) => {
    const one = await found(params.id, params.group, context)
    if (one instanceof Refusal) return one
    const [chosen] = one.groups
    return chosen ? { stored: one.stored, group: chosen, now: context.now } : notFound('group of the report')
  }

  const csvOf = async (id: string, groupId: string | null, byLocation: boolean, context: ProjectContext) => {
    const one = await found(id, groupId, context)
    if (one instanceof Refusal) return one
    const { db, now, exchange } = context
    const pieces = await readCsv(db, one.stored, one.groups, { byLocation, now })
    const name = `report-${one.stored.id}${byLocation ? '-locations' : ''}-${formatTime(now).slice(0, 10)}.csv`
    exchange.response.setHeader('content-disposition', `attachment; filename="${name}"`)
    const encoder = new TextEncoder()
    const lines = pieces.values()
    // Piece after piece, as fast as the client reads.
    return new ReadableStream<Uint8Array>({
      pull(out) {
        const { value, done } = lines.next()
        if (done) out.close()
        else out.enqueue(encoder.encode(`${value}\r\n`))
      },
    })
  }

  return {
    ...kit.handlers,
    ...publicReportHandlers(),

    'report.update': async (input, context) => {
      const before = await kit.forChange(input.params.id, context)
      if (before instanceof Refusal) return before
      // What visitors see is for those to decide who may open the link.
      const isPublic = (await linksOf(context.db, [before.key])).size > 0
      if (isPublic && !holds(context.level, 'publish')) return forbidden(MAY_NOT_PUBLISH)
      return kit.handlers['report.update'](input, context)
    },

    'report.figures': async ({ params }, context) => {
      const one = await found(params.id, null, context)
      return one instanceof Refusal ? one : readReport(context.db, one.stored, context.now)
    },

    'report.series': async ({ params, query }, context) => {
      const asked = await group(params, context)
      return asked instanceof Refusal ? asked : readSeries(context.db, asked, query.of)
    },

    'report.histogram': async ({ params }, context) => {
      const asked = await group(params, context)
      return asked instanceof Refusal ? asked : readHistogram(context.db, asked)
    },

    'report.latencies': async ({ params }, context) => {
      const asked = await group(params, context)
      return asked instanceof Refusal ? asked : readLatencies(context.db, asked)
    },

    'report.places': async ({ params }, context) => {
      const asked = await group(params, context)
      return asked instanceof Refusal ? asked : readPlaces(context.db, asked)
    },

    'report.csv': ({ params }, context) => csvOf(params.id, null, false, context),
    'report.locations-csv': ({ params }, context) => csvOf(params.id, null, true, context),
    'report.group-csv': ({ params }, context) => csvOf(params.id, params.group, false, context),
    'report.group-locations-csv': ({ params }, context) => csvOf(params.id, params.group, true, context),

    'report.publish': async ({ params, body }, context) => {
      const stored = await kit.forChange(params.id, context)
      if (stored instanceof Refusal) return stored
      const { db, project, now } = context
      const isPublic = (await linksOf(db, [stored.key])).size > 0
      if (isPublic && !body.renew) return kit.row(stored, context)
      if (!isPublic && (await countLinks(db, project.key)) >= PUBLIC_REPORT_QUOTA)
        return new Refusal(
          422,
          'quota',
          `This project has ${PUBLIC_REPORT_QUOTA} public reports, which is the most it may have. Close the link of another one first.`,
        )
      await openLink(db, sealing, stored.key, now)
      context.record({
        resource: resourceOf(reportResource, stored),
        before: { public: isPublic, link: isPublic ? 'open' : null },
        after: { public: true, link: isPublic ? 'renewed' : 'open' },
      })
      return kit.row(stored, context)
    },

    'report.revoke': async ({ params }, context) => {
      const stored = await kit.forChange(params.id, context)
      if (stored instanceof Refusal) return stored
      if (await closeLink(context.db, stored.key))
        context.record({
          resource: resourceOf(reportResource, stored),
          before: { public: true },
          after: { public: false },
        })
      return kit.row(stored, context)
    },
  }
}
