import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monitorUrl } from '../../../src/domain/monitors/monitor-address.ts'
import { isNarrowed } from '../../../src/views/kit/list/filter.ts'
import { shownRows } from '../../../src/views/kit/list/list.ts'
import { monitorList } from '../../../src/views/monitors/listed-monitors.ts'
import {
  failingSentence,
  inOrder,
  type Monitor,
  statusOf,
  statusWord,
} from '../../../src/views/monitors/monitor-list.ts'

const categories = ['PASS', 'SLOW', 'WARNING', 'FAIL', 'QUEUED', 'SKIPPED'] as const

const monitorOf = (
  id: string,
  rest: { name: string; tags?: string[]; category?: string | null; score?: number | null; workspace?: string },
): Monitor => {
  const { name, tags = [], category = null, score = null, workspace = 'global' } = rest
  return {
    id,
    type: 'api',
    meta: {
      name,
      description: null,
      tags,
      workspace,
      domain: null,
      accept: null,
      content_type: null,
      owner: '',
      project_id: '',
      created: '',
      last_update: '',
    },
    request: {
      method: 'GET',
      url: `https://example.com/${id}`,
      parameters: [],
      headers: [],
      body: null,
      follow_redirects: true,
      redirect_method: 'keep',
      unset_variables: 'fail',
      verify_tls: true,
      connect_to: null,
      tls_name: null,
      timeout_seconds: 120,
    },
    access: { settings: false, results: false, stats: false, org: false },
    schedule_ids: [],
    monitored: false,
    insightsScore_score: score,
    insightsScore_missing: null,
    last_result:
      category === null
        ? null
        : {
            id: `r-${id}`,
            time: '2026-01-01T00:00:00Z',
            result_category: category as 'PASS',
            http_code: 200,
            response_time: 1,
          },
    locations: null,
    no_data: null,
    pass_rate_24h: null,
    median_24h: null,
    auth_problem: null,
  }
}

const anyMonitors = fc.uniqueArray(
  fc
    .record({
      id: fc.string({ minLength: 1, maxLength: 6 }),
      name: fc.string({ maxLength: 12 }),
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
      category: fc.option(fc.constantFrom(...categories)),
      score: fc.option(fc.integer({ min: 0, max: 10 })),
    })
    .map(({ id, ...rest }) => monitorOf(id, rest)),
  { selector: ({ id }) => id, maxLength: 30 },
)

test('a filter keeps exactly the monitors that pass each of its parts, in their order', () => {
  fc.assert(
    fc.property(
      anyMonitors,
      fc.string({ maxLength: 3 }),
      fc.subarray(['FAIL', 'PASS', 'NONE']),
      fc.subarray(['a', 'b']),
      fc.subarray(['c']),
      (monitors, search, results, tags, withoutTags) => {
        const kept = shownRows({ filters: monitorList.filters }, monitors, {
          search,
          result: results.join(','),
          tag: tags.join(','),
          'without-tag': withoutTags.join(','),
        })
        const words = search.toLowerCase().split(/\s+/)
        const expected = monitors.filter((monitor) => {
          const { id, meta, last_result } = monitor
          const text = `${meta.name}\n${monitorUrl(monitor)}\n${id}`.toLowerCase()
          return (
            words.every((word) => text.includes(word)) &&
            (results.length === 0 || results.includes(last_result?.result_category ?? 'NONE')) &&
            (tags.length === 0 || meta.tags.some((tag) => tags.includes(tag))) &&
            !meta.tags.some((tag) => withoutTags.includes(tag))
          )
        })
        expect(kept.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      },
    ),
  )
})

test('the usual order puts the lowest score first, what has none last, and equals by trouble, then by name', () => {
  const rows = [
    monitorOf('1', { name: 'beta', category: 'PASS' }),
    monitorOf('2', { name: 'alpha', category: 'PASS' }),
    monitorOf('3', { name: 'zeta', category: 'FAIL' }),
    monitorOf('4', { name: 'never' }),
    monitorOf('5', { name: 'good', category: 'PASS', score: 9 }),
    monitorOf('6', { name: 'bad', category: 'PASS', score: 2 }),
  ]
  expect(inOrder(rows, undefined).map(({ meta }) => meta.name)).toEqual([
    'bad',
    'good',
    'zeta',
    'alpha',
    'beta',
    'never',
  ])
})

test('an order loses no monitor and turns round, except that what is not known stays last', () => {
  fc.assert(
    fc.property(
      anyMonitors,
      fc.constantFrom('score', 'result', 'name', 'median', 'no such column'),
      (monitors, key) => {
        for (const sort of [key, `-${key}`]) expect(new Set(inOrder(monitors, sort))).toEqual(new Set(monitors))
        const scores = inOrder(monitors, '-score').map(({ insightsScore_score }) => insightsScore_score)
        const known = scores.filter((score) => score !== null)
        expect(scores.slice(0, known.length)).toEqual(known.toSorted((a, b) => b - a))
      },
    ),
  )
})

test('calls of the workspace _meta are never listed', () => {
  const monitors = [monitorOf('1', { name: 'own', workspace: '_meta' }), monitorOf('2', { name: 'shown' })]
  expect(shownRows(monitorList, monitors, {}).map(({ meta }) => meta.name)).toEqual(['shown'])
})

test('an address without filters lets everything through, one with a filter does not', () => {
  const { filters } = monitorList
  expect(isNarrowed(filters, { sort: '-name' })).toBe(false)
  const narrowing: Record<string, string>[] = [
    { search: 'x' },
    { result: 'fail' },
    { tag: 'a' },
    { 'without-tag': 'a' },
    { type: 'api' },
    { monitored: 'no' },
  ]
  for (const search of narrowing) expect(isNarrowed(filters, search)).toBe(true)
  expect(filters.find(({ name }) => name === 'result')?.chosen({ result: 'fail, Slow' })).toEqual(['FAIL', 'SLOW'])
})

test('tags are counted, the most frequent first', () => {
  const monitors = [monitorOf('1', { name: '', tags: ['b', 'a'] }), monitorOf('2', { name: '', tags: ['b'] })]
  expect(monitorList.filters.find(({ name }) => name === 'tag')?.options?.(monitors, {})).toEqual([
    { value: 'b', label: 'b', count: 2 },
    { value: 'a', label: 'a', count: 1 },
  ])
})

test('a monitor that fails at some locations counts as failing, and says how many', () => {
  const passed = monitorOf('m', { name: 'Shop', category: 'PASS' })
  const some = { ...passed, locations: { current: 3, failing: ['fra'] } }
  expect([statusOf(passed), statusWord(passed)]).toEqual(['PASS', undefined])
  expect([statusOf(some), statusWord(some)]).toEqual(['FAIL', '1 of 3 fail'])
  expect(failingSentence(some)).toBe('It fails from fra, and not from the other locations.')
  const all = { ...passed, locations: { current: 2, failing: ['fra', 'iad'] } }
  expect([statusOf(all), statusWord(all)]).toEqual(['FAIL', undefined])
})
