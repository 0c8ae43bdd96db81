import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { type Stat, StatStrip } from '../parts/chart/StatStrip.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { RunStrip } from './RunStrip.tsx'
import { StepsTable } from './StepsTable.tsx'
import type { Workflow } from './workflow-list.ts'
import { isOpen, type WorkflowResult } from './workflow-result.ts'

const SHOWN_RUNS = 20

const statsOf = (workflow: Workflow, results: readonly WorkflowResult[]): readonly Stat[] => {
  const over = results.filter((result) => !isOpen(result))
  const failed = over.filter(({ meta }) => meta.result_category === 'FAIL').length
  const mean = over.length === 0 ? null : over.reduce((sum, { timing }) => sum + timing.total, 0) / over.length
  return [
    { label: 'Last runs', value: formats.count(over.length) },
    { label: 'Failed', value: formats.count(failed), ...(failed > 0 && { category: 'FAIL' as const }) },
    { label: 'Mean duration', value: formats.latency(mean) },
    { label: 'Pass rate 24 h', value: formats.rate(workflow.pass_rate_24h) },
  ]
}

/** A workflow at a glance: its last runs, their figures, and its steps. */
export const WorkflowSummary = ({ workflow }: { workflow: Workflow }) => {
  const { id } = workflow
  const { data } = useResource('workflow.results', { params: { id }, query: { limit: SHOWN_RUNS } })
  if (workflow.workflow.steps.length === 0)
    return (
      <Card label="Steps">
        <EmptyState
          title="No steps yet"
          actions={<Act command="workflow.edit" args={{ workflow: id }} kind="primary" icon="plus" label="Add steps" />}
        >
          A workflow runs monitors one after another. Choose the monitors and their order.
        </EmptyState>
      </Card>
    )
  const results = data?.results ?? []
  return (
    <div className="stack">
      <Card
        title="Last runs"
        sub={results.length > 0 ? `${results.length}` : undefined}
        actions={
          <Go to="workflow-results" params={{ workflowId: id }} kind="ghost" size="small">
            All results
          </Go>
        }
      >
        {results.length > 0 ? (
          <RunStrip results={results} />
        ) : (
          <p className="muted">{data ? 'It has not run yet.' : 'Loading'}</p>
        )}
      </Card>
      {results.length > 0 && <StatStrip label="Figures of the last runs" stats={statsOf(workflow, results)} />}
      <Card
        title="Steps"
        flush
        actions={
          <Go to="workflow-edit" params={{ workflowId: id }} kind="ghost" size="small">
            Edit
          </Go>
        }
      >
        <StepsTable workflow={workflow} />
      </Card>
    </div>
  )
}
