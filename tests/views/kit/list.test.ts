import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountList } from '../../../src/views/admin/account-list.ts'
import { alertList } from '../../../src/views/alerts/alert-list.ts'
import { countWords } from '../../../src/views/kit/list/count-words.ts'
import { isNarrowed, narrowed } from '../../../src/views/kit/list/filter.ts'
import { queryOf } from '../../../src/views/kit/list/list.ts'
import { words } from '../../../src/views/kit/list/words-filter.ts'
import { monitorList } from '../../../src/views/monitors/listed-monitors.ts'
import { notificationList } from '../../../src/views/notifications/notification-list.ts'
import { resultList } from '../../../src/views/results/result-list.ts'
import { scheduleList } from '../../../src/views/schedules/schedule-list.ts'

const lists = [
  scheduleList,
  alertList,
  monitorList,
  accountList,
  notificationList,
  resultList('result.list', { locations: [], project: { monitors: [], tags: [] }, withReasons: true }),
]

test.each(lists.map((list) => [list.many, list] as const))(
  '%s: each filter has its own parameter, and one way to narrow',
  (_, list) => {
    const names = list.filters.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { passes, asks } of list.filters) expect([passes, asks].filter(Boolean)).toHaveLength(1)
    expect(isNarrowed(list.filters, { sort: 'name', before: 'x', new: '' })).toBe(false)
  },
)

test('words narrow to the rows that contain them all, in any order and case', () => {
  const filters = [words({ label: 'Filter', text: ({ name }: { name: string }) => name })]
  const word = fc.constantFrom('ab', 'B', 'c')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ') })), fc.array(word), (names, wanted) => {
      const rows = names.map((name) => ({ name }))
      const kept = narrowed(rows, filters, { search: wanted.join(' ') })
      expect(kept).toEqual(rows.filter(({ name }) => wanted.every((each) => name.includes(each.toLowerCase()))))
      if (wanted.length === 0) expect(kept).toBe(rows)
    }),
  )
})

test('a value that is not among the options asks for nothing', () => {
  expect(queryOf(accountList, { status: 'blocked', search: 'ada' })).toEqual({
    limit: 50,
    search: 'ada',
    status: 'blocked',
  })
  expect(queryOf(accountList, { status: 'sleeping' })).toEqual({ limit: 50 })
  expect(isNarrowed(accountList.filters, { status: 'sleeping' })).toBe(false)
})

test('the count says how many rows are hidden, and whether there are more', () => {
  const two = ['a', 'b']
  const counted = {
    list: { one: 'key', many: 'keys' },
    rows: two,
    all: two,
    filters: { isNarrowed: false },
    complete: true,
    hasOlder: false,
    nextCursor: null,
  }
  expect(countWords(counted)).toBe('2 keys')
  expect(countWords({ ...counted, rows: ['a'], filters: { isNarrowed: true } })).toBe('1 of 2 keys')
  expect(countWords({ ...counted, rows: ['a'], all: ['a'], hasOlder: true })).toBe('1 or more keys')
  expect(countWords({ ...counted, complete: false })).toBe('2 keys, more to come')
})
