import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf, QueryOf } from '../../../contract/core/endpoint.ts'
import type { runs } from '../../../contract/results/results.ts'
import type { Level } from '../../../domain/core/access.ts'
import { holds } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { categories, exceptions, IGNORED, reasons, triggers } from '../../store/identity/codes.ts'
import { domainOf, monitors } from '../../store/monitors/monitors.ts'
import { storedBodyOf } from '../../store/results/result-bodies.ts'
import { picturesOf } from '../../store/results/result-pictures.ts'
import type { ListedResult, ResultDetail } from '../../store/results/result-store.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { type QueuedRun, queuedRun, queuedRuns } from '../../store/runs/queued-runs.ts'
import { isOfWorkflow, workflowRunOf } from '../../store/workflows/step-runs.ts'
import { locationFilter } from '../agents/location-filter.ts'
import { attemptsOf, firstOf } from './attempts.ts'
import { contentOf } from './result-content.ts'
import { resultFilter } from './result-filter.ts'
import { pictureAnswer } from './result-picture.ts'

type ResultAnswer = AnswerOf<ProductContract['result.read']>
type Query = QueryOf<ProductContract['result.list']>

export const resultHandlers = ({ results }: Services): HandlersOf<typeof runs> => {
  const page = async (query: Query, context: ProjectContext, targetKey?: number) => {
    const location = await locationFilter(context.db, context.project.key, query.location_id)
    if (location instanceof Refusal) return location
    const filter = resultFilter(query, context.project.key, targetKey, location)
    if (filter instanceof Refusal) return filter
    if (query.result_category === 'QUEUED') {
      const queued = await queuedRuns(context.db, filter)
      return listOf(
        context,
        filter.limit,
        queued.map((run) => queuedRow(run, context.level, context.now)),
      )
    }
    const rows = await results.list(context.db, { ...filter, limit: filter.limit + 1 })
    return listOf(
      context,
      filter.limit,
      rows.map((row) => rowOf(row, context.level)),
    )
  }

  return {
    'result.list': ({ query }, context) => page(query, context),

    'result.list-of-call': async ({ params, query }, context) => {
      const target = await monitors.read(context.db, context.project.key, params.id)
      return target ? page(query, context, target.key) : notFound('monitor')
    },

    'result.read': async ({ params, query }, { db, project, level, now }) => {
      let row = await results.read(db, project.key, params.id)
      const queued = row ? undefined : await queuedRun(db, project.key, params.id)
      if (queued) return queued.target_kind === 'workflow' ? notFound('result') : queuedRow(queued, level, now)
      // It may have been stored between the two queries.
      row ??= await results.read(db, project.key, params.id)
      if (!row || isOfWorkflow(row)) return notFound('result')
      const answer = rowOf(row, level)
      if (query.mode !== 'full' || !holds(level, 'inspect')) return answer
      const { previous: previous_id, next: next_id } = await results.neighbours(db, row)
      const detail = await results.detail(db, row)
      const attempts = await attemptsOf(results, db, row)
      const stored_body = await storedBodyOf(db, row)
      const full = detail ? withDetail(answer, detail, detail.browser ? await picturesOf(db, row) : []) : answer
      return { ...full, stored_body, previous_id, next_id, ...(attempts && { attempts }) }
    },

    'result.content': async ({ params }, { db, project, exchange }) => {
      const row = await results.read(db, project.key, params.id)
      if (!row) return notFound('result')
      const content = await contentOf(db, results, row)
      if (!content) return notFound('stored body of this result')
      exchange.response.setHeader('content-disposition', `attachment; filename="${params.id}"`)
      return content
    },

    'result.screenshot': async ({ params, query }, { db, project }) => {
      const row = await results.read(db, project.key, params.id)
      return row ? pictureAnswer(db, row, query.step) : notFound('result')
    },
  }
}

const listOf = ({ project }: ProjectContext, limit: number, rows: ResultAnswer[]) => {
  const more = rows.length > limit
  const page = rows.slice(0, limit)
  const next_cursor = more ? (page.at(-1)?.id ?? null) : null
  return { meta: { more, next_cursor, project_id: project.id }, results: page }
}

const rowOf = (row: ListedResult, level: Level): ResultAnswer => {
  const id = idOfRun(row)
  const summary = {
    id,
    result_category: categories.name(row.category),
    http_code: row.http_code,
    response_time: row.total,
    location_id: row.location_id,
    test: row.target_name ?? 'a deleted monitor',
    created: formatTime(row.started),
  }
  if (!holds(level, 'inspect')) return summary
  const url = row.url ?? row.target_doc.request.url ?? ''
  const exception = exceptions.name(row.exception)
  const { dns, tcp, handshake, upload, processing, download, redirect, total } = row
  return {
    ...summary,
    meta: {
      id,
      call_id: row.target_id ?? '',
      location_id: row.location_id,
      name: summary.test,
      domain: domainOf(url),
      url,
      dest_ip: row.dest_ip,
      request_size: row.request_size,
      response_size: row.response_size,
      http_code: row.http_code,
      result_category: summary.result_category,
      result: reasons.name(row.reason),
      exception_type: exception === 'none' ? null : exception,
      trigger: triggers.name(row.trigger),
      schedule_id: row.schedule_id,
      workflow_result_id: workflowResultOf(row),
      attempt: row.attempt,
      retry_of: firstOf(row),
      ignored_in_stats: (row.ignored & IGNORED.statistics) !== 0,
      in_downtime: (row.ignored & IGNORED.downtime) !== 0,
      due: formatTime(row.due),
      created: summary.created,
    },
    timing: { dns, tcp, handshake, upload, processing, download, redirect, total },
  }
}

const queuedRow = (run: QueuedRun, level: Level, now: number): ResultAnswer => {
  const id = idOfRun(run)
  const summary = {
    id,
    result_category: 'QUEUED' as const,
    http_code: null,
    response_time: 0,
    location_id: run.location_id,
    test: run.target_name,
    created: formatTime(run.start),
  }
  if (!holds(level, 'inspect')) return summary
  return {
    ...summary,
    meta: {
      id,
      call_id: run.target_id,
      location_id: run.location_id,
      name: run.target_name,
      domain: domainOf(run.url),
      url: run.url,
      dest_ip: null,
      request_size: 0,
      response_size: 0,
      http_code: null,
      result_category: 'QUEUED',
      result: 'QUEUED',
      exception_type: null,
      trigger: triggers.name(run.trigger),
      schedule_id: run.schedule_id,
      attempt: run.attempt,
      retry_of: firstOf(run),
      ignored_in_stats: false,
      in_downtime: false,
      status: run.lease_until !== null && run.lease_until > now ? 'RUNNING' : 'QUEUED',
      due: formatTime(run.due),
      created: summary.created,
    },
    timing: null,
  }
}

/** Returns the id of the workflow's result whose step a result is; null if it is none. */
const workflowResultOf = (row: ListedResult): string | null => {
  const run = workflowRunOf(row)
  return run && idOfRun(run)
}

/** Adds the detail; of the pictures that were taken, only those that are stored. */
const withDetail = (
  answer: ResultAnswer,
  { url, source_ip, dest_ip, browser, ...detail }: ResultDetail,
  pictures: number[],
): ResultAnswer => ({
  ...answer,
  ...(answer.meta && { meta: { ...answer.meta, url, source_ip, dest_ip } }),
  ...detail,
  ...(browser && {
    browser: {
      ...browser,
      pictures,
      screenshot: pictures.length > 0,
      pictures_left: browser.pictures.filter((number) => !pictures.includes(number)).length,
    },
  }),
})
