/** Fields whose words come from a fixed list of ours: a secret that happens to be such a word must not break the form. */
const fixed = new Set(['body_encoding', 'exception_type', 'group', 'operator', 'outcome'])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Adds every free text within a value of plain objects and lists to `texts`, and returns that. */
export const textsIn = (value: unknown, texts: string[]): string[] => {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const item of value) textsIn(item, texts)
  else if (isObject(value)) for (const key in value) if (!fixed.has(key)) textsIn(value[key], texts)
  return texts
}

/** The same value with every free text changed. Texts stay texts and all else stays as it is: so does the type. */
export const mapTexts = <T>(value: T, change: (text: string) => string): T => {
  const mapped = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part)
    if (Array.isArray(part)) return part.map(mapped)
    if (!isObject(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, fixed.has(key) ? item : mapped(item)]))
  }
  return mapped(value) as T
}
