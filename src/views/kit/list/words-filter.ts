import type { Filter, Search } from './filter.ts'

const typed = ({ search = '' }: Search): readonly string[] => (search.trim() === '' ? [] : [search])

/**
 * Filters loaded rows by words that the text of a row must all contain. The text of a row is made once. An id, which nobody sees in the list,
 * finds its row as a whole alone.
 */
export const words = <Row extends object>(options: {
  readonly label: string
  readonly text: (row: Row) => string
}): Filter<Row> => {
  const texts = new WeakMap<Row, string>()
  const textOf = (row: Row): string => {
    const known = texts.get(row)
    if (known !== undefined) return known
    const text = options.text(row).toLowerCase()
    texts.set(row, text)
    return text
  }
  return {
    name: 'search',
    label: options.label,
    control: 'words',
    chosen: typed,
    passes: ([text = '']) => {
      const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
      return (row) => {
        const own = textOf(row)
        return wanted.every((word) => own.includes(word)) || ('id' in row && row.id === text.trim())
      }
    },
  }
}

/** Filters by words that the server searches for. */
export const serverSearch = <Query>(options: {
  readonly label: string
  readonly asks: (words: string) => Partial<Query>
}): Filter<unknown, Query> => ({
  name: 'search',
  label: options.label,
  control: 'words',
  chosen: typed,
  asks: (search) => {
    const [text] = typed(search)
    return text === undefined ? {} : options.asks(text)
  },
})
