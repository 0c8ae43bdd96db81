import { ExactNumber } from '../core/exact-number.ts'
import { isRecord, type Json } from './values.ts'

type Fields = { readonly [name: string]: Json }
/** Finds what is wrong with the value of a keyword at a path; null if nothing is. */
type Form = (value: Json, path: string, isDraft4: boolean) => string | null

const TYPES: readonly Json[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const isNumber = (value: Json): boolean => typeof value === 'number' || value instanceof ExactNumber
const isCount = (value: Json): boolean =>
  value instanceof ExactNumber || (Number.isInteger(value) && Number(value) >= 0)
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string')
const isPattern = (text: string): boolean => {
  try {
    // As the library compiles it.
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const being =
  (fits: (value: Json, isDraft4: boolean) => boolean, words: string): Form =>
  (value, path, isDraft4) =>
    fits(value, isDraft4) ? null : `${path} must be ${words}`

const first = (problems: Iterable<() => string | null>): string | null => {
  for (const problem of problems) {
    const found = problem()
    if (found !== null) return found
  }
  return null
}

const schemaForm: Form = (value, path, isDraft4) =>
  typeof value === 'boolean'
    ? null
    : isRecord(value)
      ? formProblem(value, path, isDraft4)
      : `${path} must be a schema, which is an object, true or false`

const mapOf =
  (form: Form): Form =>
  (value, path, isDraft4) =>
    isRecord(value)
      ? first(
          Object.entries(value).map(
            ([name, each]) =>
              () =>
                form(each, `${path}.${name}`, isDraft4),
          ),
        )
      : `${path} must be an object`

const listOf =
  (form: Form): Form =>
  (value, path, isDraft4) =>
    Array.isArray(value)
      ? first(value.map((each: Json, index) => () => form(each, `${path}[${index}]`, isDraft4)))
      : `${path} must be a list`

const eitherOf =
  (fits: (value: Json) => boolean, one: Form, other: Form): Form =>
  (value, path, isDraft4) =>
    (fits(value) ? one : other)(value, path, isDraft4)

const texts = being(isTexts, 'a list of names')
const count = being(isCount, 'a whole number from 0')
const number = being(isNumber, 'a number')
const bound = being(
  (value, isDraft4) => (isDraft4 ? typeof value === 'boolean' : isNumber(value)),
  'a number; where $schema names draft 4, true or false',
)
const pattern = being(
  (value) => typeof value === 'string' && isPattern(value),
  'a regular expression (ECMA-262, Unicode)',
)
const patterns: Form = (value, path, isDraft4) =>
  isRecord(value) && !Object.keys(value).every(isPattern)
    ? `${path} must have names that are regular expressions (ECMA-262, Unicode)`
    : mapOf(schemaForm)(value, path, isDraft4)
const unsupported: Form = (_, path) => `${path} is not supported: write $ref`

const named = (names: readonly string[], form: Form): [string, Form][] => names.map((name) => [name, form])

/** The keywords of JSON schemas, of draft 4 to 2020-12, with the form of their values. Others are data, or mean nothing to a validator. */
const KEYWORDS: ReadonlyMap<string, Form> = new Map([
  ...named(['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'], schemaForm),
  ...named(['additionalItems', 'unevaluatedItems', 'unevaluatedProperties'], schemaForm),
  ...named(['properties', '$defs', 'definitions', 'dependentSchemas'], mapOf(schemaForm)),
  ...named(['patternProperties'], patterns),
  ...named(['allOf', 'anyOf', 'oneOf', 'prefixItems'], listOf(schemaForm)),
  ...named(['items'], eitherOf(Array.isArray, listOf(schemaForm), schemaForm)),
  ...named(['dependencies'], mapOf(eitherOf(Array.isArray, texts, schemaForm))),
  ...named(['dependentRequired'], mapOf(texts)),
  ...named(['required'], texts),
  ...named(
    ['type'],
    being((value) => [value].flat().every((each) => TYPES.includes(each)), `one or several of ${TYPES.join(', ')}`),
  ),
  ...named(['enum'], being(Array.isArray, 'a list')),
  ...named(['maximum', 'minimum'], number),
  ...named(
    ['multipleOf'],
    being((value) => value instanceof ExactNumber || Number(value) > 0, 'a number above 0'),
  ),
  ...named(['exclusiveMaximum', 'exclusiveMinimum'], bound),
  ...named(['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'], count),
  ...named(['maxContains', 'minContains'], count),
  ...named(
    ['uniqueItems'],
    being((value) => typeof value === 'boolean', 'true or false'),
  ),
  ...named(
    ['$ref', 'format'],
    being((value) => typeof value === 'string', 'a text'),
  ),
  ...named(['pattern'], pattern),
  ...named(['$dynamicRef'], unsupported),
])

/**
 * The first fault in the form of a JSON schema, with the path of its keyword; null if there is none. A validator passes over keywords of a wrong
 * form, so that such a schema would hold for everything.
 */
export const formProblem = (schema: Fields, path: string, isDraft4: boolean): string | null =>
  first(
    Object.entries(schema).map(([name, value]) => () => {
      const form = KEYWORDS.get(name)
      return form ? form(value, path === '' ? name : `${path}.${name}`, isDraft4) : null
    }),
  )
