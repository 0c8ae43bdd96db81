import { type Band, bandOf } from '../../../domain/core/score-bands.ts'
import { classNames } from '../text/class-names.ts'
import { formats } from '../text/format.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './Score.module.css'
import { useScoreBands } from './score-bands.ts'

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

/** Classes of bands, and what screen readers say of them. */
const BANDS: Readonly<Record<Band, { readonly step: string; readonly words: string }>> = {
  green: { step: 'high', words: 'healthy' },
  amber: { step: 'middle', words: 'underperforming' },
  red: { step: 'low', words: 'unacceptable' },
}

type ScoreProps = {
  readonly score: number | null
  readonly trend?: Trend | null | undefined
  /** Why there is no score. */
  readonly missing?: string | null | undefined
}

/** Score from 0 to 10 with the bar of its band; null without one. */
export const Score = ({ score, trend, missing }: ScoreProps) => {
  const bands = useScoreBands()
  const band = bandOf(score, bands)
  return band === null ? (
    <span className="muted" data-tip={missing ?? 'No score yet'}>
      —<span className="sr">{missing ?? 'No score yet'}</span>
    </span>
  ) : (
    <span className={classNames(classes.score, classes[BANDS[band].step])} data-tip={BANDS[band].words}>
      {formats.score(score)}
      <span className="sr">, {BANDS[band].words}</span>
      {trend && <Icon name={trend} />}
      {trend && <span className="sr">{trendWords[trend]}</span>}
    </span>
  )
}
