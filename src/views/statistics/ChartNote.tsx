import type { ChartPeriod } from './chart-period.ts'
import { coverageNote } from './coverage-note.ts'

type ChartNoteProps = {
  readonly finding: string
  readonly period: ChartPeriod
  /** The window that the figures cover. */
  readonly covered: { readonly start: string; readonly end: string }
  /** How the figures were made. */
  readonly made: string
}

/** Sentences above a chart: what it shows, what it covers, and how its figures were made. */
export const ChartNote = ({ finding, period, covered, made }: ChartNoteProps) => (
  <>
    <p className="strong">{finding}</p>
    <p>{[coverageNote(period, covered), made].filter((words) => words !== null).join(' ')}</p>
  </>
)
