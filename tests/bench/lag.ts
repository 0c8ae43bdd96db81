import type { Installation } from '../support/installation.ts'
import type { Row } from './row.ts'

export type Lag = { count: number; p50: number; p99: number; max: number }

/** Returns the start delay of stored runs in a time range, in milliseconds. */
export const lagBetween = async ({ query }: Installation, from: number, to: number): Promise<Lag> => {
  const [lag] = await query<Lag>(
    `select count(*)::int as count,
       percentile_disc(0.5) within group (order by started - due)::float8 as p50,
       percentile_disc(0.99) within group (order by started - due)::float8 as p99,
       max(started - due)::float8 as max
     from result where due >= $1 and due < $2`,
    [from, to],
  )
  return lag ?? { count: 0, p50: Number.NaN, p99: Number.NaN, max: Number.NaN }
}

/** Rows of a lag, whose target is under a second. */
export const lagRows = (of: string, { p50, p99, max }: Lag): Row[] => [
  { figure: `${of}: start after due time, median`, value: p50, unit: 'ms', target: '< 1000' },
  { figure: `${of}: start after due time, 99 of 100`, value: p99, unit: 'ms', target: '< 1000' },
  { figure: `${of}: start after due time, latest`, value: max, unit: 'ms', target: '< 1000' },
]
