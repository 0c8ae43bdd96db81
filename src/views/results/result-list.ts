import { categoriesIn } from '../../commands/results/result-query.ts'
import { REASONS } from '../../contract/results/results.ts'
import { serverSeveral, serverValue, commaSeparated as words } from '../kit/list/choice-filter.ts'
import { defineList, type List } from '../kit/list/list.ts'
import { timeRange } from '../kit/list/time-filter.ts'
import { categoryWords } from '../parts/text/category.ts'
import type { Result } from './full-result.ts'
import { latencyFilter } from './latency-filter.ts'
import { reasonWord } from './result-words.ts'

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

type Place = { readonly id: string; readonly name: string }

/** Values to choose from in the filters of results, as far as they are loaded. */
export type ResultFilterOptions = {
  readonly locations: readonly Place[]
  /** Monitors and tags of the project; absent in the list of one monitor. */
  readonly project?: { readonly monitors: readonly Place[]; readonly tags: readonly string[] }
  /** Whether the caller sees reasons. */
  readonly withReasons: boolean
}

const CODES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

const codeLabel = (code: string): string => (code === 'none' ? 'No response' : code)

/** The list of results, newest first, a page at a time. */
export const resultList = (
  endpoint: ResultListName,
  { locations, project, withReasons }: ResultFilterOptions,
): List<ResultListName> =>
  defineList<ResultListName>(endpoint, {
    kind: 'result',
    one: 'result',
    many: 'results',
    rowId: ({ id }) => id,
    rowName: ({ test, created }) => `${test}, ${created}`,
    oneLine: true,
    query: { limit: 100 },
    paged: true,
    filters: [
      serverSeveral({
        name: 'category',
        label: 'Result',
        options: () => CATEGORIES.map((value) => ({ value, label: categoryWords[value] })),
        chosen: categoriesIn,
        asks: (result_category) => ({ result_category }),
      }),
      ...(project
        ? [
            serverValue({
              name: 'call',
              label: 'Monitor',
              options: () => project.monitors.map(({ id, name }) => ({ value: id, label: name })),
              asks: (call_id) => ({ call_id }),
            }),
            serverSeveral({
              name: 'tag',
              label: 'Tag',
              hide: 's' as const,
              options: () => project.tags.map((value) => ({ value, label: value })),
              asks: (tag) => ({ tag }),
            }),
          ]
        : []),
      serverValue({
        name: 'location',
        label: 'Location',
        options: () => locations.map(({ id, name }) => ({ value: id, label: name })),
        asks: (location_id) => ({ location_id }),
      }),
      serverSeveral({
        name: 'code',
        label: 'Code',
        options: (rows: readonly Result[]) =>
          [...CODES, ...new Set(rows.flatMap(({ http_code }) => (http_code === null ? [] : String(http_code))))].map(
            (value) => ({ value, label: codeLabel(value) }),
          ),
        seen: true,
        asks: (code) => ({ code }),
      }),
      ...(withReasons
        ? [
            serverSeveral({
              name: 'reason',
              label: 'Reason',
              hide: 's' as const,
              options: () => REASONS.map((value) => ({ value, label: reasonWord({ result: value }, null) })),
              chosen: (text) => words(text.toUpperCase()),
              asks: (reason) => ({ reason }),
            }),
          ]
        : []),
      latencyFilter(),
      timeRange({
        words: rangeWords,
        inclusive: true,
        asks: ({ from, to }) => ({ ...(from !== undefined && { from }), ...(to !== undefined && { time: to }) }),
      }),
    ],
    menu: () => [
      { command: 'result.run-again', icon: 'play' },
      { command: 'result.compare', icon: 'changes' },
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
