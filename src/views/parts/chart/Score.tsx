import { classNames } from '../text/class-names.ts'
import { formats } from '../text/format.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './Score.module.css'

export type Trend = 'up' | 'down' | 'same'

const trendWords: Readonly<Record<Trend, string>> = {
  up: 'higher than before',
  down: 'lower than before',
  same: 'as before',
}

/** Direction from an earlier score; null if either is unknown. */
export const trendOf = (before: number | null | undefined, score: number | null): Trend | null =>
  before === null || before === undefined || score === null
    ? null
    : score > before
      ? 'up'
      : score < before
        ? 'down'
        : 'same'
const step = (score: number): string => (score >= 8 ? 'high' : score >= 6 ? 'middle' : 'low')

type ScoreProps = {
  readonly score: number | null
  readonly trend?: Trend | null | undefined
  /** Why there is no score. */
  readonly missing?: string | null | undefined
}

/** Score from 0 to 10 with a bar; null without one. */
export const Score = ({ score, trend, missing }: ScoreProps) =>
  score === null ? (
    <span className="muted" data-tip={missing ?? 'No score yet'}>
      —<span className="sr">{missing ?? 'No score yet'}</span>
    </span>
  ) : (
    <span className={classNames(classes.score, classes[step(score)])}>
      {formats.score(score)}
      {trend && <Icon name={trend} />}
      {trend && <span className="sr">{trendWords[trend]}</span>}
    </span>
  )
