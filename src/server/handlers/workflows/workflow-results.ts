import type { workflows as workflowResource } from '../../../contract/workflows/workflows.ts'
import { holds } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { workflowResultCsv } from '../../../domain/workflows/result-csv.ts'
import type { HandlersOf } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { queuedRun, queuedRuns } from '../../store/runs/queued-runs.ts'
import { stepResults } from '../../store/workflows/step-results.ts'
import { isOfWorkflow } from '../../store/workflows/step-runs.ts'
import { stepsOfRuns } from '../../store/workflows/workflow-results.ts'
import { workflows } from '../../store/workflows/workflows.ts'
import { locationFilter } from '../agents/location-filter.ts'
import { attemptsOf } from '../results/attempts.ts'
import { resultFilter } from '../results/result-filter.ts'
import { queuedWorkflowRow, runColumns, type WorkflowResult, workflowResultRow } from './workflow-result-rows.ts'

/** Results that an export reads at once. */
const CSV_PAGE = 500

type Endpoints = (typeof workflowResource)['endpoints']

/** Handlers that read the results of workflows. */
export const workflowResultHandlers = ({
  results,
}: Pick<Services, 'results'>): HandlersOf<
  Pick<Endpoints, 'workflow.results' | 'workflow.results-csv' | 'workflow.result'>
> => ({
  'workflow.results': async ({ params, query }, { db, project, now }) => {
    const stored = await workflows.read(db, project.key, params.id)
    if (!stored) return notFound('workflow')
    const location = await locationFilter(db, project.key, query.location_id)
    if (location instanceof Refusal) return location
    const filter = resultFilter(query, project.key, stored.key, location)
    if (filter instanceof Refusal) return filter
    const answer = (rows: readonly WorkflowResult[]) => {
      const more = rows.length > filter.limit
      const page = rows.slice(0, filter.limit)
      const next_cursor = more ? (page.at(-1)?.id ?? null) : null
      return { meta: { more, next_cursor, project_id: project.id }, results: page }
    }
    if (query.result_category === 'QUEUED') {
      const queued = await queuedRuns(db, filter)
      return answer(queued.map((run) => queuedWorkflowRow(run, isRunning(run, now))))
    }
    const rows = await results.list(db, { ...filter, limit: filter.limit + 1 })
    const steps = await stepsOfRuns(db, project.key, rows.map(runColumns))
    return answer(rows.map((row) => workflowResultRow(row, steps.get(idOfRun(row)) ?? [])))
  },

  'workflow.results-csv': async ({ params, query }, { db, project, exchange, now }) => {
    const stored = await workflows.read(db, project.key, params.id)
    if (!stored) return notFound('workflow')
    const location = await locationFilter(db, project.key, query.location_id)
    if (location instanceof Refusal) return location
    const filter = resultFilter(query, project.key, stored.key, location)
    if (filter instanceof Refusal) return filter
    const name = `workflow-${stored.id}-${formatTime(now).slice(0, 10)}.csv`
    exchange.response.setHeader('content-disposition', `attachment; filename="${name}"`)
    const encoder = new TextEncoder()
    const write = (text: string) => encoder.encode(`${text}\r\n`)
    let after: string | undefined
    // Page after page, as fast as the client reads.
    return new ReadableStream<Uint8Array>({
      start: (out) => out.enqueue(write(workflowResultCsv([]))),
      async pull(out) {
        const rows = await results.list(db, { ...filter, limit: CSV_PAGE, ...(after !== undefined && { after }) })
        const steps = await stepsOfRuns(db, project.key, rows.map(runColumns))
        const page = rows.map((row) => workflowResultRow(row, steps.get(idOfRun(row)) ?? []))
        after = page.at(-1)?.id
        if (page.length > 0) out.enqueue(write(workflowResultCsv(page, { part: true })))
        if (page.length < CSV_PAGE) out.close()
      },
    })
  },

  'workflow.result': async ({ params }, { db, project, level, now }) => {
    let row = await results.read(db, project.key, params.id)
    const queued = row ? undefined : await queuedRun(db, project.key, params.id)
    if (queued)
      return queued.target_kind === 'workflow'
        ? queuedWorkflowRow(queued, isRunning(queued, now))
        : notFound('workflow result')
    // It may have been stored between the two queries.
    row ??= await results.read(db, project.key, params.id)
    if (!row || !isOfWorkflow(row)) return notFound('workflow result')
    const run: RunColumns = runColumns(row)
    const steps = (await stepsOfRuns(db, project.key, [run])).get(params.id) ?? []
    const detail = await results.detail(db, run)
    const { previous: previous_id, next: next_id } = await results.neighbours(db, run)
    const attempts = await attemptsOf(results, db, run)
    return {
      ...workflowResultRow(row, steps),
      results: stepResults(steps, detail?.steps),
      ...(detail && holds(level, 'inspect') && { variables: detail.variables, messages: detail.messages }),
      previous_id,
      next_id,
      ...(attempts && { attempts }),
    }
  },
})

const isRunning = ({ lease_until }: { lease_until: number | null }, now: number): boolean =>
  lease_until !== null && lease_until > now
