import { joinedBy } from '../core/joined-pages.ts'
import { serverChoice, serverValue } from '../kit/list/choice-filter.ts'
import { defineList, type List } from '../kit/list/list.ts'
import { timeRange } from '../kit/list/time-filter.ts'
import { categoryWords } from '../parts/text/category.ts'
import type { Result } from './full-result.ts'

/** Results of a project, or of one of its monitors. */
export type ResultListName = 'result.list' | 'result.list-of-call'

const CATEGORIES = ['FAIL', 'WARNING', 'SLOW', 'PASS', 'QUEUED', 'SKIPPED'] as const

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const clockWords = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** "21 Nov, 08:00 to 09:00 UTC": a day that both ends share is said once, and an end within a minute is the next minute. */
export const rangeWords = (from: string, to: string): string => {
  const [first, last] = [Date.parse(from), Date.parse(to) + 1]
  const moment = (ms: number) => `${dayWords.format(ms)}, ${clockWords.format(ms)}`
  if (Number.isNaN(first)) return `until ${moment(last)} UTC`
  if (Number.isNaN(last)) return `since ${moment(first)} UTC`
  const end = dayWords.format(first) === dayWords.format(last) ? clockWords.format(last) : moment(last)
  return `${moment(first)} to ${end} UTC`
}

/** Newest first; at the same moment the greater id. */
const newestFirst = (a: Result, b: Result): number =>
  a.created === b.created ? (a.id < b.id ? 1 : -1) : a.created < b.created ? 1 : -1

/** Rows of the newest page above older ones. */
export const joined = joinedBy(newestFirst)

type Place = { readonly id: string; readonly name: string }

/** The list of results, newest first. */
export const resultList = (endpoint: ResultListName, locations: readonly Place[]): List<ResultListName> =>
  defineList<ResultListName>(endpoint, {
    kind: 'result',
    one: 'result',
    many: 'results',
    rowId: ({ id }) => id,
    rowName: ({ test, created }) => `${test}, ${created}`,
    oneLine: true,
    query: { limit: 100 },
    older: { command: 'result.older', join: joined },
    filters: [
      serverChoice({
        name: 'category',
        label: 'Result',
        options: CATEGORIES.map((value) => ({ value, label: categoryWords[value] })),
        asks: (result_category) => ({ result_category }),
      }),
      serverValue({
        name: 'location',
        label: 'Location',
        options: () => locations.map(({ id, name }) => ({ value: id, label: name })),
        asks: (location_id) => ({ location_id }),
      }),
      timeRange({
        words: rangeWords,
        inclusive: true,
        asks: ({ from, to }) => ({ ...(from !== undefined && { from }), ...(to !== undefined && { time: to }) }),
      }),
    ],
    menu: () => [
      { command: 'result.run-again', icon: 'play' },
      { command: 'result.copy-curl', icon: 'copy' },
      { command: 'result.download', icon: 'download' },
    ],
    hidden: { title: 'No results in this range.', text: 'No result in this range matches the filter.' },
    empty: {
      title: 'No results in this range.',
      text: 'A result is the outcome of one run. Run a monitor, or add it to a schedule, and its results are listed here.',
      ...(endpoint === 'result.list' && {
        line: 'run monitor',
        acts: [{ command: 'open.monitors', icon: 'monitor', label: 'Choose a monitor to run' }],
      }),
    },
  })
