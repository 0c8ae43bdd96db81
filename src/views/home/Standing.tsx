import { Count } from '../parts/chart/Figure.tsx'
import { Score, trendOf } from '../parts/chart/Score.tsx'
import { type Stat, StatStrip } from '../parts/chart/StatStrip.tsx'
import type { Category } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import type { Synopsis } from './synopsis.ts'

const tiles: readonly {
  readonly key: 'pass' | 'slow' | 'warning' | 'fail'
  readonly category: Category
  readonly label: string
}[] = [
  { key: 'pass', category: 'PASS', label: 'Passing' },
  { key: 'slow', category: 'SLOW', label: 'Slow' },
  { key: 'warning', category: 'WARNING', label: 'Warning' },
  { key: 'fail', category: 'FAIL', label: 'Failing' },
]

/** Monitors by their newest result, and the score of the project. */
export const Standing = ({
  synopsis: { calls, calls_now: now, score, previous_score: before },
}: {
  synopsis: Synopsis
}) => {
  const stats: Stat[] = [
    {
      label: 'Monitors',
      value: formats.count(calls),
      change: { words: now.other === 0 ? 'by their newest result' : `${formats.count(now.other)} without a result` },
    },
    ...tiles.map(({ key, category, label }) => ({
      label,
      category,
      value: <Count value={now[key]} />,
      change: { words: now[key] === 0 ? 'none' : `${formats.rate(now[key] / calls)} of all` },
    })),
    {
      label: 'Score',
      value: <Score score={score} trend={trendOf(before, score)} missing="The project has no score of last week." />,
      change: {
        words:
          score === null ? 'none of last week' : before === null ? 'of last week' : `after ${formats.score(before)}`,
      },
    },
  ]
  return <StatStrip label="Monitors now" stats={stats} />
}
