import { afterAll, beforeAll, expect, test } from 'vitest'
import { showTimesIn } from '../../../src/views/parts/text/time-zone.ts'
import { rangeProblem } from '../../../src/views/statistics/chart-period.ts'
import { searchProblems } from '../../../src/views/statistics/chart-search.ts'
import { lagWords } from '../../../src/views/statistics/lag-words.ts'
import { zoneInAddress } from '../../../src/views/statistics/zone-in-address.ts'

const NOW = Date.parse('2026-03-10T14:20:30Z')
beforeAll(() => showTimesIn('UTC'))
afterAll(() => showTimesIn(null))

test('a link that asks for what is not there says so, with what is shown', () => {
  expect(rangeProblem({}, NOW)).toBeNull()
  expect(rangeProblem({ range: '7d' }, NOW)).toBeNull()
  expect(rangeProblem({ range: 'custom', from: '2026-03-01', to: '2026-03-02' }, NOW)).toBeNull()
  expect(rangeProblem({ range: 'banana' }, NOW)).toBe(
    'The link asks for the range “banana”, which does not exist. The last 24 hours are shown.',
  )
  expect(rangeProblem({ from: '2026-03-02', to: '2026-03-01' }, NOW)).toBe(
    'The link asks for a range from 2026-03-02 to 2026-03-01, which is no range of time. The last 24 hours are shown.',
  )
  expect(searchProblems({ metric: 'ttfb', scale: 'log', quantile: '0.95', zone: 'Asia/Tokyo' })).toEqual([])
  expect(searchProblems({ metric: 'lunch', quantile: '2', zone: 'Mars/Base' })).toEqual([
    'The link asks for the latency “lunch”, which does not exist. The total is shown.',
    'The link asks for the quantile “2”, which charts do not show. The usual ones are shown.',
    'The link asks for the time zone “Mars/Base”, which does not exist. Your time zone is used.',
  ])
})

test('a chart’s own time zone holds on its tabs alone', () => {
  expect(zoneInAddress('/tests/test/c1/stats/latency?zone=Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(zoneInAddress('/tests/test/c1/stats/?zone=Mars/Base')).toBeNull()
  expect(zoneInAddress('/tests/test/c1/results?zone=Asia/Tokyo')).toBeNull()
})

test('lateness claims no share of few runs', () => {
  expect(lagWords({ count: 1, median: 20, p99: 20 })).toBe('The one scheduled run started 20 ms after it was due.')
  expect(lagWords({ count: 12, median: 20, p99: 1200 })).toBe(
    'Scheduled runs start 20 ms after they are due (median); the p99 is 1,200 ms.',
  )
})
