import { formatTime } from '../../../src/domain/core/wire-time.ts'
import { openDatabase } from '../../../src/server/store/core/database.ts'
import type { BenchOptions } from '../main.ts'
import type { Row } from '../row.ts'
import { inWorkshop } from '../workshop.ts'
import { type About, CHARTS, type Chart, type Span, windowOf } from './charts.ts'
import { quantileErrors } from './quantile-errors.ts'
import { MONITORS, type Seeded, seed } from './seeding.ts'
import { storageOf } from './storage.ts'

const SPANS: readonly Span[] = ['24 h', '30 d']
const TARGETS: Readonly<Record<Span, number>> = { '24 h': 50, '30 d': 100 }
const WARM = 5
const ASKED = 40
const ASKED_PLAIN = 5
/** Plain SQL over ten million results takes long: it is asked no more after this. */
const PLAIN_WITHIN_MS = 4_000
/** A figure may become this much slower with ten times as many results. */
const MOST_GROWTH = 1.5
/** Times below this are made of the request itself: its growth says nothing. */
const NOISE_MS = 10

type Times = { readonly median: number; readonly p95: number }

const timesOf = async (
  ask: (turn: number) => Promise<unknown>,
  { many, warm, withinMs = Number.POSITIVE_INFINITY }: { many: number; warm: number; withinMs?: number },
): Promise<Times> => {
  const times: number[] = []
  const started = performance.now()
  for (let turn = 0; turn < many + warm; turn++) {
    if (times.length > 0 && performance.now() - started > withinMs) break
    const began = performance.now()
    await ask(turn)
    if (turn >= warm) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95) }
}

/**
 * Measures every chart's endpoint on a store with a month of results of 200 monitors at 10 locations, the same figures by plain SQL over the
 * results, the error of quantiles, and the bytes of a result and of an hour's sums. `results`: sizes of the store, one after the other.
 */
export const statisticsBench = async ({ results, say }: BenchOptions): Promise<Row[]> => {
  const rows: Row[] = []
  const before = new Map<string, Times>()
  for (const size of [...results].sort((a, b) => a - b)) {
    const { found, times } = await measure(size, say)
    rows.push(...found)
    for (const [name, { median }] of times) {
      const smaller = before.get(name)
      if (smaller)
        rows.push({
          figure: `${name}: median, times that of the smaller store`,
          value: median / Math.max(NOISE_MS, smaller.median),
          unit: '×',
          target: `<= ${MOST_GROWTH}`,
        })
    }
    for (const [name, of] of times) before.set(name, of)
  }
  return rows
}

const measure = (size: number, say: (line: string) => void) =>
  inWorkshop(async ({ installation }) => {
    const database = openDatabase(installation.databaseUrl(), { connections: 2 })
    try {
      const seeded = await seed(database, size)
      const label = `${Math.round(seeded.results / 100_000) / 10} M`
      say(
        `  ${seeded.results} results in ${(seeded.seedingMs / 1000).toFixed(1)} s, summed up in ${(seeded.summingUpMs / 1000).toFixed(1)} s`,
      )
      const { api, query } = installation
      const { projects } = await api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
      const [location] = await query<{ id: string; key: number }>(
        "select id, key from location where id like 'simulated%' order by key limit 1",
      )
      if (!location) throw new Error('No location joined.')
      const aboutOf = (turn: number): About => ({
        projectId: projects[0]?.project.id ?? '',
        monitor: seeded.monitors[(turn * 37) % MONITORS] ?? seeded.eachMinute,
        location,
        ids: seeded.monitors.slice(0, 50).map(({ id }) => id),
      })
      const times = new Map<string, Times>()
      const found: Row[] = []
      for (const span of SPANS)
        for (const chart of CHARTS) {
          if (chart.only !== undefined && chart.only !== span) continue
          const ask = async (turn: number) => {
            const window = windowOf(span, Date.now())
            const range = `start=${encodeURIComponent(formatTime(window.from))}&end=${encodeURIComponent(formatTime(window.to))}`
            const { path, body } = chart.request(aboutOf(turn), range, window, span)
            return body === undefined ? api.get(path) : api.post(path, body)
          }
          const of = await timesOf(ask, { many: ASKED, warm: WARM })
          times.set(`${chart.name}, ${span}`, of)
          const plain = await plainOf(chart, span, { aboutOf, query })
          found.push({
            figure: `${label}: ${chart.name}, ${span}: median`,
            value: of.median,
            unit: 'ms',
            ...(plain && { reference: { name: 'plain SQL over the results', value: plain.median } }),
          })
          found.push({
            figure: `${label}: ${chart.name}, ${span}: 95 of 100`,
            value: of.p95,
            unit: 'ms',
            ...(!chart.isRaw && { target: `< ${TARGETS[span]}` }),
            ...(plain && { reference: { name: 'plain SQL', value: plain.p95 } }),
          })
          say(
            `  ${label}: ${chart.name}, ${span}: ${of.median.toFixed(1)} / ${of.p95.toFixed(1)} ms; plain ${plain?.median.toFixed(0) ?? '–'}`,
          )
        }
      found.push(...(await quantileErrors({ api, query, monitors: seeded.monitors, label })))
      found.push(...(await storageOf(query, { label, eachMinute: seeded.eachMinute })))
      found.push(...paceOf(seeded, label))
      return { found, times }
    } finally {
      await database.close()
    }
  })

const plainOf = (
  chart: Chart,
  span: Span,
  { aboutOf, query }: { aboutOf: (turn: number) => About; query: (text: string) => Promise<unknown> },
): Promise<Times> | null => {
  const { plain } = chart
  if (!plain) return null
  return timesOf((turn) => query(plain(aboutOf(turn), windowOf(span, Date.now()), span)), {
    many: ASKED_PLAIN,
    warm: 0,
    withinMs: PLAIN_WITHIN_MS,
  })
}

const paceOf = (seeded: Seeded, label: string): Row[] => [
  {
    figure: `${label}: summing up the hours, by the product's compaction`,
    value: (seeded.results * 1000) / seeded.summingUpMs,
    unit: 'results/s',
  },
]
