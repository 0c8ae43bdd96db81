import { isWebAddress } from './web-address.ts'

// A name between double underscores holds no double underscore itself, or `__A__B__` would have two readings.
const PLACEHOLDER = /%%([A-Z0-9_]+)%%|__([A-Z0-9]+(?:_[A-Z0-9]+)*)__|\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g

const nameIn = (match: readonly (string | undefined)[]): string => match[1] ?? match[2] ?? match[3] ?? ''

/** The names of the variables that a text reads, each once, in the order of their first use. */
export const placeholdersIn = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(nameIn))]

/** Whether a text reads at least one variable: `%%NAME%%`, `__NAME__` or `{{ name }}`. */
export const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDER) >= 0

/** Whether a value only names variables, after the word for its scheme at most (`Bearer {{ token }}`): it holds no secret itself. */
export const namesOnlyVariables = (value: string): boolean =>
  hasPlaceholder(value) && /^(?:bearer|basic|token|digest|apikey)?$/i.test(value.replace(PLACEHOLDER, '').trim())

/**
 * Replaces each placeholder by its variable's value. A placeholder without a variable stays as it is, and its name is
 * in `missing`. Values are not read for placeholders in turn, so that no value can make another one appear.
 */
export const substitute = (
  text: string,
  variables: Readonly<Record<string, string>>,
): { text: string; missing: string[] } => {
  const missing = new Set<string>()
  const replaced = text.replace(PLACEHOLDER, (whole, ...groups: (string | undefined)[]) => {
    const name = nameIn([whole, ...groups])
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value === undefined) missing.add(name)
    return value ?? whole
  })
  return { text: replaced, missing: [...missing] }
}

/**
 * Whether a text is an absolute http or https address once its variables have values. A variable may stand for any
 * part of it: all of it, its beginning up to the path, the scheme, the host, the port, or something after.
 */
export const isUrlWithVariables = (text: string): boolean => {
  const example = text.replace(PLACEHOLDER, (whole, ...rest: (string | number | undefined)[]) => {
    const at = Number(rest[3])
    const before = text.slice(0, at)
    const after = text.slice(at + whole.length)
    if (before === '') return after.startsWith('://') ? 'https' : 'https://example.com'
    if (/\/\/[^/?#]*:$/.test(before) && /^([/?#]|$)/.test(after)) return '443'
    return 'example.com'
  })
  return isWebAddress(example)
}
