import { expect, test } from 'vitest'
import { words } from '../../../src/views/kit/list/words-filter.ts'

test('words find rows by their text; an id, which no list shows, finds its row as a whole alone', () => {
  const filter = words<{ id: string; name: string }>({ label: 'Filter', text: ({ name }) => name })
  const rows = [
    { id: 'acq9C3OTo0q', name: 'Bulk 1' },
    { id: 'x2', name: 'Bulk 3' },
  ]
  const found = (search: string) =>
    rows.filter(filter.passes?.(filter.chosen({ search })) ?? (() => true)).map(({ name }) => name)
  expect(found('bulk 3')).toEqual(['Bulk 3'])
  expect(found('BULK')).toEqual(['Bulk 1', 'Bulk 3'])
  expect(found('acq9C3OTo0q')).toEqual(['Bulk 1'])
  expect(found('acq9')).toEqual([])
})
