/** Fields with fixed values. They are not masked, because a secret that equals such a value must not break the format. */
const fixed = new Set([
  ...['body_encoding', 'exception_type', 'group', 'operator', 'outcome', 'protocol', 'scope'],
  // Of browser tests.
  ...['kind', 'level', 'status', 'type', 'vital'],
])
/** The field whose own fields are named by people, so that none of them is fixed. */
const NAMED_BY_PEOPLE = 'variables'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Adds all free texts within plain objects and lists to `texts`, and returns it. */
export const textsIn = (value: unknown, texts: string[], names = fixed): string[] => {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const item of value) textsIn(item, texts, names)
  else if (isObject(value))
    for (const key in value) if (!names.has(key)) textsIn(value[key], texts, namesWithin(key, names))
  return texts
}

/** Maps all free texts within a value. Everything else stays, so the type does too. */
export const mapTexts = <T>(value: T, change: (text: string) => string): T => {
  const mapped = (part: unknown, names: Set<string>): unknown => {
    if (typeof part === 'string') return change(part)
    if (Array.isArray(part)) return part.map((item) => mapped(item, names))
    if (!isObject(part)) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [key, names.has(key) ? item : mapped(item, namesWithin(key, names))]),
    )
  }
  return mapped(value, fixed) as T
}

const none = new Set<string>()
const namesWithin = (key: string, names: Set<string>): Set<string> => (key === NAMED_BY_PEOPLE ? none : names)
