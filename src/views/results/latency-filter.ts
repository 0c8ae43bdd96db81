import { latencyIn, type ResultQuery } from '../../commands/results/result-query.ts'
import type { Filter } from '../kit/list/filter.ts'
import { bucketWords } from '../statistics/histogram-figure.ts'

const CHOSEN = 'chosen'

/** Latencies in words: "128 to 131 ms", "over 2,000 ms". */
const latencyWords = ({ latency_above: above, latency_up_to: upTo }: ReturnType<typeof latencyIn>): string => {
  if (upTo === undefined)
    return `over ${bucketWords({ from_ms: above ?? 0, to_ms: above ?? 0 }).replace(/^.* to /, '')}`
  return bucketWords({ from_ms: above ?? 0, to_ms: upTo })
}

/** Filters by the latency that a bar of a histogram stands for: above one border and up to the other. */
export const latencyFilter = (): Filter<unknown, Pick<ResultQuery, 'latency_above' | 'latency_up_to'>> => ({
  name: 'above',
  label: 'Latency',
  control: 'one',
  replaces: ['up_to'],
  onlyChosen: true,
  options: (_, search) => [{ value: CHOSEN, label: latencyWords(latencyIn(search)) }],
  chosen: (search) => (Object.keys(latencyIn(search)).length > 0 ? [CHOSEN] : []),
  asks: latencyIn,
})
