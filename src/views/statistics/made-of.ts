import { formats } from '../parts/text/format.ts'

/** Facts of an answer about how its figures were made. */
type Made = { readonly count: number; readonly source: 'sums' | 'results' | 'both' }

const FROM: Readonly<Record<Made['source'], string>> = {
  results: 'from the results themselves',
  sums: 'from stored sums',
  both: 'from stored sums, and the ends of the range from results',
}

/** A sentence that says what figures were made of, and how exact their quantiles are. `quantiles`: their names. */
export const madeOf = ({ count, source }: Made, quantiles: { names: string; isExact: boolean } | null): string => {
  const counted = `${formats.count(count)} ${count === 1 ? 'response' : 'responses'}, counted ${FROM[source]}`
  if (!quantiles) return `${counted}. Counts are exact.`
  return quantiles.isExact
    ? `${counted}. All figures are exact.`
    : `${counted}. Counts are exact; ${quantiles.names} are within 1 %.`
}
