import type { Schema } from './schema-problem.ts'

/** Keywords that a model needs seldom: what breaks them is refused by a sentence that says so. */
const LEFT_OUT = new Set(['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format'])

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Words that differ in case alone once, as they are usually written: capital letters come first. */
const choicesOf = (choices: readonly unknown[]): readonly unknown[] => {
  const written = new Set(choices)
  return choices.filter(
    (each) => typeof each !== 'string' || each === each.toUpperCase() || !written.has(each.toUpperCase()),
  )
}

/** Alternatives of different types as one schema: each of their keywords is about one type alone. Null where they cannot be put together. */
const merged = (branches: readonly Schema[]): Schema | null => {
  const types = branches.map(({ type }) => type)
  if (types.some((type) => typeof type !== 'string') || new Set(types).size < types.length) return null
  if (types.includes('number') && types.includes('integer')) return null
  if (branches.some((each) => 'enum' in each || 'const' in each || 'description' in each)) return null
  // Where a text is taken too, the object is the form of older clients, which a model need not know.
  const shown = types.includes('string') ? branches.filter(({ type }) => type !== 'object') : branches
  return { ...Object.assign({}, ...shown), type: types }
}

const ofFields = (properties: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, isSchema(value) ? shortSchema(value) : value]),
  )

/** A schema as a model reads it: shorter, and never stricter than the one that arguments are checked against. */
export const shortSchema = (schema: Schema): Schema => {
  const short: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key)) continue
    if (key === 'enum' && Array.isArray(value)) short[key] = choicesOf(value)
    else if (key === 'properties' && isSchema(value)) short[key] = ofFields(value)
    else if (key === 'anyOf' && Array.isArray(value)) {
      const branches = value.filter(isSchema).map(shortSchema)
      Object.assign(short, merged(branches) ?? { anyOf: branches })
    } else if (key === 'required' && Array.isArray(value) && value.length === 0) continue
    else short[key] = isSchema(value) ? shortSchema(value) : value
  }
  return short
}
