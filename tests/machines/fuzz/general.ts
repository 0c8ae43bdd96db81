import type { AnyMachineSnapshot } from 'xstate'
import { plain } from '../../../machines/chart/plain.ts'
import { isIn, type Law, type Laws, type Row } from './law.ts'
import { dataRows } from './rows/data.ts'
import { personRows } from './rows/person.ts'
import { projectRows } from './rows/projects.ts'
import { screenRows } from './rows/screens.ts'
import { sessionRows } from './rows/session.ts'
import { wizardRows } from './rows/wizards.ts'
import type { Moment } from './walk.ts'

/** The invariants of every chart, by its id. */
export const rows: Readonly<Record<string, Row>> = {
  ...dataRows,
  ...personRows,
  ...projectRows,
  ...screenRows,
  ...sessionRows,
  ...wizardRows,
}

/** Values within a context, however deep; more than this many mean that something grows without end. */
const MOST_VALUES = 600

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + countOf(inner), 1)
    : 1

type Holds = (snapshot: AnyMachineSnapshot, row: Row) => boolean

/** A law about a chart, and about those that it runs, each with its own row. */
const everywhere =
  (own: Row, holds: Holds): (() => Law) =>
  () =>
  ({ after, charts }: Moment) =>
    holds(after, own) &&
    Object.entries(rows).every(([id, row]) =>
      charts(id).every((snapshot) => snapshot.machine.id === after.machine.id || holds(snapshot, row)),
    )

/** What holds for every chart, and for every chart that it runs. */
export const generalLaws = (own: Row): Laws => ({
  'never two requests for one key are in flight': () => {
    return ({ inFlight }) => new Set(inFlight.map(({ key }) => key)).size === inFlight.length
  },
  'a failed state has its error': everywhere(
    own,
    (snapshot, { failed = [], error }) => !isIn(snapshot, ...failed) || (error?.(snapshot.context) ?? null) !== null,
  ),
  'a state without a failure shows none': everywhere(
    own,
    (snapshot, { sound = [], error }) => !isIn(snapshot, ...sound) || (error?.(snapshot.context) ?? null) === null,
  ),
  'a chart that has ended runs nothing and says nothing more': () => {
    let isOver = false
    let said = 0
    return ({ after, inFlight, told }) => {
      const wasOver = isOver
      isOver = after.status !== 'active'
      const isQuiet = !isOver || (inFlight.length === 0 && (!wasOver || told.length === said))
      said = told.length
      return isQuiet
    }
  },
  'a context stays small': everywhere(
    own,
    (snapshot, { most = MOST_VALUES }) => countOf(plain(snapshot.context)) <= most,
  ),
})
