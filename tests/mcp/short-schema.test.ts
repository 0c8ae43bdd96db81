import { Validator } from '@cfworker/json-schema'
import { expect, test } from 'vitest'
import { type Schema, schemaProblem } from '../../src/mcp/schema-problem.ts'
import { shortSchema } from '../../src/mcp/short-schema.ts'
import { openDeafToolbox } from '../laws/tools.ts'

const tools = openDeafToolbox().toolbox.list()
const fits = (schema: Schema, value: unknown) => new Validator(schema as object, '2020-12').validate(value).valid

const branchesOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf.flatMap((each: Schema) => branchesOf(each)) : [schema]

/** Values that a schema takes, one or more of each of its alternatives. */
const valuesOf = (schema: Schema): readonly unknown[] =>
  branchesOf(schema).flatMap((each): readonly unknown[] => {
    if (Array.isArray(each.enum)) return each.enum
    if ('const' in each) return [each.const]
    if (each.type === 'null') return [null]
    if (each.type === 'boolean') return [true, false]
    if (each.type === 'string') return ['x', '12']
    if (each.type === 'number' || each.type === 'integer') return [each.minimum ?? 1, each.maximum ?? 1]
    if (each.type === 'array') return [valuesOf((each.items ?? {}) as Schema)]
    const fields = Object.entries((each.properties ?? {}) as Record<string, Schema>)
    return [Object.fromEntries(fields.map(([key, field]) => [key, valuesOf(field)[0]]))]
  })

test('the schema that a model reads takes every value that a tool takes, and names the same arguments', () => {
  const faults: string[] = []
  let tried = 0
  for (const { name, inputSchema } of tools) {
    const { properties, required = [], additionalProperties } = shortSchema(inputSchema) as Partial<typeof inputSchema>
    expect([name, Object.keys(properties ?? {}), required, additionalProperties]).toEqual([
      name,
      Object.keys(inputSchema.properties),
      inputSchema.required,
      false,
    ])
    for (const [key, schema] of Object.entries(inputSchema.properties))
      for (const value of valuesOf(schema)) {
        // Some values break a pattern, and words are also taken in small letters, which the short schema does not say.
        const isSmall =
          JSON.stringify(schema).includes(`"${String(value).toUpperCase()}"`) && !/[A-Z]/.test(String(value))
        if (schemaProblem(value, schema, key) !== null || isSmall) continue
        tried += 1
        if (!fits(properties?.[key] ?? {}, value)) faults.push(`${name} ${key}: ${JSON.stringify(value)}`)
      }
  }
  expect([faults, tried > 1_000]).toEqual([[], true])
})

test('it still refuses another type and an unknown word', () => {
  const properties = (name: string) =>
    shortSchema(tools.find((each) => each.name === name)?.inputSchema ?? {}).properties as Record<string, Schema>
  expect(fits(properties('monitor_create').url ?? {}, 7)).toBe(false)
  expect(fits(properties('monitor_create').redirect_method ?? {}, 'FETCH')).toBe(false)
  expect(fits(properties('list_monitor').limit ?? {}, 201)).toBe(false)
})
