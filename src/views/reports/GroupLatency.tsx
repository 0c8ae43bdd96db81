import { useMemo, useState } from 'react'
import { largestOf } from '../../domain/core/extremes.ts'
import { useWorld } from '../core/use-world.ts'
import { Plot } from '../kit/chart/chart-chunk.tsx'
import { pictureTitle, useChartSubject } from '../kit/chart/chart-subject.ts'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Bytes, Latency } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { useTicking } from '../parts/text/ticker.ts'
import { windowWords } from '../statistics/chart-period.ts'
import { latencyFigure } from '../statistics/latency-figure.ts'
import { evenValues } from '../statistics/value-axis.ts'
import { chartWindow, type GroupChartProps, type GroupSeries, useGroupSeries } from './group-chart.ts'
import { groupFinding, groupLines } from './group-lines.ts'
import { METRIC_WORDS } from './metric-words.ts'

const HEIGHT_PX = 320
const NARROW_HEIGHT_PX = 240
/** More lines than this cannot be told apart. */
const FIRST_LINES = 5
/** Characters of a line's name at its end, and the room for them. */
const NAME_ROOM = { wide: { most: 24, px: 176 }, narrow: { most: 12, px: 92 } } as const

const shortened = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name

type Kind = 'latency' | 'size'
const TITLES: Readonly<Record<Kind, string>> = { latency: 'Latency', size: 'Response size' }

type LinesProps = GroupChartProps & { readonly series: GroupSeries; readonly kind: Kind }

const Lines = ({ reportId, groupId, series: { meta, results }, kind }: LinesProps) => {
  const world = useWorld()
  const subject = useChartSubject()
  const theme = useChartTheme()
  const narrow = useNarrow()
  const [isAll, showAll] = useState(false)
  const lines = useMemo(() => groupLines(results, meta.interval), [results, meta.interval])
  const shown = isAll ? lines : lines.slice(0, FIRST_LINES)
  const heightPx = narrow ? NARROW_HEIGHT_PX : HEIGHT_PX
  const period = useMemo(() => chartWindow(meta, meta.words), [meta])
  const zone = useTicking(() => formats.zone(period.toMs))
  const room = narrow ? NAME_ROOM.narrow : NAME_ROOM.wide
  const figure = useMemo(() => {
    const drawn = latencyFigure(shown, [], { period, theme, log: false, heightPx, zone })
    const { annotations = [], margin, ...layout } = drawn.layout
    const names = annotations.map((one) => ({ ...one, text: shortened(one.text ?? '', room.most) }))
    const placed = { ...layout, annotations: names, margin: { ...margin, r: room.px } }
    if (kind === 'latency') return { data: drawn.data, layout: placed }
    const ticks = evenValues(largestOf([1, ...shown.flatMap(({ values }) => values.map((value) => value ?? 0))]), 4)
    return {
      data: drawn.data.map((one, at) => ({
        ...one,
        text: (shown[at]?.values ?? []).map((value) => formats.bytes(value)),
        hovertemplate: '%{text}',
      })),
      layout: {
        ...placed,
        yaxis: { ...placed.yaxis, tickvals: ticks, ticktext: ticks.map((bytes) => formats.bytes(bytes)) },
      },
    }
  }, [shown, period, theme, heightPx, zone, room, kind])
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
  const sub = `${kind === 'size' ? 'bytes' : `ms, ${METRIC_WORDS[meta.metric]}`}, p${Math.round(meta.quantile * 100)}, ${meta.words}, ${zone}`
  return (
    <ChartFrame
      title={TITLES[kind]}
      sub={sub}
      controls={
        <>
          {lines.length > FIRST_LINES && (
            <FormButton
              kind="ghost"
              size="small"
              icon={isAll ? 'chevron-up' : 'chevron-down'}
              label={isAll ? `First ${FIRST_LINES}` : `All ${lines.length}`}
              onPress={() => showAll(!isAll)}
            />
          )}
          <Menu
            label={`Download ${TITLES[kind].toLowerCase()}`}
            icon="download"
            iconOnly
            size="small"
            items={[
              { command: 'chart.download', args: { chart: `report-${kind}`, format: 'png' }, label: 'Picture (PNG)' },
              { command: 'report.download', args: { report: reportId, group: groupId }, label: 'Figures (CSV)' },
            ]}
          />
        </>
      }
      table={
        <Table
          label={TITLES[kind]}
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
              cell: (time: string) =>
                kind === 'size' ? <Bytes size={byTime[at]?.get(time)} /> : <Latency ms={byTime[at]?.get(time)} />,
            })),
          ]}
        />
      }
    >
      <Plot
        name={`report-${kind}`}
        fileName={`report-${kind}`}
        picture={pictureTitle(subject, TITLES[kind], sub, windowWords(period.fromMs, period.toMs))}
        heightPx={heightPx}
        data={figure.data}
        layout={figure.layout}
        finding={groupFinding(lines, kind === 'size' ? formats.bytes : formats.latency)}
        onLink={world.goTo}
      />
    </ChartFrame>
  )
}

/** Latency of a group's monitors over time: a line for each. */
export const GroupLatency = (props: GroupChartProps) => (
  <Loaded of={useGroupSeries(props, 'latency')} page={false} label="Chart">
    {(series) => <Lines {...props} series={series} kind="latency" />}
  </Loaded>
)

/** Response sizes of a group's monitors over time: a line for each. */
export const GroupSizes = (props: GroupChartProps) => (
  <Loaded of={useGroupSeries(props, 'size')} page={false} label="Chart">
    {(series) => <Lines {...props} series={series} kind="size" />}
  </Loaded>
)
