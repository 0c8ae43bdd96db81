import { useMemo } from 'react'
import { useLocationName } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
import { ChartCard, type ChartColumn } from '../kit/chart/ChartCard.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { Go } from '../parts/act/Go.tsx'
import { useLinks } from '../parts/act/links.ts'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { type Outlier, outlierFigure, outlierFinding } from './outlier-figure.ts'
import type { InsightsReport } from './report.ts'

const HEIGHT_PX = 300

/** Unusually slow runs of a report's period, each a mark that leads to its result; farthest from the median first in the table. */
export const OutlierChart = ({ report, callId }: { report: InsightsReport; callId: string }) => {
  const { start, end, insights_id: id } = report
  const nameOf = useLocationName()
  const links = useLinks()
  const theme = useChartTheme()
  const { data, error, refetch } = useResource('insights.outliers', { params: { id } })
  const rows = useMemo(() => data?.results.toSorted((a, b) => b.z - a.z), [data])
  const zone = useTicking(() => formats.zone(Date.parse(end)))
  const figure = useMemo(
    () =>
      outlierFigure(data?.results ?? [], {
        start,
        end,
        theme,
        nameOf,
        hrefOf: (resultId) => links.href('result', { resultId }),
      }),
    [data, start, end, theme, nameOf, links],
  )
  const columns = useMemo(
    (): readonly ChartColumn<Outlier>[] => [
      {
        id: 'time',
        head: 'Time',
        names: true,
        value: ({ time }) => time,
        cell: ({ result_id: resultId, time }) => (
          <Go to="result" params={{ resultId }}>
            <Time at={time} />
          </Go>
        ),
      },
      {
        id: 'location',
        head: 'Location',
        hide: 's',
        isFigure: false,
        value: ({ location_id }) => location_id,
        cell: ({ location_id }) => nameOf(location_id),
      },
      {
        id: 'latency_ms',
        head: 'Latency, ms',
        value: ({ latency }) => latency,
        cell: ({ latency }) => formats.milliseconds(latency),
      },
      {
        id: 'median_ms',
        head: 'Median, ms',
        value: ({ median }) => median,
        cell: ({ median }) => formats.milliseconds(median),
      },
      { id: 'z', head: 'z', hide: 's', value: ({ z }) => z, cell: ({ z }) => z.toFixed(1) },
    ],
    [nameOf],
  )
  const many = report.outliers === 1 ? '1 unusually slow run' : `${formats.count(report.outliers)} unusually slow runs`
  const shown = rows && rows.length < report.outliers ? `, the ${formats.count(rows.length)} farthest shown` : ''
  return (
    <ChartCard
      name="outliers"
      title="Outliers"
      sub={`${many}${shown}; ms, total, ${zone}`}
      fileName={`outliers-${callId}`}
      rows={rows}
      rowId={({ result_id }) => result_id}
      columns={columns}
      figure={figure}
      finding={outlierFinding(data?.results ?? [], nameOf)}
      heightPx={HEIGHT_PX}
      empty="No passed run was unusually slow."
      error={error}
      refetch={refetch}
    />
  )
}
