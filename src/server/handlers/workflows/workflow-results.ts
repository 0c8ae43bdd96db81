import type { workflows as workflowResource } from '../../../contract/workflows/workflows.ts'
import { holds } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { WORKFLOW_RESULT_HEAD, workflowResultCells } from '../../../domain/workflows/result-csv.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { csvStream } from '../../http/csv-stream.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { queuedRun } from '../../store/runs/queued-runs.ts'
import { stepResults } from '../../store/workflows/step-results.ts'
import { isOfWorkflow } from '../../store/workflows/step-runs.ts'
import { stepsOfRuns } from '../../store/workflows/workflow-results.ts'
import { workflows } from '../../store/workflows/workflows.ts'
import { attemptsOf } from '../results/attempts.ts'
import { readKept } from '../results/kept-result.ts'
import { resultFilter } from '../results/result-filter.ts'
import { patience, type ResultPage, readPage } from '../results/result-page.ts'
import { queuedWorkflowRow, runColumns, type WorkflowResult, workflowResultRow } from './workflow-result-rows.ts'

/** Results that an export reads at once. */
const CSV_PAGE = 500

type Endpoints = (typeof workflowResource)['endpoints']

/** Handlers that read the results of workflows. */
export const workflowResultHandlers = ({
  results,
  clock,
}: Pick<Services, 'results' | 'clock'>): HandlersOf<
  Pick<Endpoints, 'workflow.results' | 'workflow.results-csv' | 'workflow.result'>
> => ({
  'workflow.results': async ({ params, query }, context) => {
    const { db, project } = context
    const stored = await workflows.read(db, project.key, params.id)
    if (!stored) return notFound('workflow')
    const asked = await resultFilter(query, context, stored.key)
    if (asked instanceof Refusal) return asked
    const { rows, meta } = await readPage({ db, results, isOver: patience(clock) }, asked)
    return { meta: { ...meta, project_id: project.id }, results: await answersOf(rows, context) }
  },

  'workflow.results-csv': async ({ params, query }, context) => {
    const { db, project, now } = context
    const stored = await workflows.read(db, project.key, params.id)
    if (!stored) return notFound('workflow')
    const asked = await resultFilter(query, context, stored.key)
    if (asked instanceof Refusal) return asked
    let after: string | null | undefined
    return csvStream({
      projectKey: project.key,
      fileName: `workflow-${stored.id}-${formatTime(now).slice(0, 10)}.csv`,
      head: WORKFLOW_RESULT_HEAD,
      async next(isOver) {
        if (after === null) return null
        const filter = { ...asked.filter, limit: CSV_PAGE, ...(after !== undefined && { after }) }
        const { rows, meta } = await readPage({ db, results, isOver }, { ...asked, filter })
        after = meta.next_cursor
        return (await answersOf(rows, context)).map(workflowResultCells)
      },
    })
  },

  'workflow.result': async ({ params }, { db, project, level, now }) => {
    const queued = await queuedRun(db, project.key, params.id)
    if (queued)
      return queued.target_kind === 'workflow'
        ? queuedWorkflowRow(queued, isRunning(queued, now))
        : notFound('workflow result')
    const row = await readKept(results, { db, project, now }, params.id)
    if (row instanceof Refusal) return row
    if (!isOfWorkflow(row)) return notFound('workflow result')
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

/** Rows of a page with their steps. */
const answersOf = async (
  rows: ResultPage['rows'],
  { db, project, now }: Pick<ProjectContext, 'db' | 'project' | 'now'>,
): Promise<WorkflowResult[]> => {
  const runs = rows.flatMap(({ stored }) => (stored ? [runColumns(stored)] : []))
  const steps = await stepsOfRuns(db, project.key, runs)
  return rows.flatMap(({ stored, queued }) =>
    stored
      ? workflowResultRow(stored, steps.get(idOfRun(stored)) ?? [])
      : queued
        ? queuedWorkflowRow(queued, isRunning(queued, now))
        : [],
  )
}
