import { type Coverage, coverageBy } from '../downtimes/coverage.ts'
import { type Downtime, windowFrom } from '../downtimes/downtime-windows.ts'
import { type BusinessHours, closedFrom } from './business-hours.ts'

/** After this many rests in a row without a run between them a schedule has no next run. */
export const MOST_RESTS = 60

/** When a schedule makes no runs: in its downtimes, and outside of its business hours. */
export const restsOf = (downtimes: readonly Downtime[], hours: BusinessHours | null): Coverage =>
  coverageBy([
    ...downtimes.map((downtime) => (atMs: number) => windowFrom(downtime, atMs)),
    ...(hours ? [(atMs: number) => closedFrom(hours, atMs)] : []),
  ])
