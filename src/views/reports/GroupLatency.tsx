import { Suspense, useMemo, useState } from 'react'
import { useWorld } from '../core/use-world.ts'
import { Plot } from '../kit/chart/chart-chunk.ts'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Latency } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { Skeleton } from '../parts/text/Loading.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import type { ChartPeriod } from '../statistics/chart-period.ts'
import { latencyFigure } from '../statistics/latency-figure.ts'
import { groupFinding, groupLines } from './group-lines.ts'
import { METRIC_WORDS } from './metric-words.ts'
import type { GroupChartProps } from './ReportGraphScreen.tsx'

const HEIGHT_PX = 320
const NARROW_HEIGHT_PX = 240
/** More lines than this cannot be told apart. */
const FIRST_LINES = 5
/** Characters of a line's name at its end, and the room for them. */
const NAME_ROOM = { wide: { most: 24, px: 176 }, narrow: { most: 12, px: 92 } } as const

const shortened = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name

/** Latency of a group's monitors over time: a line for each. */
export const GroupLatency = ({ reportId, groupId, series: { meta, results } }: GroupChartProps) => {
  const world = useWorld()
  const theme = useChartTheme()
  const narrow = useNarrow()
  const [isAll, showAll] = useState(false)
  const lines = useMemo(() => groupLines(results, meta.interval), [results, meta.interval])
  const shown = isAll ? lines : lines.slice(0, FIRST_LINES)
  const heightPx = narrow ? NARROW_HEIGHT_PX : HEIGHT_PX
  const period = useMemo(
    (): ChartPeriod => ({
      range: 'custom',
      fromMs: Date.parse(meta.start),
      toMs: Date.parse(meta.end),
      start: meta.start,
      end: meta.end,
      words: meta.words,
      before: 'the period before',
    }),
    [meta],
  )
  const zone = useTicking(() => formats.zone(period.toMs))
  const room = narrow ? NAME_ROOM.narrow : NAME_ROOM.wide
  const figure = useMemo(() => {
    const drawn = latencyFigure(shown, [], { period, theme, log: false, heightPx, zone })
    const { annotations = [], margin, ...layout } = drawn.layout
    const names = annotations.map((one) => ({ ...one, text: shortened(one.text ?? '', room.most) }))
    return { data: drawn.data, layout: { ...layout, annotations: names, margin: { ...margin, r: room.px } } }
  }, [shown, period, theme, heightPx, zone, room])
  const times = useMemo(
    () => [...new Set(results.flatMap(({ points }) => points.map(({ time }) => time)))].sort(),
    [results],
  )
  const byTime = useMemo(
    () => results.map(({ points }) => new Map(points.map(({ time, value }) => [time, value]))),
    [results],
  )
  if (times.length === 0)
    return <EmptyState title="No results in this period">Its monitors did not run, or were added later.</EmptyState>
  return (
    <ChartFrame
      title="Latency"
      sub={`ms, ${METRIC_WORDS[meta.metric]}, p${Math.round(meta.quantile * 100)}, ${meta.words}, ${zone}`}
      controls={
        lines.length > FIRST_LINES && (
          <FormButton
            kind="ghost"
            size="small"
            icon={isAll ? 'chevron-up' : 'chevron-down'}
            label={isAll ? `First ${FIRST_LINES}` : `All ${lines.length}`}
            onPress={() => showAll(!isAll)}
          />
        )
      }
      downloading={{ command: 'report.download', args: { report: reportId, group: groupId } }}
      table={
        <Table
          label="Latency"
          dense
          rows={times.toReversed()}
          rowId={(time) => time}
          rowName={(time) => time}
          columns={[
            { id: 'time', head: 'From', names: true, cell: (time) => formats.minute(Date.parse(time)) },
            ...results.map(({ id, label }, at) => ({
              id,
              head: label,
              align: 'end' as const,
              cell: (time: string) => <Latency ms={byTime[at]?.get(time)} />,
            })),
          ]}
        />
      }
    >
      <Suspense fallback={<Skeleton height={heightPx} />}>
        <Plot
          name="report-latency"
          fileName="report-latency"
          heightPx={heightPx}
          data={figure.data}
          layout={figure.layout}
          finding={groupFinding(lines)}
          onLink={world.goTo}
        />
      </Suspense>
    </ChartFrame>
  )
}
