import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bandOf, USUAL_BANDS } from '../../../src/domain/core/score-bands.ts'
import {
  driftFactor,
  FORMULA_VERSION,
  gainOf,
  type SubScoreName,
  type SubScores,
  scoreOf,
  subScoresOf,
  tailFactor,
  WEIGHTS,
} from '../../../src/domain/insights/formula.ts'
import { home } from '../../support/sources.ts'
import { SCORE_EXAMPLES, type ScoreExample } from './score-examples.ts'

/** Where the page stands. */
export const scorePagePath = join(home, 'docs/score.md')

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

const subScoresOfExample = ({ f, o, c, r, tail, gap, medianMs }: ScoreExample): SubScores =>
  subScoresOf({
    failRate: f,
    outlierRate: o,
    steadyHours: c,
    drift: driftFactor(r, 1),
    tail: tailFactor(1, tail),
    gap,
    medianMs,
  })

const DEFINITIONS: Readonly<Record<SubScoreName, readonly [sign: string, definition: string]>> = {
  pass_rate: ['A', '1 − log₁₀(1 + 1000·f) / log₁₀(1001), where f = FAIL / (PASS + SLOW + FAIL)'],
  outliers: ['O', '1 − log₁₀(1 + 200·o) / log₁₀(201), where o = outliers / (PASS + SLOW)'],
  consistency: ['C', 'share of the hours with counted results that were steady'],
  drift: ['D', 'mean over locations of min(1, (1.05 / r)²), where r = median / baseline median'],
  tail: ['T', 'mean over locations of min(1, 1.5 / (p95 / p50))'],
  geography: ['G', '1 − 2·(e − e of the worst location), where e is the effective pass rate'],
  speed: ['V', 'min(1, √(450 / median in ms))'],
}

const names = Object.keys(WEIGHTS) as SubScoreName[]

const weightTable = [
  row('', 'sub-score', 'weight', 'definition'),
  row('---', '---', '---', '---'),
  ...names.map((name) => row(DEFINITIONS[name][0], `\`${name}\``, WEIGHTS[name], DEFINITIONS[name][1])),
].join('\n')

const exampleTable = [
  row('example', 'f', 'o', 'C', 'r', 'p95/p50', 'e − e worst', 'median, ms', 'score', 'band'),
  row(...Array.from({ length: 10 }, () => '---')),
  ...SCORE_EXAMPLES.map((one) => {
    const score = scoreOf(subScoresOfExample(one))
    const { name, f, o, c, r, tail, gap, medianMs } = one
    return row(name, f, o, c, r, tail, gap, medianMs, `**${score.toFixed(2)}**`, bandOf(score, USUAL_BANDS) ?? '')
  }),
].join('\n')

const [worked] = SCORE_EXAMPLES.filter(({ name }) => name === 'flaky')
if (!worked) throw new Error('The worked example is missing.')
const workedScores = subScoresOfExample(worked)
const workedTable = [
  row('', 'value', 'to the power of its weight', 'score if it were 1'),
  row('---', '---', '---', '---'),
  ...names.map((name) =>
    row(
      DEFINITIONS[name][0],
      workedScores[name].toFixed(3),
      (workedScores[name] ** WEIGHTS[name]).toFixed(4),
      `${scoreOf({ ...workedScores, [name]: 1 }).toFixed(2)} (+${gainOf(name, workedScores).toFixed(2)})`,
    ),
  ),
].join('\n')

/** The page about the score, with its tables computed by the code that computes scores. */
export const scorePage = `# The score

A monitor's score says how consistent its API was in a week or month, from 0 to 9.99. This page is written by \`node --import tsx tests/domain/insights/score-page.ts\`: its tables are computed by the code that computes scores, and a test holds that they are up to date. This is version ${FORMULA_VERSION} of the formula; each report stores the version that it was computed with.

## When

Weeks are from Monday to Sunday and months are calendar months, in UTC. Reports are computed 15 minutes after the end of their period, so that results that arrive a little late are in them. Periods that ended while the server was away are made up for, up to 12 weeks and 12 months; with several servers, each report is computed once. The list of monitors shows the score of the last week.

A score needs 50 counted results, on 5 days of a week (20 of a month), and for a week some on Saturday or Sunday. Otherwise there is none, and the report says what was missing.

## What counts

Counted results are PASS, SLOW and FAIL. Warnings, skipped runs, runs within downtimes and attempts that are left out of statistics count for nothing. Each retry that counts in statistics is a result of its own. Latencies are those of all results with a response; the median is the value at rank ⌊0.5·(n − 1)⌋ and p95 that at ⌊0.95·(n − 1)⌋, as everywhere in statistics.

## Formula

score = 9.99 · A^.5 · O^.15 · C^.1 · D^.08 · T^.08 · G^.05 · V^.04 · K, rounded down to two decimals.

${weightTable}

A weighted geometric mean cannot be rescued by its good factors: whatever the others are, a bad pass rate makes a bad score. Every sub-score is from 0.01 to 1, except A, which is 0 where every run failed, and so is the score. K is the factor of conformance, from 0.8 to 1; it is 1 while conformance is not checked.

- **f** and **o** are judged on a logarithmic scale: the first failure of a thousand costs more than the hundredth.
- **Steady hours**: no counted result failed, and the median of latency / median of its location in the period is at most 1.3.
- **Baseline**: the median of the location in the 28 days before, from daily rollups (within 1 %). A location with fewer than 30 responses in them has no history, and its r is 1.
- **D** and **T** are weighted by the counted results of the locations. **G** compares locations with at least 20 counted results.
- **Effective pass rate**: the pass rate if outliers had not passed.

Bands: green from 8, amber from 6, red below. The score of a project is the mean of its monitors' scores, weighted by the square roots of their counted results.

## Outliers

For each location, x = ln(latency) of results that passed, slowly or not, in the period and the 7 days before it; m is their median (of an even number the mean of the middle two) and s = max(1.4826 · MAD(x), 0.05). A latency is an outlier if (x − m) / s is above 3.5 and it is at least 25 ms above e^m. Below −3.5 it is unusually fast, which is reported and costs nothing. A location with fewer than 30 such latencies is judged by those of its cloud together, else by those of all locations; if these are fewer than 30 too, nothing is an outlier.

Median and MAD withstand up to half of the values being wrong, the logarithm makes latencies symmetric, and the floor of 0.05 keeps very steady latencies from making outliers of nothing. Example: of 210, 205, 198, 220, 215, 208, 202, 650, 212 and 207 ms the median is 209 ms and the scaled MAD 0.035, below the floor. 650 ms has a z of 22.7: an outlier. 220 ms has 1.0.

A cluster is at least 3 outliers or failures within 30 minutes. Its scope is the smallest of one location, one cloud and one part of the world that holds at least 80 % of them, else it is global.

## Examples

${exampleTable}

Step by step, “${worked.name}”:

${workedTable}

The product of the powers times 9.99 is ${scoreOf(workedScores).toFixed(2)}. The last column is what the report shows as the points to gain.

## What holds, and what does not

The score never rises when one of f, o, r, p95/p50, the gap between locations or the median rises, or when the share of steady hours falls. The same traffic with all latencies multiplied never scores higher. Tests hold both.

The measured values are not independent. A failure at the best location also narrows the gap to the worst one: where about half of all runs fail, G can gain more than A loses. A slower median with an unchanged p95 shortens the tail. Both only matter to scores that are low or change by hundredths.

A latency-only change can hide in the first week after it: the 7 days of reference and the period itself then disagree, and the spread grows.
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(scorePagePath, scorePage)
