import type { RowParts } from '../../../domain/reports/report-figures.ts'
import { type Figures, joinFigures } from '../../../domain/statistics/figures.ts'
import { allOf } from '../../../domain/statistics/statistics.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../../store/core/database.ts'
import type { ReportRow } from '../../store/reports/reports.ts'
import { wentTo } from '../../store/statistics/destinations.ts'
import { type FiguresRow, readFigures, type Source } from '../../store/statistics/figures.ts'
import { ALL_LOCATIONS, type Place } from '../../store/statistics/sum-rows.ts'
import type { MeasuredOutliers } from './report-outliers.ts'
import type { ReportScope } from './report-scope.ts'

/** Figures of one location of a row. */
export type AtLocation = { readonly locationKey: number; readonly parts: RowParts }

/** A row with its figures. */
export type ReadRow = {
  readonly row: ReportRow
  readonly label: string
  readonly missing: boolean
  readonly parts: RowParts
  readonly steps: readonly { readonly start: number; readonly figures: Figures }[]
  /** Of the locations with results, if they are told apart. */
  readonly locations: readonly AtLocation[]
}

/** `covered`: the part of the window whose results are kept. */
export type ReadRows = { readonly rows: readonly ReadRow[]; readonly covered: Window; readonly source: Source }

/** Sums with distributions that are read at once. */
const AT_ONCE = 20_000
/** A window is made of about this many sums, besides its steps. */
const ENDS = 110

type Reading = {
  readonly scope: ReportScope
  readonly outliers: MeasuredOutliers
  /** Steps of time are told apart. */
  readonly bySteps?: boolean
  /** Locations are told apart. */
  readonly byLocation?: boolean
}

const batches = function* <One>(all: readonly One[], size: number): Generator<readonly One[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/** Reads the figures of rows of one group. Rows of one IP address are read from results alone. */
export const readRows = async (db: Db, rows: readonly ReportRow[], reading: Reading): Promise<ReadRows> => {
  const { scope, byLocation = false, bySteps = false } = reading
  const { window, now, step, measure, places, monitors, locations } = scope
  const place: Place = byLocation || places !== null ? 'each' : ALL_LOCATIONS
  const told = place === 'each' ? Math.max(1, locations.length) : 1
  const size = Math.max(1, Math.floor(AT_ONCE / (ENDS * told)))
  const found = new Map<string, FiguresRow[]>()
  let covered = window
  const sources = new Set<Source>()
  for (const ip of new Set(rows.map(({ dest_ip }) => dest_ip)))
    for (const some of batches([...new Set(rows.flatMap((row) => keyOf(row, ip, monitors)))], size)) {
      const answer = await readFigures(db, {
        targetKeys: some,
        window,
        now,
        place,
        measures: [measure],
        ...(bySteps && { step }),
        ...(ip !== null && { where: wentTo(ip) }),
      })
      covered = { from: Math.max(covered.from, answer.window.from), to: Math.min(covered.to, answer.window.to) }
      sources.add(answer.source)
      for (const one of answer.rows) {
        if (places && !places.has(one.locationKey)) continue
        const name = nameOf(one.targetKey, ip)
        const known = found.get(name)
        if (known) known.push(one)
        else found.set(name, [one])
      }
    }
  const [source = 'results'] = sources
  return { covered, source: sources.size > 1 ? 'both' : source, rows: rows.map((row) => readRow(row, found, reading)) }
}

const nameOf = (key: number, ip: string | null): string => `${key} ${ip ?? ''}`

const keyOf = (row: ReportRow, ip: string | null, monitors: ReportScope['monitors']): number[] => {
  const monitor = monitors.get(row.call_id)
  return monitor && row.dest_ip === ip ? [monitor.key] : []
}

const readRow = (
  row: ReportRow,
  found: ReadonlyMap<string, readonly FiguresRow[]>,
  { scope, outliers, byLocation = false, bySteps = false }: Reading,
): ReadRow => {
  const { measure, monitors, scores } = scope
  const monitor = monitors.get(row.call_id)
  const rows = (monitor && found.get(nameOf(monitor.key, row.dest_ip))) ?? []
  const join = (some: readonly FiguresRow[]): Figures =>
    joinFigures(
      some.map(({ figures }) => figures),
      [measure],
    )
  const measured = monitor && row.dest_ip === null ? outliers.get(monitor.key) : undefined
  const figures = join(rows)
  const outliersAt = (key: number | null, of: Figures): number | null =>
    allOf(of) === 0 ? 0 : measured ? (key === null ? sum(measured) : (measured.get(key) ?? 0)) : null
  return {
    row,
    label: row.label ?? monitor?.name ?? 'Deleted monitor',
    missing: monitor === undefined,
    parts: {
      figures,
      outliers: outliersAt(null, figures),
      scored: (monitor && row.dest_ip === null ? scores.get(monitor.key) : null) ?? null,
    },
    steps: bySteps ? grouped(rows, ({ start }) => start).map(([start, some]) => ({ start, figures: join(some) })) : [],
    locations: byLocation
      ? grouped(rows, ({ locationKey }) => locationKey).map(([locationKey, some]) => {
          const own = join(some)
          return { locationKey, parts: { figures: own, outliers: outliersAt(locationKey, own), scored: null } }
        })
      : [],
  }
}

const sum = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((all, one) => all + one, 0)

const grouped = (
  rows: readonly FiguresRow[],
  by: (row: FiguresRow) => number,
): [key: number, rows: readonly FiguresRow[]][] => {
  const groups = new Map<number, FiguresRow[]>()
  for (const row of rows) {
    const known = groups.get(by(row))
    if (known) known.push(row)
    else groups.set(by(row), [row])
  }
  return [...groups].sort(([a], [b]) => a - b)
}
