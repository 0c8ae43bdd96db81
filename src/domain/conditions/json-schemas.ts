import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { holdsExact, parseJson } from '../core/exact-json.ts'
import { compiledOnce, nestingOf, reasonIn } from './compiled.ts'
import type { Engines } from './engines.ts'
import { formProblem } from './json-schema-form.ts'
import { distinctDoubles } from './json-schema-numbers.ts'
import { isRecord, type Json } from './values.ts'

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-04/, '4'],
  [/draft-07|draft-06/, '7'],
  [/2019-09/, '2019-09'],
]

const draftOf = (schema: Json): SchemaDraft => {
  const declared = isRecord(schema) && typeof schema.$schema === 'string' ? schema.$schema : ''
  return DRAFTS.find(([pattern]) => pattern.test(declared))?.[1] ?? '2020-12'
}

const parsed = (text: string): Json | undefined => {
  try {
    return parseJson(text) as Json
  } catch {
    return undefined
  }
}

// Its keywords have the types that they need: `formProblem`.
const asSchema = (schema: { readonly [name: string]: Json }): Schema => schema as Schema

/** Levels of a schema: it is prepared and used by recursion. */
const MAX_NESTING = 200

/** Compiles a JSON schema, of draft 2020-12 unless it names another. It is interpreted, and references lead to nothing outside it. */
export const schema: Engines['schema'] = compiledOnce((text) => {
  if (nestingOf(text) > MAX_NESTING) return { says: `must have at most ${MAX_NESTING} levels` }
  const read = parsed(text)
  if (!isRecord(read)) return { says: 'must be a JSON schema, which is an object such as {"type":"object"}' }
  const problem = formProblem(read, '', draftOf(read) === '4')
  if (problem !== null) return { says: `must be a JSON schema, in which ${problem}` }
  // Prepared when it is first used: that takes longer than reading it.
  let validator: Validator | undefined
  const isExact = holdsExact(read)
  return {
    fault: (value) => {
      try {
        if (isExact || holdsExact(value)) return exactFault(read, value)
        validator ??= validatorOf(read)
        return faultOf(validator, value)
      } catch (error) {
        // References that lead back to themselves, or a body with more levels than the stack holds.
        const reason = error instanceof RangeError ? 'its references never come to an end' : reasonIn(error)
        return `The schema cannot be used: ${reason}.`
      }
    },
  }
})

const validatorOf = (schema: { readonly [name: string]: Json }): Validator =>
  new Validator(asSchema(schema), draftOf(schema), true)

const faultOf = (validator: Validator, value: unknown): string | null => {
  const { valid, errors } = validator.validate(value)
  // The last error is the innermost: the others say which keyword it is within.
  const found = errors.at(-1)
  return valid ? null : found ? `${placeOf(found.instanceLocation)}: ${found.error}` : 'It is not valid.'
}

/** The library knows doubles alone, so numbers are replaced by doubles that are equal and ordered as they are. */
const exactFault = (schema: { readonly [name: string]: Json }, value: Json): string | null => {
  const doubles = distinctDoubles([schema, value])
  const replaced = doubles.replaced(schema)
  return isRecord(replaced) ? doubles.restored(faultOf(validatorOf(replaced), doubles.replaced(value))) : null
}

/** `#/items/0` as a path that conditions have. */
const placeOf = (pointer: string): string =>
  `At $${pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')}`
