import { HOUR_MS, type Period, periodStart } from '../../../domain/core/periods.ts'
import { type Figures, joinFigures } from '../../../domain/statistics/figures.ts'
import type { Measure } from '../../../domain/statistics/measures.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { type Answer, readFigures } from '../statistics/figures.ts'
import { readScopeHours } from '../statistics/scope-sums.ts'
import type { InScope } from './slo.ts'

export type ScopeOf = {
  readonly scope: InScope
  /** Longer than six hours. */
  readonly window: Window
  readonly step?: Exclude<Period, 'WEEK' | 'MONTH'>
  readonly measures: readonly Measure[]
  readonly now: number
}

/** More gaps than these, and the window is read without the sums of the scope. */
const MOST_GAPS = 6

/** The parts of a window that are not within whole hours of a set. */
export const gapsIn = ({ from, to }: Window, hours: ReadonlySet<number>): Window[] => {
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
export const readScope = async (db: Db, { scope, window, step, measures, now }: ScopeOf): Promise<Answer> => {
  const shared = { targetKeys: scope.targetKeys, now, step, measures, together: true } as const
  const summed = await readScopeHours(db, scope.sums, window)
  const gaps = gapsIn(window, new Set(summed.keys()))
  if (gaps.length > MOST_GAPS) return readFigures(db, { ...shared, window })
  const startOf = (ms: number): number => (step === undefined ? window.from : periodStart(step, ms))
  const found = new Map<number, Figures[]>()
  const add = (start: number, figures: Figures): void => {
    const known = found.get(start)
    if (known) known.push(figures)
    else found.set(start, [figures])
  }
  for (const [hour, figures] of summed) add(startOf(hour), figures)
  let covered = window
  for (const gap of gaps) {
    const read = await readFigures(db, { ...shared, window: gap, isSummed: true })
    if (gap.from === window.from) covered = { ...covered, from: read.window.from }
    for (const { start, figures } of read.rows) add(startOf(start), figures)
  }
  const rows = [...found]
    .map(([start, figures]) => ({ targetKey: 0, locationKey: 0, start, figures: joinFigures(figures, measures) }))
    .sort((a, b) => a.start - b.start)
  const source = summed.size === 0 ? 'results' : gaps.length === 0 ? 'sums' : 'both'
  return { window: covered, source, rows }
}
