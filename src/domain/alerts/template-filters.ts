import type { TemplateValue } from './alert-template.ts'

/** Transforms a value. `args` are the filter's arguments. */
export type Filter = (value: TemplateValue, args: readonly string[]) => TemplateValue

type FilterRule = { readonly run: Filter; readonly least: number; readonly most: number; readonly words: string }

/** No alert value is longer, and no filter may produce a longer one. */
const MAX_LENGTH = 10_000

const text = (value: TemplateValue): string =>
  (value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)).slice(0, MAX_LENGTH)
const number = (value: TemplateValue): number | null => {
  const found = text(value).trim() === '' ? Number.NaN : Number(text(value))
  return Number.isFinite(found) ? found : null
}
const onText =
  (make: (value: string, args: readonly string[]) => TemplateValue): Filter =>
  (value, args) =>
    value === null ? null : make(text(value), args)
const onNumber =
  (make: (value: number, args: readonly string[]) => TemplateValue): Filter =>
  (value, args) => {
    const found = number(value)
    return found === null ? null : make(found, args)
  }

const items = (value: TemplateValue): readonly string[] =>
  typeof value === 'object' && value !== null ? value : [...text(value)]

const ROUNDERS: Readonly<Record<string, (value: number) => number>> = {
  common: Math.round,
  ceiling: Math.ceil,
  floor: Math.floor,
}

const FILTERS: Readonly<Record<string, FilterRule>> = {
  default: {
    run: (value, [other = '']) => (text(value) === '' ? other : value),
    least: 1,
    most: 1,
    words: 'a fallback for a missing value',
  },
  round: {
    run: onNumber((value, [digits = '0', method = 'common']) => {
      const factor = 10 ** Math.min(10, Math.max(0, Math.trunc(Number(digits)) || 0))
      return (ROUNDERS[method] ?? Math.round)(value * factor) / factor
    }),
    least: 0,
    most: 2,
    words: 'decimal places, then "ceiling" or "floor"',
  },
  int: { run: onNumber(Math.trunc), least: 0, most: 0, words: 'a whole number' },
  float: { run: onNumber((value) => value), least: 0, most: 0, words: 'a number' },
  length: { run: (value) => items(value).length, least: 0, most: 0, words: 'the length' },
  lower: { run: onText((value) => value.toLowerCase()), least: 0, most: 0, words: 'lower case' },
  upper: { run: onText((value) => value.toUpperCase()), least: 0, most: 0, words: 'upper case' },
  trim: { run: onText((value) => value.trim()), least: 0, most: 0, words: 'without surrounding spaces' },
  reverse: { run: onText((value) => [...value].reverse().join('')), least: 0, most: 0, words: 'reversed' },
  replace: {
    run: onText((value, [from = '', to = '']) =>
      from === '' ? value : value.split(from).join(to.slice(0, 500)).slice(0, MAX_LENGTH),
    ),
    least: 2,
    most: 2,
    words: 'replaces one text with another',
  },
  first: { run: (value) => items(value)[0] ?? null, least: 0, most: 0, words: 'the first item of a list' },
  last: { run: (value) => items(value).at(-1) ?? null, least: 0, most: 0, words: 'the last item of a list' },
  join: { run: (value, [mark = ', ']) => items(value).join(mark), least: 0, most: 1, words: 'a list as one text' },
  urlencode: {
    run: onText((value) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))),
    least: 0,
    most: 0,
    words: 'encoded for a URL',
  },
}

/** Names and descriptions of the filters, for template authors. */
export const TEMPLATE_FILTERS: readonly { readonly name: string; readonly words: string }[] = Object.entries(
  FILTERS,
).map(([name, { words }]) => ({ name, words }))

/** Returns the filter with a name, or undefined. */
export const filterNamed = (name: string): FilterRule | undefined =>
  Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
