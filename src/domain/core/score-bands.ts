import type { Problem } from './problem.ts'

/** Healthy, underperforming, unacceptable. */
export type Band = 'green' | 'amber' | 'red'

/** Lowest scores of the amber band (`warning`) and of the green one (`good`). */
export type ScoreBands = { readonly warning: number; readonly good: number }

/** Bands of projects that have not set their own. */
export const USUAL_BANDS: ScoreBands = { warning: 6, good: 8 }

/** The band of a score; null without one. */
export const bandOf = (score: number | null, { warning, good }: ScoreBands): Band | null =>
  score === null ? null : score >= good ? 'green' : score >= warning ? 'amber' : 'red'

/** Rule violations of bands. `field` is the path of the object that holds them. */
export const bandProblems = ({ warning, good }: ScoreBands, field = 'score_bands'): Problem[] => {
  const within = (score: number): boolean => score > 0 && score <= 10
  if (!within(good))
    return [wrong(`${field}.good`, 'The score from which a monitor is healthy must be above 0 and at most 10.')]
  if (!(warning > 0))
    return [wrong(`${field}.warning`, 'The score below which a monitor is unacceptable must be above 0.')]
  return warning < good
    ? []
    : [
        wrong(
          `${field}.warning`,
          'The score below which a monitor is unacceptable must be lower than the one from which it is healthy.',
        ),
      ]
}

const wrong = (field: string, message: string): Problem => ({ field, code: 'invalid', message })

/** The bands that a stored project has. */
export const bandsIn = (doc: Readonly<Record<string, unknown>>): ScoreBands => {
  const { score_bands: stored } = doc
  if (typeof stored !== 'object' || stored === null || !('warning' in stored) || !('good' in stored)) return USUAL_BANDS
  const { warning, good } = stored
  return typeof warning === 'number' && typeof good === 'number' ? { warning, good } : USUAL_BANDS
}
