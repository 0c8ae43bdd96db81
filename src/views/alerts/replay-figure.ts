import type { Data, Layout } from 'plotly.js'
import type { ReplayPicture } from '../../../machines/alerts/replay.ts'
import type { ReplayGroup } from '../../domain/alerts/replay-tally.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { DATE_TICKS } from '../kit/chart/date-ticks.ts'

/** Names of the groups, in the order of their bars. */
export const GROUP_NAMES: Readonly<Record<ReplayGroup, string>> = {
  fired: 'Alerts',
  repeated: 'Repeats',
  recovered: 'Recoveries',
  held: 'Held back',
}

type Bucket = ReplayPicture['buckets'][number]

/** Buckets are hours or days of UTC: their times are drawn as they are. */
const utcOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** Share of the height for messages; results about which nothing was sent are far more, and have a scale of their own. */
const SPLIT = 0.36

/**
 * Plotly figure: messages of each day, stacked; below, the results about which the rule stayed quiet. `beside`: the picture that it is
 * compared with.
 */
export const replayFigure = (
  { buckets, from, to, step_seconds }: ReplayPicture,
  { theme, beside = null }: { theme: ChartTheme; beside?: ReplayPicture | null },
): { data: Data[]; layout: Partial<Layout> } => {
  const stepMs = step_seconds * 1_000
  // Two charts side by side have one scale and one legend.
  const all = [...buckets, ...(beside?.buckets ?? [])]
  const x = buckets.map(({ time }) => utcOf(Date.parse(time) + stepMs / 2))
  const bars = (group: ReplayGroup, color: string, shape: '' | '/' | '.'): Data => ({
    type: 'bar',
    name: GROUP_NAMES[group],
    x,
    showlegend: all.some((bucket) => bucket[group] > 0),
    y: buckets.map((bucket: Bucket) => bucket[group]),
    width: stepMs * 0.8,
    yaxis: group === 'held' ? 'y2' : 'y',
    // Bars differ not by colour alone.
    marker: { color, ...(shape !== '' && { pattern: { shape, size: 5, solidity: 0.35 } }) },
    hovertemplate: '%{y}',
  })
  const most = (of: (bucket: Bucket) => number) => all.reduce((high, bucket) => Math.max(high, of(bucket)), 0)
  const sent = most(({ fired, repeated, recovered }) => fired + repeated + recovered)
  const axis = { fixedrange: true, nticks: 4, tickformat: ',d' }
  return {
    data: [
      bars('fired', theme.categories.FAIL, ''),
      bars('repeated', theme.categories.WARNING, '/'),
      bars('recovered', theme.categories.PASS, '.'),
      bars('held', theme.limit, ''),
    ],
    layout: {
      barmode: 'stack',
      showlegend: true,
      legend: { orientation: 'h', x: 0, y: 1.02, yanchor: 'bottom', traceorder: 'normal' },
      xaxis: {
        type: 'date',
        range: [utcOf(Date.parse(from)), utcOf(Math.max(Date.parse(to), Date.parse(from) + buckets.length * stepMs))],
        fixedrange: true,
        hoverformat: stepMs >= 86_400_000 ? '%-d %b, UTC' : '%-d %b, %H:00 UTC',
        anchor: 'y2',
        nticks: 8,
        ...DATE_TICKS,
      },
      yaxis: { ...axis, domain: [SPLIT, 1], range: [0, Math.max(4, sent) * 1.08] },
      yaxis2: {
        ...axis,
        domain: [0, SPLIT - 0.1],
        nticks: 2,
        range: [
          0,
          Math.max(
            2,
            most(({ held }) => held),
          ) * 1.08,
        ],
      },
      margin: { l: 48, r: 16, t: 32, b: 32 },
    },
  }
}
