import type { TemplateValue } from './alert-template.ts'

/** Makes one value of another. `args` are the texts that were given with it. */
export type Filter = (value: TemplateValue, args: readonly string[]) => TemplateValue

type FilterRule = { readonly run: Filter; readonly least: number; readonly most: number; readonly words: string }

/** No value of an alert is longer, and a filter must not make one that is. */
const LONGEST = 10_000

const text = (value: TemplateValue): string =>
  (value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)).slice(0, LONGEST)
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
    words: 'what stands there where there is no value',
  },
  round: {
    run: onNumber((value, [digits = '0', method = 'common']) => {
      const factor = 10 ** Math.min(10, Math.max(0, Math.trunc(Number(digits)) || 0))
      return (ROUNDERS[method] ?? Math.round)(value * factor) / factor
    }),
    least: 0,
    most: 2,
    words: 'digits after the point, and "ceiling" or "floor"',
  },
  int: { run: onNumber(Math.trunc), least: 0, most: 0, words: 'a whole number' },
  float: { run: onNumber((value) => value), least: 0, most: 0, words: 'a number' },
  length: { run: (value) => items(value).length, least: 0, most: 0, words: 'how long it is' },
  lower: { run: onText((value) => value.toLowerCase()), least: 0, most: 0, words: 'small letters' },
  upper: { run: onText((value) => value.toUpperCase()), least: 0, most: 0, words: 'capitals' },
  trim: { run: onText((value) => value.trim()), least: 0, most: 0, words: 'without space around it' },
  reverse: { run: onText((value) => [...value].reverse().join('')), least: 0, most: 0, words: 'back to front' },
  replace: {
    run: onText((value, [from = '', to = '']) =>
      from === '' ? value : value.split(from).join(to.slice(0, 500)).slice(0, LONGEST),
    ),
    least: 2,
    most: 2,
    words: 'one text for another',
  },
  first: { run: (value) => items(value)[0] ?? null, least: 0, most: 0, words: 'the first of a list' },
  last: { run: (value) => items(value).at(-1) ?? null, least: 0, most: 0, words: 'the last of a list' },
  join: { run: (value, [mark = ', ']) => items(value).join(mark), least: 0, most: 1, words: 'a list as one text' },
  urlencode: {
    run: onText((value) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))),
    least: 0,
    most: 0,
    words: 'for an address',
  },
}

/** The filters by name, each with what it makes, for whoever writes a template. */
export const TEMPLATE_FILTERS: readonly { readonly name: string; readonly words: string }[] = Object.entries(
  FILTERS,
).map(([name, { words }]) => ({ name, words }))

/** The filter of a name; undefined where there is none. */
export const filterNamed = (name: string): FilterRule | undefined =>
  Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
