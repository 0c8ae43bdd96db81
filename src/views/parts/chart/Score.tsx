import { classNames } from '../text/class-names.ts'
import { formats } from '../text/format.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './Score.module.css'

export type Trend = 'up' | 'down' | 'same'

const trendWords: Readonly<Record<Trend, string>> = {
  up: 'up since last week',
  down: 'down since last week',
  same: 'unchanged since last week',
}
const step = (score: number): string => (score >= 8 ? 'high' : score >= 6 ? 'middle' : 'low')

/** Score from 0 to 10 with a bar; null without one. */
export const Score = ({ score, trend }: { score: number | null; trend?: Trend | null | undefined }) =>
  score === null ? (
    <span className="muted" data-tip="No score yet">
      —
    </span>
  ) : (
    <span className={classNames(classes.score, classes[step(score)])}>
      {formats.score(score)}
      {trend && <Icon name={trend} />}
      {trend && <span className="sr">{trendWords[trend]}</span>}
    </span>
  )
