const MOST_FIELDS = 20
const DEEPEST = 6
/** Characters of a text that take as much memory as one value. */
const CHARACTERS = 64

/**
 * Estimates the memory that a value takes, in values of about 50 bytes. Lists and long records are judged by their first entry, so that
 * the estimate takes no longer for ten thousand rows than for one. Actors count as one value, because the app holds them anyway.
 */
export const weightOf = (value: unknown, depth = 0): number => {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS
  if (typeof value !== 'object' || value === null || depth === DEEPEST || 'sessionId' in value) return 1
  if (Array.isArray(value)) return 1 + value.length * weightOf(value[0], depth + 1)
  if (value instanceof Map || value instanceof Set) return 1 + value.size * weightOf([...value][0], depth + 1)
  const fields = Object.values(value)
  if (fields.length > MOST_FIELDS) return 1 + fields.length * weightOf(fields[0], depth + 1)
  return fields.reduce((sum, field) => sum + weightOf(field, depth + 1), 1)
}

/** Estimates the memory that a context adds to the one before, with which it shares all that did not change. */
export const addedWeight = (context: object, before: object | null): number => {
  if (context === before) return 0
  const known: Readonly<Record<string, unknown>> = { ...before }
  return Object.entries(context).reduce(
    (sum, [key, value]) => (value === known[key] ? sum : sum + weightOf(value, 1)),
    1,
  )
}
