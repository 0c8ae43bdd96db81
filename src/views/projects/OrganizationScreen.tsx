import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { passRate, sumCounts } from '../../domain/statistics/statistics.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { OrganizationTabs } from '../organizations/OrganizationTabs.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Count, PassRate } from '../parts/chart/Figure.tsx'
import { Score, trendOf } from '../parts/chart/Score.tsx'
import { StatStrip } from '../parts/chart/StatStrip.tsx'
import { ScoreBands } from '../parts/chart/score-bands.ts'
import type { Column } from '../parts/table/table-column.ts'
import { VirtualTable } from '../parts/table/VirtualTable.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './OrganizationScreen.module.css'

type Overview = AnswerOf<ProductContract['organization.synopsis']>
type Row = Overview['results'][number]

/** The projects of an organization with their last 24 hours, those with the lowest pass rates first. */
const OrganizationScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const overview = useResource('organization.synopsis', { params: { org: orgId } })
  useTitle(overview.data?.meta.name)
  return (
    <Loaded of={overview} label="Organization">
      {({ meta, results }) => (
        <>
          <PageHead
            title={meta.name}
            lead="The last 24 hours of all projects of the organization."
            actions={
              <Go to="audit-of-organization" params={{ orgId }} kind="secondary" icon="audit">
                Audit
              </Go>
            }
          />
          <OrganizationTabs orgId={orgId} />
          {results.length === 0 ? (
            <EmptyState
              title="No projects yet"
              actions={
                <Go to="new-project" search={{ collection: orgId }} kind="primary" icon="plus">
                  New project
                </Go>
              }
            >
              A project holds monitors with their schedules, results and alerts.
            </EmptyState>
          ) : (
            <div className="stack">
              <Totals rows={results} runs={meta.runs_this_month} />
              <Card title="Projects" sub="lowest pass rate first" flush>
                <VirtualTable
                  label="Projects of the organization"
                  rows={worstFirst(results)}
                  rowId={({ project_id }) => project_id}
                  rowName={({ name }) => name}
                  columns={columns}
                />
              </Card>
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}
export default OrganizationScreen

/** Projects without results come last. */
const worstFirst = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.pass_rate_24h ?? 2) - (b.pass_rate_24h ?? 2) || a.name.localeCompare(b.name, 'en'))

const Totals = ({ rows, runs }: { rows: readonly Row[]; runs: number }) => {
  const results = rows.reduce((sum, row) => sumCounts(sum, row.results_24h), { pass: 0, slow: 0, warning: 0, fail: 0 })
  const sum = (pick: (row: Row) => number): number => rows.reduce((total, row) => total + pick(row), 0)
  const [rate, unit] = formats.rate(passRate(results)).split(' ')
  return (
    <StatStrip
      label="All projects"
      stats={[
        { label: 'Projects', value: formats.count(rows.length) },
        { label: 'Monitors', value: formats.count(sum(({ calls }) => calls)) },
        { label: 'Pass rate, 24 h', value: rate, unit },
        {
          label: 'Failing now',
          category: 'FAIL',
          value: <Count value={sum(({ calls_now: now }) => now.fail)} />,
          change: { words: 'by their newest result' },
        },
        { label: 'Runs this month', value: formats.count(runs) },
        { label: 'No data', value: <Count value={sum(({ no_data: silent }) => silent.count)} /> },
      ]}
    />
  )
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Project',
    names: true,
    grows: true,
    cell: ({ project_id: id, name }) => (
      <Act command="project.switch" args={{ project: id }} kind="plain" className={classes.name}>
        <span className="trunc">{name}</span>
      </Act>
    ),
  },
  { id: 'calls', head: 'Monitors', align: 'end', cell: ({ calls }) => <Count value={calls} /> },
  {
    id: 'failing',
    head: 'Failing now',
    align: 'end',
    hide: 's',
    cell: ({ calls_now: now }) => <Count value={now.fail} />,
  },
  {
    id: 'rate',
    head: 'Pass rate, 24 h',
    align: 'end',
    cell: ({ pass_rate_24h: share }) => <PassRate share={share} />,
  },
  {
    id: 'mean',
    head: 'Mean, ms',
    align: 'end',
    hide: 't',
    cell: ({ mean_latency_24h: ms }) => formats.milliseconds(ms),
  },
  {
    id: 'score',
    head: 'Score',
    align: 'end',
    hide: 's',
    cell: ({ score, previous_score: before, score_bands: bands }) => (
      <ScoreBands value={bands}>
        <Score score={score} trend={trendOf(before, score)} />
      </ScoreBands>
    ),
  },
  {
    id: 'worst',
    head: 'Worst monitor',
    hide: 'm',
    cell: ({ project_id: id, worst: [worst] }) =>
      worst ? (
        <Go to="monitor" params={{ callId: worst.call_id }} search={{ project_key_str: id }} className="trunc">
          {worst.name}
        </Go>
      ) : (
        <span className="muted">—</span>
      ),
  },
  {
    id: 'alert',
    head: 'Last alert',
    align: 'end',
    hide: 't',
    cell: ({ last_alert: alert }) => (alert ? <Time at={alert.time} /> : <span className="muted">—</span>),
  },
]
