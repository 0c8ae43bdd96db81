import type { ProductContract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/core/endpoint.ts'
import type { runs } from '../../../contract/results/results.ts'
import { holds } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { keptOf } from '../../store/core/retention.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { storedBodyOf } from '../../store/results/result-bodies.ts'
import { picturesOf } from '../../store/results/result-pictures.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { queuedRun } from '../../store/runs/queued-runs.ts'
import { isOfWorkflow } from '../../store/workflows/step-runs.ts'
import { attemptsOf } from './attempts.ts'
import { readKept } from './kept-result.ts'
import { contentOf } from './result-content.ts'
import { resultCsv } from './result-csv.ts'
import { resultFilter } from './result-filter.ts'
import { patience, readPage } from './result-page.ts'
import { pictureAnswer } from './result-picture.ts'
import { queuedRow, rowOf, withDetail } from './result-rows.ts'

type Query = QueryOf<ProductContract['result.list']>

export const resultHandlers = ({ results, clock }: Pick<Services, 'results' | 'clock'>): HandlersOf<typeof runs> => {
  const page = async (query: Query, context: ProjectContext, targetKey?: number) => {
    const asked = await resultFilter(query, context, targetKey)
    if (asked instanceof Refusal) return asked
    const { db, project, level, now } = context
    const { rows, meta } = await readPage({ db, results, isOver: patience(clock) }, asked)
    return {
      meta: { ...meta, project_id: project.id },
      results: rows.flatMap(({ stored, queued }) =>
        stored ? rowOf(stored, level) : queued ? queuedRow(queued, level, now) : [],
      ),
    }
  }
  /** Reads the key of the monitor that a filter names; undefined without one. */
  const monitorOf = async (id: string | undefined, { db, project }: ProjectContext) =>
    id === undefined ? undefined : ((await monitors.read(db, project.key, id))?.key ?? notFound('monitor'))

  return {
    'result.list': async ({ query }, context) => {
      const target = await monitorOf(query.call_id, context)
      return target instanceof Refusal ? target : page(query, context, target)
    },

    'result.list-of-call': async ({ params, query }, context) => {
      const target = await monitorOf(params.id, context)
      return target instanceof Refusal ? target : page(query, context, target)
    },

    'result.csv': async ({ query }, context) => {
      const target = await monitorOf(query.call_id, context)
      if (target instanceof Refusal) return target
      const asked = await resultFilter(query, context, target)
      return asked instanceof Refusal ? asked : resultCsv(asked, context, results)
    },

    'result.last-pass': async ({ params }, { db, project, now }) => {
      const row = await readKept(results, { db, project, now }, params.id)
      if (row instanceof Refusal) return row
      const { bodiesSince } = await keptOf(db, project.key, now)
      const pass = await results.lastPass(db, row, bodiesSince)
      if (!pass) return { last_pass: null }
      const { due, started, location_id } = pass
      return {
        last_pass: { id: idOfRun(pass), location_id, due: formatTime(due), created: formatTime(started) },
      }
    },

    'result.read': async ({ params, query }, { db, project, level, now }) => {
      const queued = await queuedRun(db, project.key, params.id)
      if (queued) return queued.target_kind === 'workflow' ? notFound('result') : queuedRow(queued, level, now)
      const row = await readKept(results, { db, project, now }, params.id)
      if (row instanceof Refusal) return row
      if (isOfWorkflow(row)) return notFound('result')
      const answer = rowOf(row, level)
      if (query.mode !== 'full' || !holds(level, 'inspect')) return answer
      const { previous: previous_id, next: next_id } = await results.neighbours(db, row)
      const { bodiesSince, bodyDays: detail_days } = await keptOf(db, project.key, now)
      const detail = row.due < bodiesSince ? undefined : await results.detail(db, row)
      const attempts = await attemptsOf(results, db, row)
      const stored_body = row.due < bodiesSince ? null : await storedBodyOf(db, row)
      const full = detail ? withDetail(answer, detail, detail.browser ? await picturesOf(db, row) : []) : answer
      return { ...full, stored_body, previous_id, next_id, detail_days, ...(attempts && { attempts }) }
    },

    'result.content': async ({ params }, { db, project, now, exchange }) => {
      const row = await readKept(results, { db, project, now }, params.id, { detail: true })
      if (row instanceof Refusal) return row
      const content = await contentOf(db, results, row)
      if (!content) return notFound('stored body of this result')
      exchange.response.setHeader('content-disposition', `attachment; filename="${params.id}"`)
      return content
    },

    'result.screenshot': async ({ params, query }, { db, project, now }) => {
      const row = await readKept(results, { db, project, now }, params.id, { detail: true })
      return row instanceof Refusal ? row : pictureAnswer(db, row, query.step)
    },
  }
}
