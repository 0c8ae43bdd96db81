import { countedResults, passRate } from '../statistics/statistics.ts'
import type { Cluster } from './clusters.ts'
import { gainOf, type SubScoreName, scoreOf, WEIGHTS } from './formula.ts'
import type { Report } from './report.ts'
import type { ScorePeriod } from './score-period.ts'
import { driftWords } from './sub-score-words.ts'
import { countWords, minuteWords, percentWords, scoreWords } from './words.ts'

/** One sentence or two about a period. */
export type Finding = { readonly tone: 'good' | 'bad' | 'neutral'; readonly text: string }

type Told = {
  readonly period: ScorePeriod
  readonly report: Report
  readonly previous: Report | null
  readonly locationName: (key: number) => string
}

/** What each sub-score asks for, to follow “If”. */
const REMEDY: Readonly<Record<SubScoreName, string>> = {
  pass_rate: 'no run failed',
  outliers: 'no run was unusually slow',
  consistency: 'every hour was steady',
  drift: 'it was as fast as in the 28 days before',
  tail: 'the slowest runs took at most 1.5 times the median',
  geography: 'all locations passed equally well',
  speed: 'the median was below 450 ms',
}

/** Gains below this are not worth a sentence. */
const LEAST_GAIN = 0.05

const change = ({ period, report: { score }, previous }: Told): Finding[] => {
  if (score === null || previous?.score == null) return []
  const before = previous.score
  if (score === before)
    return [{ tone: 'neutral', text: `The score is ${scoreWords(score)}, as in the ${period} before.` }]
  return [
    {
      tone: score > before ? 'good' : 'bad',
      text: `The score ${score > before ? 'rose' : 'fell'} from ${scoreWords(before)} to ${scoreWords(score)}.`,
    },
  ]
}

const raises = ({ report: { score, subScores } }: Told): Finding[] => {
  if (score === null || !subScores) return []
  const gains = (Object.keys(WEIGHTS) as SubScoreName[])
    .map((name) => ({ name, gain: gainOf(name, subScores) }))
    .filter(({ gain }) => gain >= LEAST_GAIN)
    .sort((a, b) => b.gain - a.gain)
  if (gains.length === 0) return [{ tone: 'good', text: 'Nothing costs the score more than 0.05 points.' }]
  return gains.slice(0, 2).map(({ name, gain }) => ({
    tone: 'neutral',
    text:
      subScores[name] <= 0
        ? 'Every run failed.'
        : `If ${REMEDY[name]}, the score would be ${scoreWords(scoreOf({ ...subScores, [name]: 1 }))} (+${scoreWords(gain)}).`,
  }))
}

/** Changes of the pass rate below this are noise. */
const LEAST_CHANGE = 0.001

const passRates = ({ period, report, previous }: Told): Finding[] => {
  const [now, before] = [passRate(report.all), previous && passRate(previous.all)]
  if (now === null || before === null || Math.abs(now - before) < LEAST_CHANGE) return []
  const text = `${percentWords(now)} of the runs passed; in the ${period} before, ${percentWords(before)} did.`
  return [{ tone: now > before ? 'good' : 'bad', text }]
}

const LEAST_GAP = 0.01

const worst = ({ report: { inputs, locations, worstLocation }, locationName }: Told): Finding[] => {
  const found = locations.find(({ key }) => key === worstLocation)
  if (!found || inputs.gap < LEAST_GAP) return []
  const text = `${locationName(found.key)} does worst: ${percentWords(found.fail / countedResults(found))} of its runs failed, and ${countWords(found.outliers, 'run')} ${found.outliers === 1 ? 'was' : 'were'} unusually slow.`
  return [{ tone: 'bad', text }]
}

const drift = ({ report: { driftRatio } }: Told): Finding[] => {
  if (driftRatio === null || Math.abs(driftRatio - 1) < 0.1) return []
  const text = `Its median latency is ${driftWords(driftRatio)} in the 28 days before.`
  return [{ tone: driftRatio > 1 ? 'bad' : 'good', text }]
}

const placesOf = ({ scope, locations }: Cluster, locationName: (key: number) => string): string => {
  const [first] = locations
  if (scope === 'location' && first !== undefined) return `at ${locationName(first)}`
  if (scope === 'cloud') return 'at locations of one cloud'
  return scope === 'region' ? 'at locations of one region' : 'all over the world'
}

const bursts = ({ report, locationName }: Told): Finding[] => {
  const { clustered, clusters } = report
  const largest = [...clusters].sort((a, b) => b.count - a.count)[0]
  if (!largest) return []
  const all = report.all.fail + report.all.outliers
  const share = Math.round((clustered.count / all) * 100)
  const what =
    largest.failures === 0 ? 'slow runs' : largest.failures === largest.count ? 'failures' : 'failures and slow runs'
  const sole = clustered.clusters === 1
  const text = `${share} % of its failures and outliers came in ${countWords(clustered.clusters, 'cluster')}; ${sole ? 'it had' : 'the largest had'} ${largest.count} ${what} ${placesOf(largest, locationName)}, from ${minuteWords(largest.start)} to ${minuteWords(largest.end)} UTC.`
  return [{ tone: 'bad', text }]
}

const fast = ({ report: { fastAnomalies } }: Told): Finding[] =>
  fastAnomalies === 0
    ? []
    : [
        {
          tone: 'neutral',
          text: `${countWords(fastAnomalies, 'run')} ${fastAnomalies === 1 ? 'was' : 'were'} unusually fast, as empty or cached answers are.`,
        },
      ]

/** Says what is worth knowing about a period, most important first. */
export const findingsOf = (told: Told): Finding[] => [
  ...(told.report.missing === null ? [] : [{ tone: 'neutral' as const, text: told.report.missing }]),
  ...[change, raises, passRates, worst, drift, bursts, fast].flatMap((find) => find(told)),
]
