import { Traversal, type Type, type } from 'arktype'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import { NAME_RULES } from '../../contract/core/names.ts'
import type { Problem } from '../../domain/core/problem.ts'
import { MAX_LISTED_PROBLEMS } from '../refusal.ts'
import { flatten, isRecord } from './definition.ts'
import type { OddName } from './sent-names.ts'

type Part = 'query' | 'body' | 'answer'

const compiled = new WeakMap<AnyEndpoint, Map<Part, Type>>()

/**
 * Returns the compiled type of a part of an endpoint, cached after first use. Bodies from people reject unknown fields, so that a
 * misspelt one is not silently lost; everything else may grow.
 */
export const typeOf = (endpoint: AnyEndpoint, part: Part): Type => {
  const parts = compiled.get(endpoint) ?? new Map<Part, Type>()
  compiled.set(endpoint, parts)
  const known = parts.get(part)
  if (known) return known
  const made = compile(endpoint[part])
  const strict = part === 'body' && endpoint.for === 'person' ? made.onDeepUndeclaredKey('reject') : made
  parts.set(part, strict)
  return strict
}

/** arktype checks definitions at compile time where they are written; as data they have lost their type. */
const compile = (definition: unknown): Type => type.raw(definition) as Type

/** `names`: those whose characters the shape refuses; whether they are stored already is not known yet. */
export type Parsed = { value: unknown; names: readonly OddName[] } | { problems: Problem[] }

/** Validates `input` as a part of an endpoint. Every problem names its field and a valid value; only the first problems are returned. */
export const parse = (endpoint: AnyEndpoint, part: Part, input: unknown): Parsed => {
  const wanted = typeOf(endpoint, part)
  if (!wanted.allows(input)) {
    const errors = firstErrors(wanted, input)
    // A definition with names changes nothing of its input.
    return errors.length < MOST_ERRORS && errors.every(isOfName)
      ? { value: input, names: errors.map(oddName) }
      : { problems: errors.map((error) => problemOf(error)) }
  }
  // Only a definition that changes its input needs a second pass.
  return { value: wanted.internal.includesTransform ? wanted.assert(input) : input, names: [] }
}

/** One more than a refusal lists, so that it can say that there are more. */
const MOST_ERRORS = MAX_LISTED_PROBLEMS + 1

/** Collects errors up to a maximum: arktype would go on to the end, at a cost for each error, so the collector throws to stop it. */
const firstErrors = (wanted: Type, input: unknown): readonly type.errors[number][] => {
  const traversal = new Traversal(input, wanted.internal.$.resolvedConfig)
  const { errors } = traversal
  const add = errors.add.bind(errors)
  errors.add = (error) => {
    add(error)
    if (errors.count >= MOST_ERRORS) throw enough
  }
  try {
    wanted.internal.traverse(input, traversal)
  } catch (cause) {
    if (cause !== enough) throw cause
  }
  return [...errors]
}
const enough = Symbol('enough errors')

const isOfName = ({ code, expected }: type.errors[number]): boolean => code === 'pattern' && NAME_RULES.has(expected)

const oddName = (error: type.errors[number]): OddName => ({
  problem: problemOf(error),
  field: error.path.findLast((step) => typeof step === 'string') ?? '',
  text: String(error.data),
})

const problemOf = (error: type.errors[number]): Problem => {
  const field = error.path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  )
  const name = field === '' ? 'The body' : field
  if (error.code === 'required') return { field, code: 'required', message: `${name} is missing.` }
  if (error.expected === 'removed')
    return {
      field,
      code: 'unknown',
      message: `${name} is not a field of this request: remove it or check its spelling.`,
    }
  // What one of several forms expects is a sentence of its own, with the value quoted.
  const expected = error.expected.replace(`${name} must be `, '').replace(/ \(was [\s\S]*\)$/, '')
  return { field, code: 'invalid', message: `${name} must be ${expected}.` }
}

/**
 * Removes read-only fields: clients may send back what they read, so fields that are in the answer but not in the body are dropped
 * before validation, and only fields unknown to both are refused.
 */
export const withoutReadOnly = (endpoint: AnyEndpoint, input: unknown): unknown =>
  strip(endpoint.body, endpoint.answer, input)

const strip = (body: unknown, answer: unknown, input: unknown): unknown => {
  const theirs = anyFields(answer)
  if (!isRecord(body) || !theirs || !isRecord(input)) return input
  const mine = flatten(body)
  const find = (definition: Record<string, unknown>, name: string) => definition[name] ?? definition[`${name}?`]
  const kept = Object.entries(input).filter(
    ([name]) => find(mine, name) !== undefined || find(theirs, name) === undefined,
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, strip(find(mine, name), find(theirs, name), value)]))
}

/** The fields of a definition of one object, or of all objects of a union; null where it is neither. */
const anyFields = (definition: unknown): Record<string, unknown> | null => {
  if (isRecord(definition)) return flatten(definition)
  if (!Array.isArray(definition) || definition[1] !== '|') return null
  const [one, , other] = definition
  const fields = [anyFields(one), anyFields(other)]
  return fields[0] || fields[1] ? { ...fields[1], ...fields[0] } : null
}
