import type { Row } from '../row.ts'
import { percentileOf } from '../storm/watch.ts'
import type { Account, Span } from './books.ts'
import type { Disturbance } from './disturbances.ts'
import type { Watched } from './watch.ts'

const LATE_MS = 1_000

/** A span that has passed; `disturbance`: null in peace. */
export type Passed = Span & {
  readonly name: string
  readonly watched: Watched
  readonly disturbance: Disturbance | null
}

/** Rows of a span. */
export const spanRows = ({ name, watched, disturbance }: Passed, account: Account): Row[] => {
  const { due, lost, surplus, calledTwice, delaysMs, untold, toldWrongly, toldAgain, latestToldMs } = account
  const of = `servers, ${name}`
  const none = { target: '= 0' }
  const soon = disturbance ? {} : { target: '< 1000' }
  const late = delaysMs.filter((ms) => ms > LATE_MS).length
  return [
    {
      figure: `${of}: due runs without a result, of ${due}`,
      value: lost,
      unit: 'runs',
      ...(!disturbance?.prevents && none),
    },
    { figure: `${of}: results twice, or of no due time`, value: surplus, unit: 'runs', ...none },
    { figure: `${of}: calls without a result of their own`, value: calledTwice, unit: 'calls', ...none },
    ...(disturbance
      ? []
      : [
          { figure: `${of}: start after due time, median`, value: percentileOf(delaysMs, 0.5), unit: 'ms', ...soon },
          {
            figure: `${of}: start after due time, 99 of 100`,
            value: percentileOf(delaysMs, 0.99),
            unit: 'ms',
            ...soon,
          },
        ]),
    { figure: `${of}: start after due time, latest`, value: percentileOf(delaysMs, 1), unit: 'ms', ...soon },
    { figure: `${of}: starts more than a second late`, value: late, unit: 'runs', ...(disturbance ? {} : none) },
    { figure: `${of}: failures never told`, value: untold, unit: 'messages', ...none },
    { figure: `${of}: messages under a second id`, value: toldWrongly, unit: 'messages', ...none },
    { figure: `${of}: messages again with the same id`, value: toldAgain, unit: 'messages' },
    { figure: `${of}: message after due time, latest`, value: latestToldMs / 1_000, unit: 's' },
    { figure: `${of}: longest time in which nothing was stored`, value: watched.stillMs / 1_000, unit: 's' },
    {
      figure: `${of}: ${disturbance ? 'another' : 'a'} server not ready, longest`,
      value: watched.unreadyMs / 1_000,
      unit: 's',
    },
  ]
}
