import { DAY_MS, HOUR_MS } from '../core/periods.ts'
import type { FoundSignal } from './signal.ts'

/** The newest results, and those before them that they are compared with, in milliseconds. */
export const CHANGE_WINDOWS = { newest: 3 * HOUR_MS, baseline: 7 * DAY_MS } as const

/** Fewer results say nothing: a single slow call of five is no change. */
const LEAST_NEWEST = 10
const LEAST_BASELINE = 50
/** A mean this small doubles by chance. */
const LEAST_SLOWER_MS = 20

/** Counts of results in a window, and the milliseconds of those with a response. */
export type ChangeFigures = {
  readonly pass: number
  readonly slow: number
  readonly warning: number
  readonly fail: number
  readonly answered: number
  readonly sumMs: number
}

type Change = Pick<FoundSignal, 'level' | 'text' | 'calm'> & { readonly limit: 'slower_percent' | 'lower_points' }

const countOf = ({ pass, slow, warning, fail }: ChangeFigures): number => pass + slow + warning + fail
const meanOf = ({ answered, sumMs }: ChangeFigures): number => sumMs / answered
/** Percent of results that passed, slow ones included. */
const passRateOf = (figures: ChangeFigures): number => (100 * (figures.pass + figures.slow)) / countOf(figures)

/** Changes of a monitor for the worse against the baseline: slower in percent of its mean, and its pass rate in percentage points. */
export const changesOf = (name: string, newest: ChangeFigures, baseline: ChangeFigures): Change[] => {
  const changes: Change[] = []
  if (newest.answered >= LEAST_NEWEST && baseline.answered >= LEAST_BASELINE) {
    const [mean, usual] = [meanOf(newest), meanOf(baseline)]
    const percent = usual > 0 ? (100 * (mean - usual)) / usual : 0
    if (percent > 0 && mean - usual >= LEAST_SLOWER_MS)
      changes.push({
        limit: 'slower_percent',
        level: percent,
        text: `${name} is ${Math.round(percent)} % slower than before: ${Math.round(mean)} ms on average over the last 3 h, and ${Math.round(usual)} ms over the week before.`,
        calm: `${name} is as fast as before again.`,
      })
  }
  if (countOf(newest) >= LEAST_NEWEST && countOf(baseline) >= LEAST_BASELINE) {
    const [rate, usual] = [passRateOf(newest), passRateOf(baseline)]
    if (usual > rate)
      changes.push({
        limit: 'lower_points',
        level: usual - rate,
        text: `${name} passes less often than before: ${rate.toFixed(1)} % of its runs over the last 3 h, and ${usual.toFixed(1)} % over the week before.`,
        calm: `${name} passes as often as before again.`,
      })
  }
  return changes
}
