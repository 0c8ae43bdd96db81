import { isWebAddress } from './web-address.ts'

// A name between double underscores may contain up to three of them in a row: `__A__B__` is one placeholder, `__A____B__` two.
const PLACEHOLDER = /%%([A-Z0-9_]+)%%|__([A-Z0-9]+(?:_{1,3}[A-Z0-9]+)*)__|\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g

const nameIn = (match: readonly (string | undefined)[]): string => match[1] ?? match[2] ?? match[3] ?? ''

/** Quick check, because most texts contain no placeholder. */
export const mayHoldPlaceholder = (text: string): boolean =>
  text.includes('__') || text.includes('%%') || text.includes('{{')

/** Lists the variables that a text uses, without duplicates, in the order of first use. */
export const placeholdersIn = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(nameIn))]

/** Lists the variables that a text uses in braces, `{{ name }}`, without duplicates. */
export const bracedIn = (text: string): string[] =>
  text.includes('{{') ? [...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, , , name]) => name ?? []))] : []

/** A text with spaces in place of its placeholders. */
export const withoutPlaceholders = (text: string): string =>
  mayHoldPlaceholder(text) ? text.replace(PLACEHOLDER, (whole) => ' '.repeat(whole.length)) : text

/** Whether a text uses a variable: `%%NAME%%`, `__NAME__` or `{{ name }}`. */
export const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDER) >= 0

/** Whether a value consists only of variables, optionally after an authentication scheme (`Bearer {{ token }}`), so it holds no secret. */
export const namesOnlyVariables = (value: string): boolean =>
  hasPlaceholder(value) && /^(?:bearer|basic|token|digest|apikey)?$/i.test(value.replace(PLACEHOLDER, '').trim())

/**
 * Replaces placeholders by the values of their variables. Placeholders without a variable stay, and their names are returned in
 * `missing`. Placeholders within values are not replaced.
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
 * Whether a text is an absolute http or https URL once its variables have values. A variable can stand for any part: the whole
 * URL, its beginning up to the path, the scheme, the host, the port, or something after.
 */
export const isUrlWithVariables = (text: string): boolean => {
  // The last `/`, `?` or `#` before the current position, updated along the way so that no text is read twice.
  let mark = -1
  let looked = 0
  const example = text.replace(PLACEHOLDER, (whole, ...rest: (string | number | undefined)[]) => {
    const at = Number(rest[3])
    const end = at + whole.length
    for (; looked < at; looked++) if (isMark(text.charAt(looked))) mark = looked
    if (at === 0) return text.startsWith('://', end) ? 'https' : 'https://example.com'
    const isAfterHost = text.charAt(at - 1) === ':' && text.charAt(mark) === '/' && text.charAt(mark - 1) === '/'
    return isAfterHost && (end === text.length || isMark(text.charAt(end))) ? '443' : 'example.com'
  })
  return isWebAddress(example)
}

const isMark = (character: string): boolean => character === '/' || character === '?' || character === '#'
