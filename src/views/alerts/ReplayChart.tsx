import { useMemo } from 'react'
import type { ReplayPicture } from '../../../machines/alerts/replay.ts'
import type { ReplayGroup } from '../../domain/alerts/replay-tally.ts'
import { ChartCard, type ChartColumn } from '../kit/chart/ChartCard.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { GROUP_NAMES, replayFigure } from './replay-figure.ts'
import { replayFinding } from './replay-words.ts'

const HEIGHT_PX = 300
const NARROW_HEIGHT_PX = 260

type Bucket = ReplayPicture['buckets'][number]

const count = (group: ReplayGroup): ChartColumn<Bucket> => ({
  id: group,
  head: GROUP_NAMES[group],
  value: (bucket) => bucket[group],
})

const columnsOf = (isDaily: boolean): readonly ChartColumn<Bucket>[] => [
  {
    id: 'time',
    head: isDaily ? 'Day, UTC' : 'Hour, UTC',
    names: true,
    value: ({ time }) => (isDaily ? time.slice(0, 10) : time.slice(0, 16).replace('T', ' ')),
  },
  count('fired'),
  count('repeated'),
  count('recovered'),
  count('held'),
]

const never = () => {}

type ReplayChartProps = {
  readonly picture: ReplayPicture
  /** The picture that it is compared with. */
  readonly beside: ReplayPicture | null
  readonly title: string
  /** Name used by commands, where two charts stand side by side. */
  readonly name?: string
}

/** Messages that a rule would have sent, by day, as chart and table. */
export const ReplayChart = ({ picture, beside, title, name = 'replay' }: ReplayChartProps) => {
  const theme = useChartTheme()
  const heightPx = useNarrow() ? NARROW_HEIGHT_PX : HEIGHT_PX
  const figure = useMemo(() => replayFigure(picture, { theme, beside }), [picture, beside, theme])
  const isDaily = picture.step_seconds >= 86_400
  const columns = useMemo(() => columnsOf(isDaily), [isDaily])
  const rows = useMemo(() => picture.buckets.toReversed(), [picture])
  return (
    <ChartCard
      name={name}
      title={title}
      sub={`messages per ${isDaily ? 'day' : 'hour'}, UTC`}
      fileName={name}
      rows={rows}
      rowId={({ time }) => time}
      columns={columns}
      figure={figure}
      finding={replayFinding(picture)}
      heightPx={heightPx}
      refetch={never}
    />
  )
}
