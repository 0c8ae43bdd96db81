import { Count } from '../parts/chart/Figure.tsx'
import { StatStrip } from '../parts/chart/StatStrip.tsx'
import type { Category } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import classes from './HomeScreen.module.css'
import { ratedOf, type Synopsis } from './synopsis.ts'

const parts: readonly {
  readonly key: keyof Synopsis['results_24h']
  readonly category: Category
  readonly label: string
}[] = [
  { key: 'pass', category: 'PASS', label: 'Passed' },
  { key: 'slow', category: 'SLOW', label: 'Slow' },
  { key: 'warning', category: 'WARNING', label: 'Warning' },
  { key: 'fail', category: 'FAIL', label: 'Failed' },
]

/** Results of the last 24 hours as figures and a bar. */
export const Day = ({ synopsis }: { synopsis: Synopsis }) => {
  const { results_24h: results, pass_rate_24h: rate, mean_latency_24h } = synopsis
  const total = parts.reduce((sum, { key }) => sum + results[key], 0)
  const [figure, unit] = formats.rate(rate).split(' ')
  return (
    <section className={classes.day} aria-label="The last 24 hours">
      <StatStrip
        stats={[
          {
            label: 'Pass rate, 24 h',
            value: figure,
            unit,
            change: { words: rateWords(results, total) },
          },
          ...parts.map(({ key, category, label }) => ({
            label,
            category,
            value: <Count value={results[key]} />,
            change: { words: results[key] === 0 ? 'none' : `${formats.rate(results[key] / total)} of all` },
          })),
          {
            label: 'Mean latency',
            value: formats.milliseconds(mean_latency_24h),
            ...(mean_latency_24h !== null && { unit: 'ms' }),
            change: { words: 'of runs that got an answer' },
          },
        ]}
      />
      {total > 0 && (
        <div className={classes.bar} role="img" aria-label={sentenceOf(results, total)}>
          {parts
            .filter(({ key }) => results[key] > 0)
            .map(({ key }) => (
              <span key={key} className={classes[key]} style={{ flexGrow: results[key] }} />
            ))}
        </div>
      )}
    </section>
  )
}

const counted = (total: number): string => (total === 1 ? '1 result' : `${formats.count(total)} results`)

/** The results that the pass rate is of: warnings do not count. */
const rateWords = (results: Synopsis['results_24h'], total: number): string => {
  if (total === 0) return 'no results yet'
  return results.warning === 0 ? `of ${counted(total)}` : `of ${counted(ratedOf(results))} without warnings`
}

const sentenceOf = (results: Synopsis['results_24h'], total: number): string =>
  `Of ${counted(total)}: ${parts.map(({ key, label }) => `${formats.count(results[key])} ${label.toLowerCase()}`).join(', ')}`
