import { HOUR_MS, type Period, periodEnd, periodStart } from '../../../domain/core/periods.ts'
import { type Figures, joinFigures } from '../../../domain/statistics/figures.ts'
import type { Measure } from '../../../domain/statistics/measures.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { type Answer, readFigures } from '../statistics/figures.ts'
import { readScopeHours } from '../statistics/scope-sums.ts'
import type { InScope } from './slo.ts'

/** Figures of a scope. `isPending`: they are too many to read until more hours of the scope are summed up. */
export type ScopeAnswer = Pick<Answer, 'window' | 'rows'> & { readonly isPending: boolean }

export type ScopeOf = {
  readonly scope: InScope
  /** Longer than six hours. */
  readonly window: Window
  readonly step?: Exclude<Period, 'WEEK' | 'MONTH'>
  readonly measures: readonly Measure[]
  readonly now: number
  /** Answers about parts of an hour as of the same moment: periods that end now share the current one. */
  readonly parts: Map<string, Promise<Answer>>
}

/** More gaps than these, and the window is read without the sums of the scope. */
const MOST_GAPS = 6

/** Stored sums that one answer may add up: about a second. */
const MOST_SUMS = 200_000
/** A gap is read as whole days and at most this many hours. */
const END_HOURS = 46

/** About how many stored sums the figures of some windows are made of. With a step of an hour, each hour is one. */
const sumsIn = (windows: readonly Window[], targets: number, step: Period | undefined): number =>
  targets *
  windows.reduce((count, { from, to }) => {
    const hours = (to - from) / HOUR_MS
    return count + (step === 'HOUR' ? hours : Math.min(hours, END_HOURS + hours / 24))
  }, 0)

/** The parts of a window that are not within whole hours of a set. */
const gapsIn = ({ from, to }: Window, hours: ReadonlySet<number>): Window[] => {
  const gaps: Window[] = []
  for (let at = from; at < to; ) {
    const hour = periodStart('HOUR', at)
    const end = Math.min(to, hour + HOUR_MS)
    const last = gaps.at(-1)
    if (!(hours.has(hour) && at === hour && end === hour + HOUR_MS)) {
      if (last && last.to === at) gaps[gaps.length - 1] = { from: last.from, to: end }
      else gaps.push({ from: at, to: end })
    }
    at = end
  }
  return gaps
}

/**
 * Reads the figures of all monitors of a scope together: hours that are summed up for the scope from there, which does not depend on the
 * number of monitors, and the rest as everything else.
 */
export const readScope = async (db: Db, of: ScopeOf): Promise<ScopeAnswer> => {
  const { scope, step, measures, now, parts } = of
  // Nothing was due later than the current hour, which would be looked for in vain for each monitor.
  const window = { ...of.window, to: Math.min(of.window.to, periodEnd('HOUR', periodStart('HOUR', now))) }
  const shared = { targetKeys: scope.targetKeys, now, step, measures, together: true } as const
  const summed = await readScopeHours(db, scope.sums, window)
  const gaps = gapsIn(window, new Set(summed.keys()))
  const isWhole = gaps.length > MOST_GAPS
  if (sumsIn(isWhole ? [window] : gaps, scope.targetKeys.length, step) > MOST_SUMS)
    return { window: of.window, rows: [], isPending: true }
  if (isWhole) {
    const read = await readFigures(db, { ...shared, window })
    return { window: { from: read.window.from, to: of.window.to }, rows: read.rows, isPending: false }
  }
  const startOf = (ms: number): number => (step === undefined ? window.from : periodStart(step, ms))
  const found = new Map<number, Figures[]>()
  const add = (start: number, figures: Figures): void => {
    const known = found.get(start)
    if (known) known.push(figures)
    else found.set(start, [figures])
  }
  for (const [hour, figures] of summed) add(startOf(hour), figures)
  const readPart = (gap: Window): Promise<Answer> => {
    const name = `${gap.from} ${gap.to} ${measures.join()}`
    const known = parts.get(name) ?? readFigures(db, { ...shared, step: undefined, window: gap, isSummed: true })
    parts.set(name, known)
    return known
  }
  let covered = of.window
  for (const gap of gaps) {
    const isPart = periodStart('HOUR', gap.from) === periodStart('HOUR', gap.to - 1)
    const read = await (isPart ? readPart(gap) : readFigures(db, { ...shared, window: gap, isSummed: true }))
    if (gap.from === window.from) covered = { ...covered, from: read.window.from }
    for (const { start, figures } of read.rows) add(startOf(isPart ? gap.from : start), figures)
  }
  const rows = [...found]
    .map(([start, figures]) => ({ targetKey: 0, locationKey: 0, start, figures: joinFigures(figures, measures) }))
    .sort((a, b) => a.start - b.start)
  return { window: covered, rows, isPending: false }
}
