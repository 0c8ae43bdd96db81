import { type } from 'arktype'
import type { Argument } from '../argument.ts'

/** The form in which an argument's value is written; for a list, the form of one item. */
export type ValueShape = {
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'pairs' | 'map'
  /** The only texts it takes; empty where any will do. */
  readonly choices: readonly string[]
  /** Those of the choices that are numbers. */
  readonly numbers: readonly number[]
  /** Numbers that it takes, where it takes any. */
  readonly number: { readonly integer: boolean; readonly least: number | null; readonly most: number | null } | null
  /** Any text will do. */
  readonly text: boolean
  readonly nullable: boolean
  /** Null where the value will do, else what it must be: "at most length 40". */
  problemOf(value: unknown): string | null
}

// Compiling a definition takes about a millisecond, so it is done once, when a line is first read with it.
const shapes = new WeakMap<Argument, ValueShape>()

/** The shape of an argument's values, read off its definition. */
export const shapeOf = (argument: Argument): ValueShape => {
  const before = shapes.get(argument)
  if (before) return before
  const compiled = type.raw(argument.definition)
  const shape = {
    ...written(branchesOf(compiled.toJsonSchema())),
    problemOf: (value: unknown) => {
      const answer: unknown = compiled(value)
      return answer instanceof type.errors ? (answer[0]?.expected ?? 'something else') : null
    },
  }
  shapes.set(argument, shape)
  return shape
}

/** Whether an argument is any text, such as a new name; not where it is a time. */
export const isFreeText = (argument: Argument): boolean => {
  const { kind, text } = shapeOf(argument)
  return kind === 'text' && text && argument.kind === null && argument.time === null
}

/** Whether a number is out of its bounds, and no further digit can bring it back. */
export const isBeyond = (value: unknown, { number }: ValueShape): boolean => {
  const { least, most } = number ?? { least: null, most: null }
  return typeof value === 'number' && ((most !== null && value > most) || (least !== null && least >= 0 && value < 0))
}

type Branch = {
  readonly anyOf?: readonly Branch[]
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Branch
  readonly properties?: object
}

const branchesOf = (schema: object): readonly Branch[] => {
  const branch: Branch = schema
  return branch.anyOf ?? [branch]
}

const written = (branches: readonly Branch[]): Omit<ValueShape, 'problemOf'> => {
  const list = branches.find(({ type }) => type === 'array')
  const items = list ? branchesOf(list.items ?? {}) : branches
  const number = items.find(({ type }) => type === 'number' || type === 'integer')
  const choices = items.flatMap((each) => each.enum ?? each.const ?? [])
  const numbers = choices.filter((each) => typeof each === 'number')
  const isText = ({ type, const: only, enum: some }: Branch) => type === 'string' && only === undefined && !some
  return {
    kind: list
      ? list.items?.properties
        ? 'pairs'
        : 'list'
      : // What may be text too is typed as text.
        branches.some(({ type }) => type === 'object') && !branches.some(isText)
        ? 'map'
        : branches.some(({ type }) => type === 'boolean')
          ? 'boolean'
          : (number || numbers.length > 0) && !branches.some(isText)
            ? 'number'
            : 'text',
    choices: [...withoutCase(choices.filter((each) => typeof each === 'string')), ...numbers.map(String)],
    numbers,
    number: number
      ? { integer: number.type === 'integer', least: number.minimum ?? null, most: number.maximum ?? null }
      : null,
    text: items.some(isText),
    nullable: branches.some(({ type }) => type === 'null'),
  }
}

/** Where both `GET` and `get` will do, one is offered. */
const withoutCase = (choices: readonly string[]): string[] =>
  choices.filter((each) => !(each !== each.toUpperCase() && choices.includes(each.toUpperCase())))
