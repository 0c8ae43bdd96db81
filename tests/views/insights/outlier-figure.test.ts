import { afterAll, beforeAll, expect, test } from 'vitest'
import { markAt, outlierFigure, outlierFinding, outlierPlaces } from '../../../src/views/insights/outlier-figure.ts'
import type { ChartTheme } from '../../../src/views/kit/chart/chart-theme.ts'
import { showTimesIn } from '../../../src/views/parts/text/time-zone.ts'

beforeAll(() => showTimesIn('UTC'))
afterAll(() => showTimesIn(null))
const theme = { series: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] } as unknown as ChartTheme
const outlier = (location_id: string, hour: number, latency: number) => ({
  ...{ result_id: `${location_id}${hour}`, location_id, latency, z: 4, median: 100, cluster_id: null },
  time: `2026-03-02T0${hour}:00:00.000Z`,
})
const outliers = [outlier('fra', 1, 400), outlier('syd', 2, 900), outlier('syd', 3, 500)]

test('each location has a mark of its own, the one with the most outliers the first; each point leads to its result', () => {
  expect(outlierPlaces(outliers)).toEqual([
    { id: 'syd', count: 2 },
    { id: 'fra', count: 1 },
  ])
  const { data, layout } = outlierFigure(outliers, {
    ...{ start: '2026-03-02T00:00:00Z', end: '2026-03-09T00:00:00Z', theme },
    nameOf: (id) => id.toUpperCase(),
    hrefOf: (id) => `/r/${id}`,
  })
  expect(data).toMatchObject([
    { name: 'SYD', y: [900, 500], customdata: ['/r/syd2', '/r/syd3'], marker: { color: 'a', symbol: 'circle' } },
    { name: 'FRA', y: [400], customdata: ['/r/fra1'], marker: { color: 'b', symbol: 'square' } },
  ])
  expect(Math.round(layout.yaxis?.range?.[1])).toBe(972)
})

test('no two of 64 locations have the same mark', () => {
  const marks = Array.from({ length: 64 }, (_, place) => JSON.stringify(markAt(place, theme)))
  expect(new Set(marks).size).toBe(64)
})

test('the sentence names the slowest run and the place with the most', () => {
  expect(outlierFinding(outliers, (id) => id)).toBe(
    '3 runs were unusually slow, 2 of them at syd; the slowest took 900 ms at syd, 2 Mar, 02:00 UTC.',
  )
  expect(outlierFinding(outliers.slice(0, 1), (id) => id)).toBe(
    'One run was unusually slow: it took 400 ms at fra, 2 Mar, 01:00 UTC.',
  )
  expect(outlierFinding([], (id) => id)).toBe('No passed run was unusually slow.')
})
