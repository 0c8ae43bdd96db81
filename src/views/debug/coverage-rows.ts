import type { AnyStateMachine } from 'xstate'
import {
  type ChartCoverage,
  type Counted,
  coveredBy,
  type Share,
  sumOfShares,
  transitionWords,
} from '../../../machines/chart/covered.ts'
import type { RecordedCoverage } from './recorded.ts'

/** Coverage of one chart, with the number of its actors since the page was opened. */
export type CoverageRow = ChartCoverage & {
  readonly machine: AnyStateMachine
  readonly actors: number
  readonly counted: Counted
}

const NOTHING: Counted = { transitions: new Map(), states: new Set() }

/** Charts that ran, and then charts of the product that did not, each by name. */
export const coverageRows = (
  { charts }: RecordedCoverage,
  known: readonly AnyStateMachine[],
): readonly CoverageRow[] => {
  const ran = [...charts.values()].map((chart) => ({ ...chart, ...coveredBy(chart.machine, chart.counted) }))
  const others = known
    .filter(({ id }) => !charts.has(id))
    .map((machine) => ({ machine, actors: 0, counted: NOTHING, ...coveredBy(machine, NOTHING) }))
  const byName = (a: CoverageRow, b: CoverageRow) => a.chart.localeCompare(b.chart)
  return [...ran.sort(byName), ...others.sort(byName)]
}

/** Transitions taken of all charts that ran. */
export const wholeCoverage = (rows: readonly CoverageRow[]): Share =>
  sumOfShares(rows.filter(({ actors }) => actors > 0).map(({ transitions }) => transitions))

/** Coverage as JSON, to keep or to compare. Charts that did not run are listed by name. */
export const coverageDocument = (rows: readonly CoverageRow[], since: number, version: string): object => ({
  format: 'sonde.coverage',
  version: 1,
  app: version,
  since: new Date(since).toISOString(),
  charts: rows
    .filter(({ actors }) => actors > 0)
    .map(({ chart, actors, states, transitions, unentered, untaken, counted }) => ({
      chart,
      actors,
      states,
      transitions,
      taken: Object.fromEntries(counted.transitions),
      unentered,
      untaken: untaken.map(transitionWords),
    })),
  not_run: rows.filter(({ actors }) => actors === 0).map(({ chart }) => chart),
})
