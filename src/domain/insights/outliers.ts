import { concatenated, MARK, middleOf, type Series, selected } from './series.ts'

/** Usual latency of a location: median and spread of the logarithm of its latencies. */
export type Usual = { readonly medianMs: number; readonly logMedian: number; readonly spread: number }

/** Fewer latencies say nothing about what is usual. */
const LEAST_VALUES = 30
/** The factor that makes the median absolute deviation of normally distributed values their standard deviation. */
const NORMAL = 1.4826
/** Smallest spread: about 5 %. Very steady latencies would otherwise make outliers of differences that nobody notices. */
const LEAST_SPREAD = 0.05
/** Iglewicz and Hoaglin (1993): values beyond this robust z are outliers. */
const FAR = 3.5
/** An outlier is slower than the median by at least this, in milliseconds. */
const LEAST_EXCESS_MS = 25
/** Smallest latency: a logarithm needs more than 0. */
const LEAST_MS = 0.001

const logOf = (ms: number): number => Math.log(Math.max(ms, LEAST_MS))

/** Returns the usual latency of a location from its latencies, in any order; null without values. */
export const usualOf = (latencies: Float64Array): Usual | null => {
  const logs = latencies.map(logOf).sort()
  const logMedian = middleOf(logs)
  if (logMedian === null) return null
  const deviations = logs.map((log) => Math.abs(log - logMedian)).sort()
  const spread = Math.max(NORMAL * (middleOf(deviations) ?? 0), LEAST_SPREAD)
  return { medianMs: Math.exp(logMedian), logMedian, spread }
}

/** Distance from the median in robust standard deviations of the logarithm (median and MAD). */
export const distance = (usual: Usual, ms: number): number => (logOf(ms) - usual.logMedian) / usual.spread

export type Judgement = 'usual' | 'outlier' | 'fast'

/** Judges a latency by what is usual. `fast` is unusually fast, which is noted but costs nothing. */
export const judgement = (usual: Usual, ms: number): Judgement => {
  const z = distance(usual, ms)
  if (z > FAR && ms - usual.medianMs >= LEAST_EXCESS_MS) return 'outlier'
  return z < -FAR ? 'fast' : 'usual'
}

/** Whether a result has a latency that can be an outlier: it passed, slowly or not. */
export const isTimed = ({ mark, answered }: Series, index: number): boolean =>
  (mark[index] === MARK.pass || mark[index] === MARK.slow) && answered[index] === 1

/** Latencies of the results of a series that passed. */
const passedLatencies = (series: Series): Float64Array => selected(series.total, (index) => isTimed(series, index))

/**
 * Returns what is usual at each location, by its key: from its own latencies of the reference window if there are 30, else from those of
 * the same cloud, else from all. Locations without a reference are absent. Yields between locations, because sorting takes time.
 */
export function* usualByLocation(all: readonly Series[]): Generator<void, Map<number, Usual>> {
  const latencies = new Map(all.map((series) => [series.place.key, passedLatencies(series)]))
  const pools = new Map<string, Usual | null>()
  const pooled = (name: string, of: readonly Series[]): Usual | null => {
    const known = pools.get(name)
    if (known !== undefined) return known
    const values = concatenated(of.map(({ place }) => latencies.get(place.key) ?? new Float64Array()))
    const usual = values.length >= LEAST_VALUES ? usualOf(values) : null
    pools.set(name, usual)
    return usual
  }
  const found = new Map<number, Usual>()
  for (const { place } of all) {
    const usual =
      pooled(
        `location ${place.key}`,
        all.filter((one) => one.place.key === place.key),
      ) ??
      (place.cloud === ''
        ? null
        : pooled(
            `cloud ${place.cloud}`,
            all.filter((one) => one.place.cloud === place.cloud),
          )) ??
      pooled('all', all)
    if (usual) found.set(place.key, usual)
    yield
  }
  return found
}
