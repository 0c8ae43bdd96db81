import type { SubScoreName } from './formula.ts'
import type { Report } from './report.ts'
import { countWords, msWords, percentWords, timesWords } from './words.ts'

/** Change of a ratio around 1, such as `12 % slower`. */
export const driftWords = (ratio: number): string => {
  const percent = Math.round(Math.abs(ratio - 1) * 100)
  if (percent === 0) return 'as fast as'
  return `${percent} % ${ratio > 1 ? 'slower' : 'faster'} than`
}

type Words = (report: Report, locationName: (key: number) => string) => string

const WORDS: Readonly<Record<SubScoreName, Words>> = {
  pass_rate: ({ all, coverage }) =>
    all.fail === 0
      ? `None of ${countWords(coverage.count, 'run')} failed.`
      : `${percentWords(all.fail / coverage.count)} of ${countWords(coverage.count, 'run')} failed.`,
  outliers: ({ all, inputs }) =>
    all.outliers === 0
      ? 'No passed run was unusually slow.'
      : `${percentWords(inputs.outlierRate)} of the passed runs were unusually slow.`,
  consistency: ({ hours }) =>
    `${hours.steady} of ${countWords(hours.count, 'hour')} had no failure and usual latencies.`,
  drift: ({ driftRatio }) =>
    driftRatio === null
      ? 'There are no earlier latencies to compare with.'
      : `The median latency is ${driftWords(driftRatio)} in the 28 days before.`,
  tail: ({ tailRatio }) =>
    tailRatio === null ? 'There is no latency.' : `The p95 is ${timesWords(tailRatio)} the median.`,
  geography: ({ inputs: { gap }, worstLocation, locations }, locationName) =>
    worstLocation === null
      ? locations.length < 2
        ? 'All runs came from one location.'
        : 'Too few runs to compare locations.'
      : gap < 0.00005
        ? 'All locations pass equally well.'
        : `${locationName(worstLocation)} is ${(gap * 100).toFixed(2)} points below the effective pass rate of all locations.`,
  speed: ({ inputs: { medianMs } }) =>
    medianMs === null ? 'There is no latency.' : `The median latency is ${msWords(medianMs)}.`,
}

/** The measured value of a sub-score, as a sentence. */
export const subScoreWords = (name: SubScoreName, report: Report, locationName: (key: number) => string): string =>
  WORDS[name](report, locationName)
