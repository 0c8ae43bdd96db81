import { ESCAPES, isEscapeName } from './escapes-of-values.ts'
import { isWebAddress } from './web-address.ts'

// A name between double underscores may contain up to three of them in a row: `__A__B__` is one placeholder, `__A____B__` two.
const PLAIN = /%%([A-Z0-9_]+)%%|__([A-Z0-9]+(?:_{1,3}[A-Z0-9]+)*)__|\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g

/** The forms of `PLAIN`, a name with an escape after a bar, and `{{ '{{' }}`, which stands for two braces. */
const PLACEHOLDER = new RegExp(
  `${PLAIN.source}|\\{\\{ *([A-Za-z][A-Za-z0-9_]*) *\\| *(${Object.keys(ESCAPES).join('|')}) *\\}\\}|\\{\\{ *'(\\{\\{)' *\\}\\}`,
  'g',
)

type Groups = readonly (string | undefined)[]

/** The variable of a match; undefined for braces. */
const nameIn = ([, capitals, underlined, braced, escaped]: Groups): string | undefined =>
  capitals ?? underlined ?? braced ?? escaped

/** Writes a placeholder of each kind as a text that stands for it. */
type Written = (placeholder: { readonly whole: string; readonly at: number; readonly braces: string | null }) => string

/** Puts other texts in place of the placeholders of a text. `braces` are those that a placeholder stands for, if it names no variable. */
export const replacePlaceholders = (text: string, written: Written): string =>
  mayHoldPlaceholder(text)
    ? text.replace(PLACEHOLDER, (whole: string, ...rest: (string | number | undefined)[]) =>
        written({ whole, at: Number(rest[6]), braces: typeof rest[5] === 'string' ? rest[5] : null }),
      )
    : text

/** Quick check, because most texts contain no placeholder. */
export const mayHoldPlaceholder = (text: string): boolean =>
  text.includes('__') || text.includes('%%') || text.includes('{{')

/** Lists the variables that a text uses, without duplicates, in the order of first use. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].flatMap((match) => nameIn(match) ?? [])),
]

/** Lists the variables that a text uses in braces, `{{ name }}` or `{{ name | json }}`, without duplicates. */
export const bracedIn = (text: string): string[] =>
  text.includes('{{')
    ? [...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, , , name, escaped]) => name ?? escaped ?? []))]
    : []

/** Lists the plain placeholders of a text, without those with an escape: alerts and auth settings read no others. */
export const plainIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLAIN)].flatMap((match) => nameIn(match) ?? [])),
]

/** A name and a bar, in a text with line breaks for its placeholders. */
const OPENED_ESCAPE = /\{\{ *[A-Za-z][A-Za-z0-9_]* *\|([^{}|\n]{0,40})/

/** The first name after a bar that is no escape, `upper` of `{{ name | upper }}`; null where a text has none. */
export const unknownEscapeIn = (text: string): string | null => {
  if (!text.includes('{{')) return null
  const found = OPENED_ESCAPE.exec(replacePlaceholders(text, () => '\n'))
  return found && (found[1] ?? '').trim()
}

/** Quick check, because most texts escape nothing. */
export const mayHoldEscape = (text: string): boolean => text.includes('{{') && /\||'\{\{'/.test(text)

/** Whether a text has a placeholder with an escape: `{{ name | json }}`. */
export const usesEscape = (text: string): boolean =>
  mayHoldEscape(text) && [...text.matchAll(PLACEHOLDER)].some(([, , , , escaped]) => escaped !== undefined)

/** A text with two braces in place of each `{{ '{{' }}`, as they were written before there were escapes. */
export const bracesAsWritten = (text: string): string =>
  replacePlaceholders(text, ({ whole, braces }) => braces ?? whole)

/** A text with spaces in place of its placeholders. */
export const withoutPlaceholders = (text: string): string =>
  replacePlaceholders(text, ({ whole }) => ' '.repeat(whole.length))

/** Whether a text uses a variable: `%%NAME%%`, `__NAME__` or `{{ name }}`. */
export const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDER) >= 0

/** Whether a value consists only of variables, optionally after an authentication scheme (`Bearer {{ token }}`), so it holds no secret. */
export const namesOnlyVariables = (value: string): boolean =>
  hasPlaceholder(value) && /^(?:bearer|basic|token|digest|apikey)?$/i.test(value.replace(PLACEHOLDER, '').trim())

/** A filled text, the names without a value in it, and those whose value the escape asked for cannot write. */
export type Filled = { readonly text: string; readonly missing: string[]; readonly unfit: string[] }

/**
 * Replaces placeholders by the values of their variables, escaped where they ask for it. Placeholders without a variable stay, and their
 * names are returned in `missing`; so do those that cannot be escaped, in `unfit`. Placeholders within values are not replaced.
 */
export const substitute = (text: string, variables: Readonly<Record<string, string>>): Filled => {
  const missing = new Set<string>()
  const unfit = new Set<string>()
  const replaced = text.replace(PLACEHOLDER, (whole: string, ...rest: (string | undefined)[]) => {
    const [, , , , asked, braces] = rest
    const name = nameIn([whole, ...rest])
    if (name === undefined) return braces ?? whole
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value === undefined) missing.add(name)
    if (value === undefined || asked === undefined || !isEscapeName(asked)) return value ?? whole
    const escaped = ESCAPES[asked].escape(value)
    if (escaped === null) unfit.add(name)
    return escaped ?? whole
  })
  return { text: replaced, missing: [...missing], unfit: [...unfit] }
}

/** Replaces plain placeholders alone, as alerts and auth settings do. Those without a variable stay. */
export const substitutePlain = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(PLAIN, (whole: string, ...names: (string | undefined)[]) => {
    const name = names[0] ?? names[1] ?? names[2] ?? ''
    return (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? whole
  })

/**
 * Whether a text is an absolute http or https URL once its variables have values. A variable can stand for any part: the whole
 * URL, its beginning up to the path, the scheme, the host, the port, or something after.
 */
export const isUrlWithVariables = (text: string): boolean => {
  // The last `/`, `?` or `#` before the current position, updated along the way so that no text is read twice.
  let mark = -1
  let looked = 0
  const example = replacePlaceholders(text, ({ whole, at, braces }) => {
    const end = at + whole.length
    for (; looked < at; looked++) if (isMark(text.charAt(looked))) mark = looked
    if (braces !== null) return braces
    if (at === 0) return text.startsWith('://', end) ? 'https' : 'https://example.com'
    const isAfterHost = text.charAt(at - 1) === ':' && text.charAt(mark) === '/' && text.charAt(mark - 1) === '/'
    return isAfterHost && (end === text.length || isMark(text.charAt(end))) ? '443' : 'example.com'
  })
  return isWebAddress(example)
}

const isMark = (character: string): boolean => character === '/' || character === '?' || character === '#'
