import { useEffect } from 'react'
import { useArrival } from '../core/use-arrival.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Count, Latency, PassRate, Rate } from '../parts/chart/Figure.tsx'
import { Score } from '../parts/chart/Score.tsx'
import { ScoreBands } from '../parts/chart/score-bands.ts'
import { TooltipLayer } from '../parts/overlay/Tooltip.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Loading, Skeleton } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import type { Group } from './figures-columns.tsx'
import { ReportFiguresView, scopeWords } from './ReportFiguresView.tsx'
import classes from './reports.module.css'
import { usePrinting } from './use-printing.ts'

/** Asks search engines to leave the page out, for as long as it is shown. */
const useNoIndex = (): void =>
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'robots'
    meta.content = 'noindex'
    document.head.append(meta)
    return () => meta.remove()
  }, [])

const Scores = ({ token, callId, name }: { token: string; callId: string; name: string }) => {
  const { data, error } = useResource('report.public-insights', { params: { report: token, call: callId } })
  if (error) return null
  return (
    <Card title={`Weekly scores: ${name}`} flush>
      {!data ? (
        <Skeleton height={120} />
      ) : data.results.length === 0 ? (
        <p className={classes.none}>No week is over yet in which it ran.</p>
      ) : (
        <Table
          label={`Weekly scores: ${name}`}
          dense
          rows={data.results}
          rowId={({ start }) => start}
          rowName={({ start }) => start}
          columns={[
            {
              id: 'week',
              head: 'Week from, UTC',
              names: true,
              cell: ({ start }) => formats.utc(Date.parse(start)).replace(/, .*/, ''),
            },
            { id: 'rate', head: 'Pass rate', align: 'end', cell: ({ pass_rate }) => <PassRate share={pass_rate} /> },
            {
              id: 'outliers',
              head: 'Outliers',
              align: 'end',
              hide: 's',
              cell: ({ outlier_rate }) => <Rate share={outlier_rate} />,
            },
            { id: 'median', head: 'Median', align: 'end', cell: ({ median }) => <Latency ms={median} /> },
            { id: 'p95', head: 'p95', align: 'end', hide: 's', cell: ({ p95 }) => <Latency ms={p95} /> },
            { id: 'count', head: 'Count', align: 'end', hide: 's', cell: ({ count }) => <Count value={count} /> },
            {
              id: 'score',
              head: 'Score',
              align: 'end',
              cell: ({ score, missing }) => <Score score={score} missing={missing} />,
            },
          ]}
        />
      )}
    </Card>
  )
}

/** Page of a public link: a report's names and figures, without a sign-in. */
const PublicReportScreen = () => {
  const { params, search } = useCurrentRoute()
  const { token = '' } = params
  const { data, error, status } = useResource('report.public', { params: { report: token } })
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle(data?.name)
  useArrival()
  useNoIndex()
  usePrinting()
  if (!data) {
    if (error)
      return (
        <Front
          title={error.status === 404 ? 'This link leads to no report' : 'This report did not load'}
          lead={
            error.status === 404
              ? 'It is incomplete, or the report is not public any more. Ask the person who gave it to you.'
              : error.message
          }
        >
          {null}
        </Front>
      )
    return isSlow ? <Loading label="Report" /> : null
  }
  const rows = data.groups.flatMap((group) => group.rows)
  const chosen = rows.find(({ call_id }) => call_id === search.monitor)
  const nameOf = (row: Group['rows'][number]) =>
    row.missing ? (
      row.label
    ) : (
      <Go
        to="public-report"
        params={{ token }}
        search={{ monitor: row.call_id === search.monitor ? null : row.call_id }}
      >
        {row.label}
      </Go>
    )
  return (
    <ScoreBands value={data.meta.score_bands}>
      <main className={classes.public} id="main" tabIndex={-1}>
        <PageHead title={data.name} lead={scopeWords(data)} actions={<Act command="report.print" />} />
        {data.description && <p className="lead">{data.description}</p>}
        <ReportFiguresView figures={data} nameOf={nameOf} />
        {chosen && <Scores token={token} callId={chosen.call_id} name={chosen.label} />}
        <TooltipLayer />
      </main>
    </ScoreBands>
  )
}

export default PublicReportScreen
