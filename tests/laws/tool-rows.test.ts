import { type } from 'arktype'
import { expect, test } from 'vitest'
import { argumentsOf } from '../../src/commands/core/argument.ts'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { offered } from '../../src/mcp/offered.ts'
import { COLUMNS, columnOf, shortRows, withoutNothing } from '../../src/mcp/short-rows.ts'
import { isList } from '../../src/mcp/tool.ts'

type Schema = {
  readonly anyOf?: readonly Schema[]
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
}

const pathsIn = (schema: Schema, before = ''): readonly string[] =>
  (schema.anyOf ?? [schema]).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, inner]) => [before + key, ...pathsIn(inner, `${before}${key}.`)]),
  )

const pathsOf = (name: EndpointName): readonly string[] => {
  const { answer, lists = 'data' }: AnyEndpoint = contract[name]
  const schema = type.raw(answer).toJsonSchema({ fallback: ({ base }) => base }) as Schema
  return pathsIn(schema.properties?.[lists]?.items ?? {})
}

// The keys of the table are names of endpoints; Object.entries cannot know it.
const chosen = Object.entries(COLUMNS) as readonly [EndpointName, string][]
const lists = offered.filter(isList)

test('every column of a short row is a field of the row, under a name of its own, and the first is its id', () => {
  for (const [name, columns] of chosen) {
    const known = pathsOf(name)
    const each = columns.split(' ').map(columnOf)
    expect([name, each.filter(({ path }) => !known.includes(path))]).toEqual([name, []])
    expect([name, new Set(each.map((one) => one.name)).size, each[0]?.name]).toEqual([name, each.length, 'id'])
  }
  const listed = new Set(lists.flatMap(({ reads = [] }) => reads))
  expect(chosen.map(([name]) => name).filter((name) => !listed.has(name))).toEqual([])
})

test('no list has arguments of its own that are called like those of a page', () => {
  const taken = lists.filter((command) => argumentsOf(command).some(({ key }) => key === 'skip' || key === 'details'))
  expect(taken.map(({ id }) => id)).toEqual([])
})

test('a short row of any list has no nothing, no long text and no long part', () => {
  const rows = [
    {
      id: 'i',
      name: 'x'.repeat(10_000),
      gone: null,
      none: [],
      deep: { inner: { gone: null, empty: '' } },
      no: false,
      zero: 0,
      many: Array.from({ length: 1_000 }, (_, at) => at),
    },
  ]
  for (const command of lists) {
    const [short] = shortRows(command, rows).rows
    const text = JSON.stringify(short)
    expect([command.id, text.length < 1_000, /null|\[\]|\{\}|""/.test(text)]).toEqual([command.id, true, false])
  }
  expect(withoutNothing(rows[0])).toEqual({ ...rows[0], gone: undefined, none: undefined, deep: undefined })
})
