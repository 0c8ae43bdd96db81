/** Fields with fixed values. They are not masked, because a secret that equals such a value must not break the format. */
const fixed = new Set(['body_encoding', 'exception_type', 'group', 'operator', 'outcome', 'scope'])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Adds all free texts within plain objects and lists to `texts`, and returns it. */
export const textsIn = (value: unknown, texts: string[]): string[] => {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const item of value) textsIn(item, texts)
  else if (isObject(value)) for (const key in value) if (!fixed.has(key)) textsIn(value[key], texts)
  return texts
}

/** Maps all free texts within a value. Everything else stays, so the type does too. */
export const mapTexts = <T>(value: T, change: (text: string) => string): T => {
  const mapped = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part)
    if (Array.isArray(part)) return part.map(mapped)
    if (!isObject(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, fixed.has(key) ? item : mapped(item)]))
  }
  return mapped(value) as T
}
