import type { FacetOption } from '../../parts/table/FacetButton.tsx'
import type { Filter, Search } from './filter.ts'

type Looks = { readonly name: string; readonly label: string; readonly hide?: 'm' | 't' | 's' }

/** Distinct values of rows with their counts, the most frequent first. */
const valuesOf = <Row>(
  rows: readonly Row[],
  of: (row: Row) => readonly string[],
  label: (value: string) => string = (value) => value,
): readonly { readonly value: string; readonly label: string; readonly count: number }[] => {
  const counts = new Map<string, number>()
  for (const row of rows) for (const value of of(row)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, label: label(value), count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

type SeveralOptions<Row> = Looks & {
  /** Values of a row; a row passes by any that is chosen. */
  readonly of: (row: Row) => readonly string[]
  /** Values to choose from; absent: those of the rows, with their counts. */
  readonly options?: readonly FacetOption[]
  /** Shows how many rows have each of `options`. */
  readonly counted?: boolean
  /** Label of a value that comes from the rows. */
  readonly words?: (value: string) => string
  /** Keeps the rows that have none of the chosen values. */
  readonly without?: boolean
  /** Values are stored in upper case, whatever the address says. */
  readonly upper?: boolean
}

/** Words of a text that stand between commas. */
export const commaSeparated = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Filters loaded rows by one or more values of a property. */
export const several = <Row>(given: SeveralOptions<Row>): Filter<Row> => {
  const { name, label, hide, of, options, counted, words, without = false, upper } = given
  return {
    name,
    label,
    hide,
    control: 'several',
    options: (rows) => {
      if (!options) return valuesOf(rows, of, words)
      if (!counted) return options
      const counts = new Map(valuesOf(rows, of).map(({ value, count }) => [value, count]))
      return options.map((option) => ({ ...option, count: counts.get(option.value) ?? 0 }))
    },
    chosen: ({ [name]: text = '' }) => commaSeparated(upper ? text.toUpperCase() : text),
    passes: (chosen) => (row) => of(row).some((value) => chosen.includes(value)) !== without,
  }
}

type OneOptions<Value extends string> = Looks & {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** `links`: side by side, after one that takes the filter off. */
  readonly control?: 'one' | 'links'
  /** Label of that link; "All" where absent. */
  readonly all?: string
}

const oneOf = <Value extends string>({ name, label, hide, all, options, control = 'one' }: OneOptions<Value>) => {
  /** The value that an address names, in upper or lower case. */
  const valueIn = ({ [name]: text = '' }: Search): Value | undefined =>
    options.find(({ value }) => value.toLowerCase() === text.toLowerCase())?.value
  const chosen = (search: Search): readonly Value[] => {
    const value = valueIn(search)
    return value === undefined ? [] : [value]
  }
  return { valueIn, looks: { name, label, hide, all, control, options: () => options, chosen } }
}

/** Filters loaded rows by one of few values. */
export const one = <Row, Value extends string>(
  options: OneOptions<Value> & { readonly passes: (row: Row, value: Value) => boolean },
): Filter<Row> => {
  const { valueIn, looks } = oneOf(options)
  return {
    ...looks,
    passes: ([chosen = '']) => {
      const value = valueIn({ [options.name]: chosen })
      return (row) => value === undefined || options.passes(row, value)
    },
  }
}

/** Filters by one of few values; the server narrows. */
export const serverChoice = <Query, Value extends string>(
  options: OneOptions<Value> & { readonly asks: (value: Value) => Partial<Query> },
): Filter<unknown, Query> => {
  const { valueIn, looks } = oneOf(options)
  return {
    ...looks,
    asks: (search) => {
      const value = valueIn(search)
      return value === undefined ? {} : options.asks(value)
    },
  }
}

/** Filters by one of the values that the loaded rows have; the server narrows. */
export const serverValue = <Row, Query>(
  options: Looks & {
    readonly options: (rows: readonly Row[]) => readonly FacetOption[]
    readonly asks: (value: string) => Partial<Query>
  },
): Filter<Row, Query> => {
  const { name, asks, ...looks } = options
  return {
    ...looks,
    name,
    control: 'one',
    seen: true,
    chosen: ({ [name]: value = '' }) => (value === '' ? [] : [value]),
    asks: ({ [name]: value = '' }) => (value === '' ? {} : asks(value)),
  }
}

/** Filters by one or more values; the server narrows. In the address and in the query they are separated by commas. */
export const serverSeveral = <Row, Query>(
  options: Looks & {
    readonly options: (rows: readonly Row[]) => readonly FacetOption[]
    readonly asks: (values: string) => Partial<Query>
    /** Values that an address names; absent: the words between its commas. */
    readonly chosen?: (text: string) => readonly string[]
    /** Adds options of earlier rows. */
    readonly seen?: boolean
  },
): Filter<Row, Query> => {
  const { name, label, hide, asks, seen, chosen = commaSeparated } = options
  const chosenIn = ({ [name]: text = '' }: Search): readonly string[] => chosen(text)
  return {
    name,
    label,
    hide,
    seen,
    control: 'several',
    options: options.options,
    chosen: chosenIn,
    asks: (search) => {
      const values = chosenIn(search)
      return values.length === 0 ? {} : asks(values.join(','))
    },
  }
}
