const isActor = (value: object): value is { id: string } => 'sessionId' in value && 'id' in value

/** Converts a value for JSON: sets and maps become lists, actors and functions their name, errors their message. */
export const plain = (value: unknown): unknown => {
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Set || value instanceof Map) return [...value].map(plain)
  if (value instanceof Error)
    return { error: value.message, ...('failure' in value && { failure: plain(value.failure) }) }
  if (isActor(value)) return `actor ${value.id}`
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
