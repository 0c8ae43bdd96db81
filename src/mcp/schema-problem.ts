import { closestTo } from '../commands/core/line/closest.ts'

/** JSON Schema, as far as arguments use it. */
export type Schema = { readonly [key: string]: unknown }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const schemasIn = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

const choicesOf = (schema: Schema): readonly unknown[] | null =>
  'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : null

const range = (least: number | null, most: number | null, unit: string): string => {
  if (least !== null && most !== null) return least === most ? ` ${least}${unit}` : ` from ${least} to ${most}${unit}`
  return least !== null ? ` from ${least}${unit}` : most !== null ? ` up to ${most}${unit}` : ''
}

const ofNumber = (schema: Schema): string => {
  const [above, below] = [numberOf(schema.exclusiveMinimum), numberOf(schema.exclusiveMaximum)]
  const bounds = [
    range(numberOf(schema.minimum), numberOf(schema.maximum), ''),
    above === null ? '' : ` above ${above}`,
    below === null ? '' : ` below ${below}`,
  ]
  return `${schema.type === 'integer' ? 'a whole number' : 'a number'}${bounds.join('')}`
}

const ofText = (schema: Schema): string => {
  const [least, most] = [numberOf(schema.minLength), numberOf(schema.maxLength)]
  const length = least === 1 && most === null ? '' : range(least, most, ' characters')
  return `a text${length === '' ? '' : ` of${length.replace(' from', '')}`}${'pattern' in schema ? ' in the right form' : ''}`
}

/** What a value must be, in words: “a whole number from 1 to 200”. */
const expected = (schema: Schema): string => {
  const branches = schemasIn(schema.anyOf)
  if (branches.length > 0) {
    const choices = branches.flatMap((each) => choicesOf(each) ?? [])
    const rest = branches.filter((each) => choicesOf(each) === null).map(expected)
    const listed = choices.length > 0 ? [expected({ enum: choices })] : []
    return [...new Set([...listed, ...rest])].join(', or ')
  }
  const choices = choicesOf(schema)
  if (choices) {
    const written = [...new Set(choices)].map((each) => JSON.stringify(each))
    return written.length === 1 ? (written[0] ?? '') : `one of ${written.join(', ')}`
  }
  if (schema.type === 'string') return ofText(schema)
  if (schema.type === 'number' || schema.type === 'integer') return ofNumber(schema)
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'null') return 'null'
  if (schema.type === 'object') return 'an object'
  if (schema.type === 'array') {
    const most = range(numberOf(schema.minItems), numberOf(schema.maxItems), ' items')
    return `a list${most === '' ? '' : ` of${most.replace(' from', '')}`}${isSchema(schema.items) ? `, each ${expected(schema.items)}` : ''}`
  }
  return 'a value'
}

const isOfType = (value: unknown, type: unknown): boolean => {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isSchema(value)
    default:
      return true
  }
}

const within = (size: number, least: unknown, most: unknown): boolean =>
  size >= (numberOf(least) ?? 0) && size <= (numberOf(most) ?? Number.POSITIVE_INFINITY)

const numberFits = (value: number, schema: Schema): boolean =>
  value >= (numberOf(schema.minimum) ?? Number.NEGATIVE_INFINITY) &&
  value <= (numberOf(schema.maximum) ?? Number.POSITIVE_INFINITY) &&
  value > (numberOf(schema.exclusiveMinimum) ?? Number.NEGATIVE_INFINITY) &&
  value < (numberOf(schema.exclusiveMaximum) ?? Number.POSITIVE_INFINITY)

const textFits = (value: string, schema: Schema): boolean =>
  within([...value].length, schema.minLength, schema.maxLength) &&
  (typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value))

/** A list of names where one is taken is the mistake of whoever knows tools that take several. */
const isListOfNames = (value: unknown, schema: Schema): boolean => {
  const takes = (type: string) =>
    [schema, ...schemasIn(schema.anyOf)].some((each) => [each.type].flat().some((one) => one === type))
  return takes('string') && !takes('array') && Array.isArray(value) && value.every((each) => typeof each === 'string')
}

const LONGEST_SHOWN = 60

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

/** The sentence about the first value in `value` that does not fit its schema; null where all fit. `path` names it: `steps[2].kind`. */
export const schemaProblem = (value: unknown, schema: Schema, path: string): string | null => {
  const once = isListOfNames(value, schema) ? ' Name one at a time, in a call of its own.' : ''
  const wrong = `${path} must be ${expected(schema)}, not ${shown(value)}.${once}`
  const branches = schemasIn(schema.anyOf)
  if (branches.length > 0) {
    const problems = branches.map((each) => schemaProblem(value, each, path))
    if (problems.includes(null)) return null
    // Where one branch alone is of the value's type, what is wrong within it says more.
    const alike = branches.flatMap((each, at) => (each.type !== undefined && isOfType(value, each.type) ? [at] : []))
    return alike.length === 1 ? (problems[alike[0] ?? 0] ?? wrong) : wrong
  }
  if (!isOfType(value, schema.type)) return wrong
  const choices = choicesOf(schema)
  if (choices) return choices.includes(value) ? null : wrong
  if (typeof value === 'number') return numberFits(value, schema) ? null : wrong
  if (typeof value === 'string') return textFits(value, schema) ? null : wrong
  if (Array.isArray(value)) return listProblem(value, schema, path) ?? null
  return isSchema(value) ? fieldsProblem(value, schema, path) : null
}

const listProblem = (list: readonly unknown[], schema: Schema, path: string): string | null => {
  const { items, minItems, maxItems } = schema
  if (!within(list.length, minItems, maxItems))
    return `${path} must be ${expected(schema)}; it has ${list.length === 1 ? 'one' : list.length}.`
  if (!isSchema(items)) return null
  for (const [at, item] of list.entries()) {
    const problem = schemaProblem(item, items, `${path}[${at}]`)
    if (problem !== null) return problem
  }
  return null
}

const fieldsProblem = (given: Schema, schema: Schema, path: string): string | null => {
  const at = path === '' ? '' : `${path}.`
  const known = isSchema(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  for (const [key, value] of Object.entries(given)) {
    const own = Object.hasOwn(known, key) ? known[key] : schema.additionalProperties
    if (own === false) return unknownSentence(at, key, Object.keys(known))
    const problem = isSchema(own) ? schemaProblem(value, own, `${at}${key}`) : null
    if (problem !== null) return problem
  }
  const missing = required.find((key) => !Object.hasOwn(given, key))
  if (missing === undefined) return null
  const own = known[missing]
  const { description } = isSchema(own) ? own : { description: undefined }
  return `${at}${missing} is missing.${typeof description === 'string' ? ` ${description}` : ''}`
}

const unknownSentence = (at: string, key: string, known: readonly string[]): string => {
  const [nearest] = closestTo(key, known)
  const instead =
    nearest !== undefined
      ? `Did you mean ${nearest}?`
      : known.length > 0
        ? `It takes ${known.join(', ')}.`
        : 'It takes none.'
  return `There is no argument ${at}${shown(key).slice(1, -1)}. ${instead}`
}
