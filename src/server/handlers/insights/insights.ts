import type { insights } from '../../../contract/insights/insights.ts'
import { possibleTime } from '../../../domain/core/possible-times.ts'
import { parseTime } from '../../../domain/core/wire-time.ts'
import { projectScore } from '../../../domain/insights/band.ts'
import {
  lastPeriod,
  parseInsightsId,
  periodAt,
  periodBefore,
  periodsUpTo,
  type Range,
  type ScorePeriod,
} from '../../../domain/insights/score-period.ts'
import type { HandlersPart, ProjectContext } from '../../http/context.ts'
import { computeReport } from '../../insights/compute.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { allLocations, type Location } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { bandsOfProject } from '../../store/core/score-bands.ts'
import { placeOfLocation } from '../../store/insights/observed.ts'
import { hasDueReports } from '../../store/insights/score-queue.ts'
import {
  rankedReports,
  reportAt,
  reportedPeriods,
  reportsOf,
  type ScoreAt,
  scoresBetween,
} from '../../store/insights/score-reports.ts'
import { type MonitorDoc, monitors } from '../../store/monitors/monitors.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { clusterRow, comparisonRow, type Named, reportRow, scoredRow, shownFigures } from './report-rows.ts'

/** Periods in a monitor's list of reports, and in the history of the ranking. */
const MOST_REPORTS = 60
const HISTORY = 12
const MOST_OUTLIERS = 1_000

export const insightHandlers = () =>
  ({
    'insights.rank': async ({ query }, { db, project, now }) => {
      const period = query.period ?? 'week'
      const range = rangeOf(query.start, period, now)
      if (range instanceof Refusal) return range
      const before = periodBefore(period, range)
      const [oldest = range] = periodsUpTo(period, range, HISTORY).reverse()
      const rows = await rankedReports(db, project.key, period, range.from)
      const scores = byTarget(await scoresBetween(db, project.key, period, { from: oldest.from, to: range.to }))
      const bands = await bandsOfProject(db, project.key)
      const starts = periodsUpTo(period, range, HISTORY).map(({ from }) => from)
      const ordered = rows
        .map(({ key, id, name, doc }) => ({ id, name, doc, scores: scores.get(key) ?? new Map<number, ScoreAt>() }))
        .sort((a, b) => (b.doc.score ?? -1) - (a.doc.score ?? -1) || (a.name < b.name ? -1 : 1))
      const rankOf = rankIn(ordered.map(({ doc }) => doc.score))
      const scoresAt = (start: number) =>
        ordered.flatMap((row) => {
          const found = row.scores.get(start)
          return found ? [found] : []
        })
      return {
        meta: {
          period,
          start: formatDay(range.from),
          end: formatDay(range.to),
          previous: formatDay(before.from),
          periods: (await reportedPeriods(db, project.key, period)).map(formatDay),
          pending: await hasDueReports(db, project.key, period, range.from),
          score: projectScore(scoresAt(range.from)),
          previous_score: projectScore(scoresAt(before.from)),
        },
        results: ordered.map(({ id, name, doc, scores: own }) => ({
          rank: rankOf(doc.score),
          call_id: id,
          name,
          ...scoredRow(id, range, doc, bands),
          ...shownFigures(doc.all),
          previous_score: own.get(before.from)?.score ?? null,
          history: historyOf(starts, own),
          flags: doc.score === null ? [INSUFFICIENT] : [],
        })),
      }
    },

    'insights.reports': async ({ params, query }, { db, project, now }) => {
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const period = query.period ?? 'week'
      const reports = await reportsOf(db, target.key, period, { before: now, limit: MOST_REPORTS })
      const bands = await bandsOfProject(db, project.key)
      return {
        meta: { period, call_id: target.id },
        results: reports.map(({ start, doc }) => comparisonRow(target.id, periodAt(period, start), doc, bands)),
      }
    },

    'insights.report': async ({ params }, context) => {
      const asked = await askedOf(params.id, context)
      if (asked instanceof Refusal) return asked
      const { target, period, range } = asked
      const { db, now, project } = context
      const named = namedBy(await allLocations(db))
      const stored = await reportAt(db, target.key, period, range.from)
      const report = stored ? stored.doc : (await computed(db, asked, named)).report
      const before = periodBefore(period, range)
      const previous = await reportAt(db, target.key, period, before.from)
      return {
        ...reportRow({
          ...{ callId: target.id, period, range, report, before, previous: previous?.doc ?? null, named },
          bands: await bandsOfProject(db, project.key),
        }),
        name: target.name,
        provisional: range.to > now,
        computed: new Date(stored?.computed ?? now).toISOString(),
      }
    },

    'insights.outliers': async ({ params }, context) => {
      const asked = await askedOf(params.id, context)
      if (asked instanceof Refusal) return asked
      const named = namedBy(await allLocations(context.db))
      const { measured } = await computed(context.db, asked, named)
      const clusterAt = (due: number): string | null => {
        const index = measured.clusters.findIndex(({ start, end }) => due >= start && due <= end)
        return index < 0 ? null : String(index + 1)
      }
      const farthest = [...measured.outliers].sort((a, b) => b.z - a.z).slice(0, MOST_OUTLIERS)
      return {
        results: farthest
          .sort((a, b) => a.due - b.due)
          .map(({ series, index, due, latency, z, median }) => ({
            result_id: idOfRun({
              target_key: asked.target.key,
              location_key: series.place.key,
              source: series.source[index] ?? 0,
              attempt: series.attempt[index] ?? 0,
              due,
            }),
            time: new Date(due).toISOString(),
            location_id: named.idOf(series.place.key),
            latency,
            z,
            median,
            cluster_id: clusterAt(due),
          })),
        clusters: measured.clusters.map((cluster, index) => clusterRow(cluster, String(index + 1), named)),
      }
    },
  }) satisfies HandlersPart<typeof insights>

const INSUFFICIENT = 'insufficient_data' as const

const formatDay = (ms: number): string => new Date(ms).toISOString()

/** Returns the rank of a score among others, highest first. Equal scores have equal ranks. */
const rankIn = (scores: readonly (number | null)[]): ((score: number | null) => number | null) => {
  const ranks = new Map<number, number>()
  for (const [at, score] of scores.entries()) if (score !== null && !ranks.has(score)) ranks.set(score, at + 1)
  return (score) => (score === null ? null : (ranks.get(score) ?? null))
}

/** Scores of each monitor by the start of the period. */
const byTarget = (scores: readonly ScoreAt[]): Map<number, Map<number, ScoreAt>> => {
  const found = new Map<number, Map<number, ScoreAt>>()
  for (const score of scores) {
    const own = found.get(score.target_key) ?? new Map<number, ScoreAt>()
    own.set(score.start, score)
    found.set(score.target_key, own)
  }
  return found
}

/** The scores of the periods that begin at `starts` (newest first), oldest first, from the first one that there is. */
const historyOf = (starts: readonly number[], own: ReadonlyMap<number, ScoreAt>): (number | null)[] => {
  const scores = [...starts].reverse().map((start) => own.get(start)?.score ?? null)
  const first = scores.findIndex((score) => score !== null)
  return first < 0 ? [] : scores.slice(first)
}

/** Returns the period of a query: the one that contains the day, or the last one that is over. */
const rangeOf = (start: string | undefined, period: ScorePeriod, now: number): Range | Refusal => {
  if (start === undefined) return lastPeriod(period, now)
  const ms = parseTime(start)
  if (ms !== null) return periodAt(period, possibleTime(ms, now))
  return invalid([{ field: 'start', code: 'invalid', message: 'start must be a day such as 2026-01-05.' }])
}

type Asked = {
  readonly target: Stored<MonitorDoc>
  readonly period: ScorePeriod
  readonly range: Range
  readonly now: number
}

/** Finds the monitor and the period of a report's id. */
const askedOf = async (id: string, { db, project, now }: ProjectContext): Promise<Asked | Refusal> => {
  const parsed = parseInsightsId(id)
  if (!parsed || parsed.range.from > now) return notFound('report')
  const target = await monitors.read(db, project.key, parsed.callId)
  return target ? { target, period: parsed.period, range: parsed.range, now } : notFound('report')
}

const computed = (db: Db, { target, period, range, now }: Asked, { places }: Named & { places: Places }) =>
  computeReport(db, { targetKey: target.key, period, range, now }, places)

type Places = ReadonlyMap<number, ReturnType<typeof placeOfLocation>>

/** Ids, names and places of locations by key. */
const namedBy = (locations: readonly Location[]): Named & { places: Places } => {
  const byKey = new Map(locations.map((location) => [location.key, location]))
  return {
    idOf: (key) => byKey.get(key)?.id ?? '',
    nameOf: (key) => byKey.get(key)?.place.name ?? 'A location that is gone',
    places: new Map(locations.map((location) => [location.key, placeOfLocation(location)])),
  }
}
