import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { commaSeparated } from '../../../src/domain/core/comma-separated.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { RANGE_MS } from '../../../src/domain/statistics/chart-ranges.ts'
import type { ChartTheme } from '../../../src/views/kit/chart/chart-theme.ts'
import { formats } from '../../../src/views/parts/text/format.ts'
import { showTimesIn } from '../../../src/views/parts/text/time-zone.ts'
import { chartPeriod, periodBefore } from '../../../src/views/statistics/chart-period.ts'
import { chartSearch } from '../../../src/views/statistics/chart-search.ts'
import { latencyFigure, spreadLabels } from '../../../src/views/statistics/latency-figure.ts'
import { latencyFinding, latencyLines } from '../../../src/views/statistics/latency-series.ts'
import { blockInterval, passFailBlocks, passFailFinding } from '../../../src/views/statistics/pass-fail-blocks.ts'
import { spanStats } from '../../../src/views/statistics/span-stats.ts'

/** All files of a process share the zone that is shown. */
afterEach(() => showTimesIn(null))

const NOW = Date.parse('2026-03-10T14:20:30Z')
const instant = fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') })

test('a span ends with the hour that runs, is as long as its name says, and follows right on the one before it', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom('24h', '7d', '30d', '90d', '1y'), (now, range) => {
      const shown = chartPeriod({ range }, now)
      const before = periodBefore(shown)
      expect(shown.toMs - shown.fromMs).toBe(RANGE_MS[range as '24h'])
      expect(shown.toMs % HOUR_MS).toBe(0)
      // An hour that begins this very moment runs already.
      expect(shown.toMs - now).toBeLessThanOrEqual(HOUR_MS)
      expect([before.toMs, before.toMs - before.fromMs]).toEqual([shown.fromMs, shown.toMs - shown.fromMs])
    }),
  )
})

test('a span of days holds the whole of its last day; one that makes no sense is the usual one', () => {
  const days = chartPeriod({ range: 'custom', from: '2026-03-01', to: '2026-03-02' }, NOW)
  expect([days.start, days.end]).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z'])
  const nonsense: Record<string, string>[] = [
    { range: 'custom' },
    { range: 'custom', from: 'x' },
    { from: '2026-03-05', to: '2026-03-01' },
    { range: 'ever' },
  ]
  for (const search of nonsense) expect(chartPeriod(search, NOW).range).toBe('24h')
})

test('what an address says of a chart is read, and nonsense is what is shown at first', () => {
  expect(chartSearch({})).toEqual({
    metric: 'total',
    location: null,
    percentiles: ['p50', 'p90', 'p99'],
    log: false,
    table: false,
    lines: 'percentiles',
    dots: 'category',
    ip: null,
    compare: false,
  })
  const given = { metric: 'tls', quantile: '0.95', scale: 'log', view: 'table', location: 'here' }
  expect(chartSearch({ ...given, lines: 'phases', dots: 'none', ip: '192.0.2.1', compare: '1' })).toEqual({
    metric: 'tls',
    location: 'here',
    percentiles: ['p95'],
    log: true,
    table: true,
    lines: 'phases',
    dots: null,
    ip: '192.0.2.1',
    compare: true,
  })
  expect(chartSearch({ metric: 'no', quantile: '7' })).toMatchObject({
    metric: 'total',
    percentiles: ['p50', 'p90', 'p99'],
  })
})

test('a line has a gap where an hour has no result, and nowhere else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1 }), (hours) => {
      const sorted = hours.toSorted((a, b) => a - b)
      const points = sorted.map((hour) => ({
        time: new Date(NOW + hour * HOUR_MS).toISOString(),
        count: 1,
        values: { '0.5': hour },
      }))
      const [line] = latencyLines(points, ['p50'], 'HOUR')
      const gaps = sorted.filter((hour, index) => index > 0 && hour - (sorted[index - 1] ?? 0) > 1).length
      expect(line?.values.filter((value) => value === null)).toHaveLength(gaps)
      expect(line?.values.filter((value) => value !== null)).toEqual(sorted)
      expect(line?.times).toEqual(line?.times.toSorted())
    }),
  )
})

test('the latency chart is by the reader’s clock, and names its zone', () => {
  const at = Date.parse('2026-03-01T23:30:00Z')
  showTimesIn('Asia/Kolkata')
  expect([formats.wallClock(at), formats.minute(at)]).toEqual([
    '2026-03-02T05:00:00',
    `2 Mar, 05:00 ${formats.zone(at)}`,
  ])
  expect(formats.zone(at)).toMatch(/GMT\+5:30|IST/)
  const shown = chartPeriod({ range: '24h' }, at)
  const lines = [{ name: 'p50', times: ['2026-03-01T23:00:00.000Z'], values: [5] }]
  const theme = { series: [], fail: '' } as unknown as ChartTheme
  const figure = latencyFigure(lines, [], { period: shown, theme, log: false, heightPx: 260, zone: formats.zone(at) })
  expect(figure.data[0]).toMatchObject({ x: ['2026-03-02T04:30:00'] })
  expect(figure.layout.xaxis).toMatchObject({ range: ['2026-03-01T05:30:00', '2026-03-02T05:30:00'] })
})

test('labels of lines that end together lie apart, below the top of the chart', () => {
  expect(spreadLabels([20, 100, 190], 200)).toEqual([20, 100, 190])
  expect(spreadLabels([190, 190, 190], 200)).toEqual([172, 186, 200])
  expect(spreadLabels([0, 0], 200)).toEqual([12, 26])
  expect(spreadLabels([50, 195, 196, 199], 200)).toEqual([50, 172, 186, 200])
})

test('the finding says where the median lies, when the highest line peaks, and how many failed', () => {
  showTimesIn('UTC')
  const points = [100, 102, 98].map((ms, hour) => ({
    time: new Date(Date.parse('2026-03-01T00:00:00Z') + hour * HOUR_MS).toISOString(),
    count: 3,
    values: { '0.5': ms, '0.99': ms * (hour === 1 ? 10 : 2) },
  }))
  const lines = latencyLines(points, ['p50', 'p99'], 'HOUR')
  expect(latencyFinding(lines, 2)).toBe(
    'The median stays near 100 ms. p99 peaks at 1,020 ms on 1 Mar, 01:00 UTC. 2 runs failed.',
  )
  expect(latencyFinding([], 0)).toBe('No measurements in this range.')
})

test('every run of a span is in one block that leads to its results; what is to come has none', () => {
  const shown = chartPeriod({ range: '7d' }, NOW)
  const times = Array.from({ length: 7 * 24 }, (_, hour) => shown.fromMs + hour * HOUR_MS)
  const results = times.map((ms) => ({
    time: new Date(ms).toISOString(),
    pass: 3,
    slow: 0,
    warning: 0,
    fail: 1,
    total: 4,
  }))
  const { columns, rows } = passFailBlocks(results, shown, { callId: 'm', location: null })
  expect(columns).toHaveLength(24)
  const blocks = rows.flatMap(({ blocks }) => blocks).filter((block) => block !== null)
  expect(blocks).toHaveLength(times.length)
  for (const [index, block] of blocks.entries()) {
    expect(block.rate).toBe(0.75)
    expect(block.place?.search?.from).toBe(results[index]?.time)
    expect(Date.parse(String(block.place?.search?.to)) + 1 - (times[index] ?? 0)).toBe(HOUR_MS)
  }
})

test('a year is shown by the day: each day once, under its weekday', () => {
  const shown = chartPeriod({ range: '1y' }, NOW)
  expect(blockInterval(shown)).toBe('DAY')
  const { rows } = passFailBlocks([], shown, { callId: 'm', location: null })
  expect(rows.map(({ name }) => name)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  for (const { name, blocks } of rows)
    for (const block of blocks) if (block) expect(block.name.startsWith(name)).toBe(true)
  const days = rows.flatMap(({ blocks }) => blocks).filter((block) => block !== null).length
  expect(days).toBe(Math.ceil((shown.toMs - Math.floor(shown.fromMs / DAY_MS) * DAY_MS) / DAY_MS))
})

test('the worst hour is named', () => {
  const hour = (time: string, fail: number) => ({ time, pass: 4 - fail, slow: 0, warning: 0, fail, total: 4 })
  const sentence = passFailFinding(
    [hour('2026-03-01T00:00:00.000Z', 1), hour('2026-03-01T05:00:00.000Z', 3), hour('2026-03-01T06:00:00.000Z', 0)],
    'HOUR',
  )
  expect(sentence).toMatch(
    /^Runs failed in 2 of 3 hours with runs; Sun 1 Mar 05:00 UTC was the worst, with 3 of 4 failed\.$/,
  )
})

test('a change is told in words, and is bad only where it is worse and beyond the limit', () => {
  const figures = { pass: 9, slow: 0, warning: 0, fail: 1, count: 10, pass_rate: 0.9, median: 100, p95: 200 }
  const before = { ...figures, pass_rate: 1, median: 95, p95: 100, fail: 0 }
  const changes = Object.fromEntries(spanStats(figures, before, null).map(({ label, change }) => [label, change]))
  expect(changes['Pass rate']).toEqual({ trend: 'down', words: '10.00 points lower', bad: true })
  expect(changes.Median).toEqual({ trend: 'up', words: '5 ms slower', bad: false })
  expect(changes.p95).toMatchObject({ words: '100 ms slower', bad: true })
  expect(spanStats(figures, null, null)[0]?.change).toBeUndefined()
})

test('comma-separated values keep quotes, commas and line breaks', () => {
  expect(
    commaSeparated([
      ['a', 'b'],
      ['x,"y"', null],
      ['1\n2', 3],
    ]),
  ).toBe('a,b\r\n"x,""y""",\r\n"1\n2",3')
})
