import { useCallback, useMemo } from 'react'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Plot } from '../kit/chart/chart-chunk.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Count } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { formats } from '../parts/text/format.ts'
import { Skeleton } from '../parts/text/Loading.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { budgetFigure, burnRateFigure } from './burn-figure.ts'
import { budgetWords, burnWords, leftWords, type SeriesAnswer } from './figures.ts'
import classes from './objectives.module.css'

const HEIGHT_PX = 220
const NARROW_HEIGHT_PX = 200

const downloads = (chart: string) => [
  { command: 'chart.download', args: { chart, format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart, format: 'csv' }, label: 'Figures (CSV)' },
]

const csvOf = ({ data }: SeriesAnswer): string =>
  commaSeparated([
    ['time', 'end', 'eligible', 'bad', 'remaining', 'burn_rate'],
    ...data.map(({ time, end, eligible, bad, remaining, burn_rate }) => [
      time,
      end,
      eligible,
      bad,
      remaining,
      burn_rate,
    ]),
  ])

const stepWords = (seconds: number): string =>
  seconds >= 86_400 ? 'per day' : seconds >= 3_600 ? 'per hour' : `per ${Math.round(seconds / 6) / 10} min`

const StepTable = ({ series, label }: { series: SeriesAnswer; label: string }) => (
  <Table
    label={label}
    dense
    rows={series.data.toReversed()}
    rowId={({ time }) => time}
    rowName={({ time }) => time}
    columns={[
      { id: 'time', head: 'From', names: true, cell: ({ time }) => formats.minute(Date.parse(time)) },
      { id: 'eligible', head: 'Events', align: 'end', cell: ({ eligible }) => <Count value={eligible} /> },
      { id: 'bad', head: 'Bad', align: 'end', cell: ({ bad }) => <Count value={bad} /> },
      { id: 'burn', head: 'Burn rate', align: 'end', cell: ({ burn_rate: rate }) => burnWords(rate) },
      {
        id: 'left',
        head: 'Budget left',
        align: 'end',
        cell: ({ remaining }) => budgetWords(remaining),
      },
    ]}
  />
)

const budgetFinding = ({ meta, data }: SeriesAnswer): string => {
  const left = data.findLast(({ remaining }) => remaining !== null)?.remaining ?? null
  if (left === null) return 'No error budget.'
  const now = `Error budget: ${leftWords(left)}.`
  return meta.forecast.ends === null
    ? now
    : `${now} At the recent rate it ends ${formats.minute(Date.parse(meta.forecast.ends))}.`
}

const burnFinding = ({ data }: SeriesAnswer): string => {
  const fast = data.filter(({ burn_rate: rate }) => rate !== null && rate > 1).length
  const known = data.filter(({ burn_rate: rate }) => rate !== null).length
  return `The burn rate was above 1 in ${fast} of ${known} steps.`
}

/** Burn-down of an objective's error budget with its forecast, and the burn rate of each step; both also as a table. */
export const ObjectiveCharts = ({ id, name, version }: { id: string; name: string; version: string }) => {
  const world = useWorld()
  const theme = useChartTheme()
  const heightPx = useNarrow() ? NARROW_HEIGHT_PX : HEIGHT_PX
  const { data, error, refetch } = useResource('objective.series', { query: { objective: id } })
  const zone = useTicking(() => formats.zone(Date.now()))
  const options = useMemo(() => ({ theme, heightPx, zone }), [theme, heightPx, zone])
  const budget = useMemo(() => data && budgetFigure(data, options), [data, options])
  const burn = useMemo(() => data && burnRateFigure(data, options), [data, options])
  const [budgetName, burnName] = [`budget-${id}`, `burn-${id}`]
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        if (type === 'DOWNLOAD' && format === 'csv' && (chart === budgetName || chart === burnName) && data)
          world.download(`objective-${id}.csv`, 'text/csv', csvOf(data))
      },
      [world, budgetName, burnName, data, id],
    ),
  )
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  const hasBudget = data?.data.some(({ remaining }) => remaining !== null) ?? true
  if (data && !hasBudget) return null
  const per = data ? stepWords(data.meta.step_seconds) : ''
  return (
    <div className={classes.two} key={version}>
      <ChartFrame
        title="Error budget"
        sub={`left, ${zone}`}
        controls={
          <Menu label="Download error budget" icon="download" iconOnly size="small" items={downloads(budgetName)} />
        }
        table={data && <StepTable series={data} label="Error budget" />}
      >
        {data && budget ? (
          <Plot
            name={budgetName}
            fileName={`objective-${id}-budget`}
            picture={[`${name}: error budget`, `left, ${zone}`]}
            heightPx={heightPx}
            data={budget.data}
            layout={budget.layout}
            finding={budgetFinding(data)}
          />
        ) : (
          <Skeleton height={heightPx} />
        )}
      </ChartFrame>
      <ChartFrame
        title="Burn rate"
        sub={`${per}, ${zone}`}
        controls={<Menu label="Download burn rate" icon="download" iconOnly size="small" items={downloads(burnName)} />}
        table={data && <StepTable series={data} label="Burn rate" />}
      >
        {data && burn ? (
          <Plot
            name={burnName}
            fileName={`objective-${id}-burn`}
            picture={[`${name}: burn rate`, `${per}, ${zone}`]}
            heightPx={heightPx}
            data={burn.data}
            layout={burn.layout}
            finding={burnFinding(data)}
          />
        ) : (
          <Skeleton height={heightPx} />
        )}
      </ChartFrame>
    </div>
  )
}
