import { type } from 'arktype'
import { type Argument, argumentsOf, bulkArgumentOf, givenName } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { argumentText } from './argument-text.ts'
import { descriptionOf } from './descriptions.ts'
import { hintsOf, isReading } from './effects.ts'
import { askingOf } from './questions.ts'
import type { Schema } from './schema-problem.ts'

/** A command as a tool of the Model Context Protocol. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, Schema>>
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** The name of a command's tool. Some clients take letters, digits, dashes and underscores alone. */
export const toolNameOf = ({ id }: Command): string =>
  id
    .replace(/^rows\./, 'list.')
    .replace(/^one\./, 'show.')
    .replaceAll('.', '_')

/** Rows that a list answers without `limit`, and at most. */
export const USUAL_ROWS = 50
const MOST_ROWS = 200
const MOST_SKIPPED = 2_000

/** Whether a command lists rows, which are then answered a page at a time. */
export const isList = ({ args }: Command): boolean => 'all?' in args && 'limit?' in args

const renamed = (values: Values, names: ReadonlyMap<string, string>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const name = names.get(key) ?? key
      // Both names at once are refused: nobody can tell which one is meant.
      return [name in values ? key : name, value]
    }),
  )

type Values = Readonly<Record<string, unknown>>

/** Values for a tool by the names that its schema has. The name that an argument has in the API is read, too. */
export const namedAsInTool = (command: Command, values: Values): Values =>
  renamed(values, new Map(argumentsOf(command).map((each) => [each.key, givenName(each)])))

/** Values of a tool by the names that its command has. */
export const namedAsInCommand = (command: Command, values: Values): Values =>
  renamed(values, new Map(argumentsOf(command).map((each) => [givenName(each), each.key])))

const schemaOf = ({ definition }: Argument): Schema => {
  // Fields that JSON Schema cannot say, such as a date, are said as far as it can.
  const { $schema: _, ...schema } = type.raw(definition).toJsonSchema({ fallback: ({ base }) => base }) as Schema & {
    $schema?: string
  }
  return schema
}

const propertyOf = (command: Command, argument: Argument): Schema => {
  const one = schemaOf(argument)
  const description = argumentText(argument)
  // An answer shows one object, so a reading takes one.
  const isBulk = bulkArgumentOf(command)?.key === argument.key && !isReading(command)
  const schema = isBulk ? { anyOf: [one, { type: 'array', items: one, minItems: 1, maxItems: 100 }] } : one
  return { ...schema, ...(description !== undefined && { description }) }
}

const pageProperties: Readonly<Record<string, Schema>> = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: MOST_ROWS,
    description: `How many rows at most; ${USUAL_ROWS} without it.`,
  },
  skip: {
    type: 'integer',
    minimum: 0,
    maximum: MOST_SKIPPED,
    description: 'How many rows to leave out at the start, for the next page.',
  },
  details: { type: 'boolean', description: 'All fields of each row.' },
}

const projectProperty: Schema = {
  type: 'string',
  description: 'Its id or name; without it, the default project.',
}

const confirmProperty: Schema = {
  type: 'string',
  maxLength: 40,
  description: 'The code that the first call answers. Give it only if the person agrees.',
}

const built = new Map<string, Tool>()

/** The tool of a command. `hasProjects`: the caller may enter several projects, so that each call names its own. */
export const toolOf = (command: Command, hasProjects: boolean): Tool => {
  const key = `${command.id} ${hasProjects}`
  const before = built.get(key)
  if (before) return before
  const all = argumentsOf(command)
  const shown = isList(command) ? all.filter((each) => each.key !== 'all' && each.key !== 'limit') : all
  const tool: Tool = {
    name: toolNameOf(command),
    title: command.title,
    description: `${descriptionOf(command)}${askingOf(command) === 'always' ? ' It asks for a confirmation first.' : ''}`,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(shown.map((each) => [givenName(each), propertyOf(command, each)])),
        ...(isList(command) && pageProperties),
        ...(hasProjects && !shown.some((each) => each.key === 'project') && { project: projectProperty }),
        ...(askingOf(command) !== 'never' && { confirm: confirmProperty }),
      },
      required: shown.flatMap((each) => (each.required ? [givenName(each)] : [])),
      additionalProperties: false,
    },
    annotations: { title: command.title, ...hintsOf(command) },
  }
  built.set(key, tool)
  return tool
}
