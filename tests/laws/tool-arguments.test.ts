import { expect, test } from 'vitest'
import { argumentsOf, bulkArgumentOf, givenName } from '../../src/commands/core/argument.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { offered } from '../../src/mcp/offered.ts'
import { type Tool, toolNameOf, toolOf } from '../../src/mcp/tool.ts'
import { openDeafToolbox } from './tools.ts'

const { toolbox, calls } = openDeafToolbox()
const { toolbox: usual } = openDeafToolbox({ selection: 'usual' })
const general = usual.list().filter(({ name }) => name === 'find_tools' || name === 'use_tool')
const tools: readonly Tool[] = [...toolbox.list(), ...general]

type Schema = Readonly<Record<string, unknown>>

/** A value of each type. */
const VALUES: Readonly<Record<string, unknown>> = {
  string: 'x',
  number: 1.5,
  boolean: true,
  null: null,
  array: [{ 'no such': 1 }],
  object: { 'no such': [] },
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : typeof value

const typesOf = (schema: Schema): readonly string[] => {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((each: Schema) => typesOf(each))
  if (Array.isArray(schema.enum)) return schema.enum.map(typeOf)
  if ('const' in schema) return [typeOf(schema.const)]
  return schema.type === 'integer' ? ['number'] : [String(schema.type)]
}

/** What a call answers, by itself and through `use_tool`. */
const answersTo = async (name: string, given: object): Promise<readonly string[]> => {
  const texts: string[] = []
  const isGeneral = general.some((each) => each.name === name)
  for (const answer of [
    await toolbox.use(name, { ...given }),
    ...(isGeneral ? [] : [await toolbox.use('use_tool', { tool: name, arguments: given })]),
  ])
    texts.push(answer && 'content' in answer && answer.isError ? (answer.content[0]?.text ?? '') : 'not refused')
  return texts
}

test('a value of a wrong type is refused by a sentence that names its argument, and nothing is done', async () => {
  const faults: string[] = []
  for (const { name, inputSchema } of tools)
    for (const [key, schema] of Object.entries(inputSchema.properties)) {
      const right = typesOf(schema)
      for (const [type, value] of Object.entries(VALUES)) {
        if (right.includes(type)) continue
        for (const text of await answersTo(name, { [key]: value }))
          if (!text.startsWith(`${key} must be `) || !text.endsWith(' Nothing was done.'))
            faults.push(`${name} ${key} as ${type}: ${text}`)
      }
    }
  expect([faults, calls]).toEqual([[], []])
})

test('items of a wrong type are refused by their place in the list', async () => {
  const faults: string[] = []
  for (const { name, inputSchema } of tools)
    for (const [key, schema] of Object.entries(inputSchema.properties)) {
      if (schema.type !== 'array') continue
      const [type, value] =
        Object.entries(VALUES).find(([each]) => !typesOf(schema.items as Schema).includes(each)) ?? []
      for (const text of await answersTo(name, { [key]: [value] }))
        if (!text.includes(`${key}[0] must be `)) faults.push(`${name} ${key} with ${type}: ${text}`)
    }
  expect([faults, calls]).toEqual([[], []])
})

test('an argument that a tool does not have is refused by its name, with the nearest one', async () => {
  const faults: string[] = []
  for (const { name, inputSchema } of tools) {
    expect([name, inputSchema.additionalProperties]).toEqual([name, false])
    const keys = Object.keys(inputSchema.properties)
    for (const text of await answersTo(name, { no_such_argument_at_all: 1 }))
      if (!text.startsWith('There is no argument no_such_argument_at_all.')) faults.push(`${name}: ${text}`)
    for (const key of keys.filter((each) => each.length > 3)) {
      const slip = `${key.slice(0, -1)}${key.at(-1) === 'x' ? 'z' : 'x'}`
      if (keys.includes(slip)) continue
      for (const text of await answersTo(name, { [slip]: 1 }))
        if (!text.startsWith(`There is no argument ${slip}. Did you mean `)) faults.push(`${name}: ${text}`)
    }
  }
  expect([faults, calls]).toEqual([[], []])
})

test('an argument that is missing is named', async () => {
  const faults: string[] = []
  for (const { name, inputSchema } of tools) {
    const [first] = inputSchema.required
    if (first === undefined) continue
    for (const text of await answersTo(name, {}))
      if (!text.startsWith(`${first} is missing.`)) faults.push(`${name}: ${text}`)
  }
  expect([faults, calls]).toEqual([[], []])
})

test('a number outside its range is refused with the range', async () => {
  const [text] = await answersTo('list_monitor', { limit: 'x' })
  expect(text).toBe('limit must be a whole number from 1 to 200, not "x". Nothing was done.')
  expect((await answersTo('list_monitor', { limit: 201 }))[0]).toMatch(/from 1 to 200, not 201/)
  expect((await answersTo('list_monitor', { constructor: 1 }))[0]).toMatch(/no argument constructor/)
})

const reading = offered.filter((command) => toolOf(command, false).annotations.readOnlyHint)

test('a tool that reads takes one object, and says so where it is given a list', async () => {
  const about = reading.flatMap((command) => {
    const argument = bulkArgumentOf(command)
    return argument ? [{ command, key: givenName(argument) }] : []
  })
  expect(about.length).toBeGreaterThan(20)
  const faults: string[] = []
  for (const { command, key } of about) {
    const name = toolNameOf(command)
    if (typesOf(toolOf(command, false).inputSchema.properties[key] ?? {}).includes('array'))
      faults.push(`${name} takes a list of ${key}`)
    for (const text of await answersTo(name, { [key]: ['one', 'two'] }))
      if (
        !text.startsWith(`${key} must be `) ||
        !text.endsWith(' Name one at a time, in a call of its own. Nothing was done.')
      )
        faults.push(`${name}: ${text}`)
  }
  expect([faults, calls]).toEqual([[], []])
})

test('an argument that names an object is called by the noun of its kind, and the older name is read', async () => {
  const faults: string[] = []
  for (const command of offered) {
    const name = toolNameOf(command)
    const { properties } = toolOf(command, true).inputSchema
    const all = argumentsOf(command)
    const names = all.map(givenName)
    if (new Set(names).size < names.length) faults.push(`${name} has two arguments of one name: ${names.join(', ')}`)
    for (const argument of all) {
      const [key, older] = [givenName(argument), argument.key]
      if (argument.kind !== null && argument.flag === `--${key}` && key !== older) {
        if (older in properties || !(key in properties)) faults.push(`${name} calls ${key} ${older}`)
        for (const said of [key, older])
          for (const text of await answersTo(name, { [said]: 1 }))
            if (!text.startsWith(`${key} must be `)) faults.push(`${name} ${said}: ${text}`)
        for (const text of await answersTo(name, { [key]: 'x', [older]: 'x' }))
          if (!text.startsWith(`There is no argument ${older}.`)) faults.push(`${name} with both: ${text}`)
      }
      if (reading.includes(command) && argument.kind !== null && key.endsWith('_id'))
        faults.push(`${name} calls a ${argument.kind} ${key}`)
    }
  }
  expect([faults, calls]).toEqual([[], []])
  expect(
    toolOf(offered.find(({ id }) => id === 'rows.result') as Command, false).inputSchema.properties,
  ).toHaveProperty('monitor')
})
