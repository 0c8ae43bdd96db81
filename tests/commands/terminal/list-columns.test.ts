import { type } from 'arktype'
import { expect, test } from 'vitest'
import { readableCell } from '../../../src/cli/cells.ts'
import { describedText } from '../../../src/cli/described.ts'
import { LIST_COLUMNS, listColumns } from '../../../src/cli/list-columns.ts'
import { shownText } from '../../../src/cli/print.ts'
import type { EntityKind } from '../../../src/commands/core/world.ts'
import { headlessCommandById, headlessCommands } from '../../../src/commands/headless/book.ts'
import { listedKind } from '../../../src/commands/headless/reads.ts'
import { contract } from '../../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../../src/contract/core/endpoint.ts'
import { testIo } from './test-terminal.ts'

type Schema = {
  readonly anyOf?: readonly Schema[]
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
}

const pathsIn = (schema: Schema, before = ''): readonly string[] =>
  (schema.anyOf ?? [schema]).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, inner]) => [before + key, ...pathsIn(inner, `${before}${key}.`)]),
  )

// The keys of the table are kinds; Object.keys cannot know it.
const chosen = Object.keys(LIST_COLUMNS) as readonly EntityKind[]

/** The paths of a row, as the contract declares it. */
const declaredPaths = (kind: EntityKind): readonly string[] => {
  const [name] = headlessCommandById(`rows.${kind}`)?.reads ?? []
  if (name === undefined) return []
  const { answer, lists = 'data' }: AnyEndpoint = contract[name]
  const schema = type.raw(answer).toJsonSchema({ fallback: ({ base }) => base }) as Schema
  return pathsIn(schema.properties?.[lists]?.items ?? {})
}

test('every column of a list is a field of its rows', () => {
  const unknown = chosen.flatMap((kind) => {
    const known = declaredPaths(kind)
    return (listColumns(kind) ?? []).filter(({ path }) => !known.includes(path)).map(({ path }) => `${kind}: ${path}`)
  })
  expect(unknown).toEqual([])
})

test('every list of the API has columns of its own, which end with the id', () => {
  const lists = headlessCommands.filter((command) => listedKind(command) !== null && command.reads !== undefined)
  expect(lists.flatMap((command) => listedKind(command) ?? []).filter((kind) => listColumns(kind) === null)).toEqual([])
  for (const kind of chosen)
    expect([kind, listColumns(kind)?.at(-1)?.path]).toEqual([kind, kind === 'environment' ? 'variables' : 'id'])
})

const row = {
  id: 'r1',
  created: '2026-07-01T12:00:00.000Z',
  test: 'Checkout',
  result_category: 'FAIL',
  http_code: 503,
  response_time: 812.6,
  location_id: 'local',
  meta: { trigger: 'api' },
}
const shown = { form: 'rows', rows: [row], more: false } as const
const form = { format: 'table', columns: undefined, hasHeads: true, kind: 'result' } as const

test('a list of results shows time, monitor, category, status, latency and location', () => {
  const person = testIo({ isTerminal: true, env: { TZ: 'Europe/Berlin', NO_COLOR: '1' } }).io
  expect(shownText(shown, form, person)).toBe(
    [
      'TIME                 MONITOR   RESULT  STATUS  LATENCY  LOCATION  ID\n',
      '2026-07-01 14:00:00  Checkout  FAIL    503     813 ms   local     r1\n',
    ].join(''),
  )
  const program = testIo().io
  expect(shownText(shown, { ...form, hasHeads: false }, program)).toBe(
    '2026-07-01T12:00:00.000Z\tCheckout\tFAIL\t503\t812.6\tlocal\tr1\n',
  )
})

test('each format prints the same rows', () => {
  const { io } = testIo()
  const text = (parts: object) => shownText(shown, { ...form, ...parts }, io)
  expect(text({ format: 'name' })).toBe('r1\n')
  expect(JSON.parse(text({ format: 'json' }))).toEqual([row])
  expect(JSON.parse(text({ format: 'jsonl' }))).toEqual(row)
  expect(text({ format: 'yaml', columns: 'test,http_code' })).toBe('- test: Checkout\n  http_code: 503\n')
  expect(text({ format: 'wide' }).split('\n')[0]).toContain('\tmeta.trigger')
})

test('times are those of the zone that TZ names, and of UTC where nobody knows it', () => {
  const at = '2026-01-01T23:30:00Z'
  expect(readableCell('time', at, { TZ: 'Asia/Tokyo' })).toBe('2026-01-02 08:30:00')
  expect(readableCell('time', at, { TZ: 'Nowhere/Here' })).toBe('2026-01-01 23:30:00')
  expect(readableCell('pass_rate_24h', 0.9999, {})).toBe('99.9 %')
})

test('times of a plan are those of the zone beside them', () => {
  const downtime = {
    id: 'd1',
    meta: { name: 'Move', created: '2026-12-01T09:00:00Z' },
    status: 'upcoming',
    schedule: { start_time: '2026-12-05T09:00:00Z', end_time: '2026-12-05T11:00:00Z', timezone: 'Europe/Berlin' },
    next_window: { start_time: '2026-12-05T09:00:00Z', end_time: '2026-12-05T11:00:00Z' },
  }
  const { io } = testIo({ isTerminal: true, env: { TZ: 'America/New_York', NO_COLOR: '1' } })
  const rows = { form: 'rows', rows: [downtime], more: false } as const
  expect(shownText(rows, { ...form, kind: 'downtime' }, io)).toContain('2026-12-05 10:00:00  2026-12-05 12:00:00')
  const described = describedText(downtime, io)
  expect(described.match(/2026-12-05 1\d:00:00/g)).toEqual(
    Array(2).fill(['2026-12-05 10:00:00', '2026-12-05 12:00:00']).flat(),
  )
  expect(described).toContain('2026-12-01 04:00:00')
})
