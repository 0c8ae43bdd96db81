import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Location } from '../../../src/views/agents/use-location-name.ts'
import type { ChartTheme } from '../../../src/views/kit/chart/chart-theme.ts'
import { cutRing } from '../../../src/views/kit/map/cut-rings.ts'
import { labelSides } from '../../../src/views/kit/map/labels.ts'
import { land } from '../../../src/views/kit/map/land.ts'
import { DRAWN, drawnAt, drawnGraticule, drawnPath } from '../../../src/views/kit/map/projection.ts'
import { blocksPicture } from '../../../src/views/statistics/blocks-picture.ts'
import { chartPeriod } from '../../../src/views/statistics/chart-period.ts'
import { mapPicture } from '../../../src/views/statistics/map-picture.ts'
import {
  cloudsOf,
  isFailing,
  mapFinding,
  mapPlaces,
  mapRows,
  placeWords,
  radiiOf,
  resultsOf,
} from '../../../src/views/statistics/map-places.ts'
import { mapShown } from '../../../src/views/statistics/map-shown.ts'
import { countWords, passFailBlocks } from '../../../src/views/statistics/pass-fail-blocks.ts'

const theme = {
  series: Array.from({ length: 8 }, (_, index) => `series-${index + 1}`),
  ...{ fail: 'fail', surface: 'surface', land: 'land', coast: 'coast', grid: 'grid', text: 'text' },
  blocks: { full: 'full', most: 'most', some: 'some', bad: 'bad', none: 'none', mark: 'mark', edge: 'edge' },
} as unknown as ChartTheme

test('on the linear scale a circle’s radius is in proportion to its latency, and none is too small to be pointed at', () => {
  // 28 px for 400 ms: 0.07 px for each millisecond, and 5 px at least.
  expect(radiiOf([400, 200, 100, 10, null], { log: false })).toEqual([28, 14, 7, 5, 5])
  expect(radiiOf([400, 200], { log: false, mostPx: 15 })).toEqual([15, 7.5])
  expect(radiiOf([0, 0], { log: false })).toEqual([5, 5])
  expect(radiiOf([], { log: false })).toEqual([])
})

test('on the logarithmic scale equal ratios are equal steps from the smallest circle to the largest', () => {
  // 10, 100 and 1000 ms: two tenfold steps of (28 − 5) / 2 px.
  for (const [index, expected] of [5, 16.5, 28, 5].entries())
    expect(radiiOf([10, 100, 1000, null], { log: true })[index]).toBeCloseTo(expected, 10)
  expect(radiiOf([70, 70], { log: true })).toEqual([16.5, 16.5])
})

test('a slower location never has a smaller circle', () => {
  const latencies = fc.array(fc.double({ min: 0, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(latencies, fc.boolean(), (values, log) => {
      const sorted = [...values].sort((a, b) => a - b)
      const radii = radiiOf(sorted, { log })
      for (const [index, radius] of radii.entries()) {
        expect(radius).toBeGreaterThanOrEqual(5 - 1e-9)
        expect(radius).toBeLessThanOrEqual(28 + 1e-9)
        expect(radius).toBeGreaterThanOrEqual((radii[index - 1] ?? 0) - 1e-9)
      }
    }),
  )
})

test.each([
  [{ longitude: 0, latitude: 0 }, [180, 84]],
  [{ longitude: -180, latitude: 84 }, [0, 0]],
  [{ longitude: 13.4, latitude: 52.5 }, [193.4, 31.5]],
  [{ longitude: 151.21, latitude: -33.87 }, [331.21, 117.87]],
  // Beyond the edges: at the edge.
  [{ longitude: 20, latitude: 89 }, [200, 0]],
  [{ longitude: 20, latitude: -80 }, [200, DRAWN.height]],
])('%o is drawn at %o', (position, [x = 0, y = 0]) => {
  const [shownX, shownY] = drawnAt(position)
  expect(shownX).toBeCloseTo(x, 9)
  expect(shownY).toBeCloseTo(y, 9)
})

test('a path closes its rings and keeps a tenth of a degree', () => {
  const ring = [
    [0, 0],
    [10.04, 0],
    [10.06, -10],
    [0, 0],
  ]
  expect(drawnPath([[ring]])).toBe('M180 84L190 84L190.1 94L180 84Z')
  expect(drawnGraticule({ meridians: [0], parallels: [0, -60] })).toBe('M180 0V142M0 84H360')
})

test('a ring across the antimeridian is cut into one on each side; another one stays whole', () => {
  const inside = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 0],
  ]
  expect(cutRing(inside)).toEqual([inside])
  // A square from 170° E to 170° W: its middle is the antimeridian.
  const across = [
    [170, 0],
    [-170, 0],
    [-170, 10],
    [170, 10],
    [170, 0],
  ]
  const parts = cutRing(across)
  const spans = parts.map((part) => {
    const longitudes = part.map(([longitude]) => longitude)
    return [Math.min(...longitudes), Math.max(...longitudes)]
  })
  expect(spans.sort(([a = 0], [b = 0]) => a - b)).toEqual([
    [-180, -170],
    [170, 180],
  ])
  for (const part of parts) expect(part.at(-1)).toEqual(part[0])
})

test('the shipped outline has no line across the whole map, and land where there is land', () => {
  const rings = land.geometry.coordinates.map(([ring = []]) => ring)
  expect(rings.length).toBeGreaterThan(100)
  const isOnEdge = ([longitude = 0]: readonly number[]) => Math.abs(longitude) === 180
  for (const ring of rings)
    for (const [index, point] of ring.entries()) {
      const before = ring[index - 1] ?? point
      const isAlongPole = point[1] === -90 && before[1] === -90
      if (!isAlongPole && !(isOnEdge(point) && isOnEdge(before)))
        expect(Math.abs((point[0] ?? 0) - (before[0] ?? 0))).toBeLessThan(90)
    }
  // Even-odd rule, independent of the code above.
  const isLand = (longitude: number, latitude: number): boolean =>
    rings.filter(
      (ring) =>
        ring.filter(([x = 0, y = 0], index) => {
          const [beforeX = x, beforeY = y] = ring[index - 1] ?? []
          return y > latitude !== beforeY > latitude && longitude < x + ((latitude - y) / (beforeY - y)) * (beforeX - x)
        }).length %
          2 ===
        1,
    ).length %
      2 ===
    1
  const places: readonly (readonly [string, number, number, boolean])[] = [
    ['Berlin', 13.4, 52.5, true],
    ['Chukotka, beyond the antimeridian', -175, 67, true],
    ['Siberia', 100, 62, true],
    ['Kansas', -98, 38, true],
    ['Brasilia', -47.9, -15.8, true],
    ['South Pole', 10, -88, true],
    ['Atlantic', -30, 30, false],
    ['Pacific', -150, 0, false],
    ['Arctic Ocean', 0, 80, false],
  ]
  for (const [name, longitude, latitude, expected] of places)
    expect([name, isLand(longitude, latitude)]).toEqual([name, expected])
})

test('labels stand to the right, to the left at the edge, and not at all over another circle', () => {
  const at = (id: string, x: number, y: number, radiusPx: number) => ({ id, x, y, radiusPx, label: 'Frankfurt' })
  const sides = labelSides(
    [
      at('free', 100, 50, 10),
      at('edge', 380, 50, 10),
      at('large', 200, 150, 20),
      at('hidden', 205, 152, 5),
      at('between', 300, 250, 5),
      at('west', 250, 250, 6),
      at('east', 350, 250, 6),
    ],
    400,
  )
  expect(Object.fromEntries(sides)).toEqual({ free: 'right', edge: 'left', large: 'right', west: 'left' })
})

const location = (id: string, cloud: string, position: Location['position']): Location => ({
  ...{ id, name: id.toUpperCase(), cloud, position, country: 'DE', online: true, simulated: false, closed: false },
  ...{ capabilities: [], agents: 1, allCapabilities: [] },
})
const row = (location_id: string, p50: number | null, count = 10, fail = 0) => ({
  ...{ location_id, pass: count - fail, slow: 0, warning: 0, fail, count },
  pass_rate: count === 0 ? null : (count - fail) / count,
  metrics: [{ metric: 'total' as const, count, values: p50 === null ? null : { p50, p90: p50 * 2 } }],
})
const locations = [
  location('fra', 'Amazon Web Services', { longitude: 8.68, latitude: 50.11 }),
  location('office', '?', null),
  location('syd', 'Google Cloud', { longitude: 151.21, latitude: -33.87 }),
]
const places = mapPlaces(
  [row('fra', 120), row('gone', null, 2, 2), row('office', 80, 1234, 3), row('syd', 300)],
  locations,
  'p50',
)

test('places stand slowest first; one without coordinates or without an answer, and one that is gone, are there too', () => {
  expect(places.map(({ id, ms }) => [id, ms])).toEqual([
    ['syd', 300],
    ['fra', 120],
    ['office', 80],
    ['gone', null],
  ])
  expect(places.map(({ position }) => position !== null)).toEqual([true, true, false, false])
  expect(mapPlaces([row('fra', 120)], locations, 'p90')[0]?.ms).toBe(240)
  expect(places.map(isFailing)).toEqual([false, false, false, true])
  expect(placeWords(places[2] ?? never(), 'p50')).toBe('OFFICE, p50 80 ms, 1,234 runs, 3 failed')
  expect(placeWords(places[3] ?? never(), 'p50')).toBe('gone, no response, 2 runs, 2 failed')
  expect(mapFinding(places, 'p50')).toBe(
    'Of 3 locations, SYD (p50 300 ms) is the slowest and OFFICE (p50 80 ms) the fastest.',
  )
  expect(mapFinding([], 'p50')).toBe('No measurements in this range.')
  expect(mapRows(places, 'p50')[1]).toEqual(['syd', 'SYD', 'Google Cloud', -33.87, 151.21, 300, 10, 0])
})

const never = (): never => {
  throw new Error('There is one.')
}

test('a provider has its colour on every map; unknown ones share the last', () => {
  expect(cloudsOf(places)).toEqual([
    { name: '', series: 8 },
    { name: 'Amazon Web Services', series: 1 },
    { name: 'Google Cloud', series: 5 },
  ])
  const many = ['Zeta', 'IBM Cloud', 'Microsoft Azure', 'Alpha', 'Beta', 'Gamma'].map((cloud) => ({ cloud }))
  expect(cloudsOf(many).map(({ name, series }) => [name, series])).toEqual([
    ['Alpha', 2],
    ['Beta', 6],
    ['Gamma', 7],
    ['IBM Cloud', 4],
    ['Microsoft Azure', 3],
    ['Zeta', 8],
  ])
})

test('a map’s settings are in the address; the lag of schedules is none of them', () => {
  const none = { metric: 'total', percentile: 'p50', location: null, region: null, ip: null, log: false, table: false }
  expect(mapShown({})).toEqual(none)
  expect(mapShown({ metric: 'lag' })).toEqual(none)
  expect(mapShown({ metric: 'ttfb', quantile: '0.95', region: 'eu', ip: '192.0.2.1', scale: 'log' })).toEqual({
    ...{ ...none, metric: 'ttfb', percentile: 'p95', region: 'eu', ip: '192.0.2.1', log: true },
  })
})

test('a circle leads to the results of its location in the range, whose end is exclusive', () => {
  const period = chartPeriod({ from: '2026-03-01', to: '2026-03-01' }, Date.parse('2026-03-10T00:00:00Z'))
  expect(resultsOf('fra', period)).toEqual({
    ...{ location: 'fra', from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T23:59:59.999Z' },
  })
})

test('the picture has a circle for each place with coordinates, and text cannot become markup', () => {
  const sized = places.map((place) => ({ ...place, name: `<${place.name}>`, radiusPx: 10 }))
  const svg = mapPicture({ title: 'Total & more', places: sized, clouds: cloudsOf(places), theme })
  expect(svg).toContain('Total &amp; more')
  expect(svg).toContain('&lt;SYD&gt;')
  expect(svg.match(/<circle/g)).toHaveLength(2 + 3)
  expect(svg).not.toContain('undefined')
})

test('a block says its counts and leads to what failed; the picture marks it by more than colour', () => {
  expect(countWords({ pass: 58, slow: 1, warning: 0, fail: 1 })).toBe('58 passed, 1 slow, 1 failed')
  expect(countWords({ pass: 1200, slow: 0, warning: 2, fail: 0 })).toBe('1,200 passed, 2 warnings')
  const period = chartPeriod({ from: '2026-03-01', to: '2026-03-01' }, Date.parse('2026-03-10T00:00:00Z'))
  const hour = (at: string, pass: number, fail: number) => ({
    ...{ time: `2026-03-01T${at}:00:00.000Z`, pass, slow: 0, warning: 0, fail, total: pass + fail },
  })
  const rows = [hour('00', 4, 0), hour('01', 97, 3), hour('02', 17, 3), hour('03', 1, 3)]
  const grid = passFailBlocks(rows, period, { callId: 'm', location: 'fra' })
  const [blocks = []] = grid.rows.map((each) => each.blocks)
  expect(blocks.slice(0, 5).map((block) => block?.detail)).toEqual([
    ...['4 passed', '97 passed, 3 failed', '17 passed, 3 failed', '1 passed, 3 failed'],
    undefined,
  ])
  expect(blocks[0]?.place?.search).toMatchObject({ location: 'fra', category: null })
  expect(blocks[3]?.place?.search).toEqual({
    ...{ from: '2026-03-01T03:00:00.000Z', to: '2026-03-01T03:59:59.999Z', category: 'FAIL', location: 'fra' },
  })
  const { svg, height } = blocksPicture({ title: 'Pass rate', grid, theme })
  expect(height).toBe(56 + 20 + 44)
  // Each look once among the blocks and once in the legend: an edge for two of them, a cross for one.
  expect(svg.match(/stroke="full"/g)).toHaveLength(2)
  expect(svg.match(/stroke="edge"/g)).toHaveLength(2)
  expect(svg.match(/stroke="mark"/g)).toHaveLength(2)
  expect(svg.match(/fill="none"/g)?.length).toBe(20 + 1 + 4)
})
