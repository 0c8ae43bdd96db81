import type { Row } from '../../contract/core/resource.ts'
import type { monitors } from '../../contract/monitors/monitors.ts'
import type { Status } from '../parts/text/category.ts'

export type Monitor = Row<typeof monitors>

/** A monitor with all that filtering and sorting ask of it, made once. */
export type ListedMonitor = {
  readonly monitor: Monitor
  readonly haystack: string
  readonly name: string
  readonly severity: number
  readonly lastRun: string
}

/** What the list is narrowed to; empty parts let everything through. */
export type MonitorFilter = {
  readonly search: string
  readonly results: readonly string[]
  readonly tags: readonly string[]
  readonly withoutTags: readonly string[]
  readonly type: string
  readonly monitored: string
}

// What comes first where scores are equal or not there yet: what a person must look at.
const SEVERITY: Readonly<Record<Status, number>> = {
  FAIL: 0,
  NO_DATA: 1,
  WARNING: 2,
  SLOW: 3,
  QUEUED: 4,
  PASS: 5,
  SKIPPED: 6,
}
const NEVER_RUN = 7

/** How a monitor stands. A location without data is told apart from others that have some; null: it never ran. */
export const statusOf = ({ no_data, last_result }: Pick<Monitor, 'no_data' | 'last_result'>): Status | null =>
  no_data?.everywhere ? 'NO_DATA' : (last_result?.result_category ?? null)

/** A monitor without data from some location is in trouble, however good the results of the others are. */
const severityOf = (monitor: Monitor): number => {
  const status = statusOf(monitor)
  const own = status === null ? NEVER_RUN : SEVERITY[status]
  return monitor.no_data === null ? own : Math.min(own, SEVERITY.NO_DATA)
}

const made = new WeakMap<Monitor, ListedMonitor>()

const listedOne = (monitor: Monitor): ListedMonitor => {
  const known = made.get(monitor)
  if (known) return known
  const { last_result: last, meta, request } = monitor
  const listed = {
    monitor,
    haystack: `${meta.name}\n${request.url}\n${monitor.id}`.toLowerCase(),
    name: meta.name.toLowerCase(),
    severity: severityOf(monitor),
    lastRun: last?.time ?? '',
  }
  made.set(monitor, listed)
  return listed
}

/** The monitors that a list shows: those of the workspace `_meta` are internal. A monitor that did not change keeps what was made of it. */
export const listedMonitors = (monitors: readonly Monitor[]): ListedMonitor[] =>
  monitors.filter(({ meta }) => meta.workspace !== '_meta').map(listedOne)

const words = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** The filter that an address carries. */
export const monitorFilter = (search: Readonly<Record<string, string>>): MonitorFilter => ({
  search: search.search ?? '',
  results: words(search.result?.toUpperCase()),
  tags: words(search.tag),
  withoutTags: words(search['without-tag']),
  type: search.type ?? '',
  monitored: search.monitored ?? '',
})

/** Whether a filter lets everything through. */
export const isOpen = ({ search, results, tags, withoutTags, type, monitored }: MonitorFilter): boolean =>
  search.trim() === '' && results.length + tags.length + withoutTags.length === 0 && type === '' && monitored === ''

/** The monitors that pass a filter, in their order: every word of the search is in the name or the address. */
export const sifted = (listed: readonly ListedMonitor[], filter: MonitorFilter): readonly ListedMonitor[] => {
  if (isOpen(filter)) return listed
  const wanted = filter.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const { results, tags, withoutTags, type, monitored } = filter
  return listed.filter(({ monitor, haystack }) => {
    for (const word of wanted) if (!haystack.includes(word)) return false
    if (results.length > 0 && !results.includes(statusOf(monitor) ?? 'NONE'))
      if (monitor.no_data === null || !results.includes('NO_DATA')) return false
    if (type !== '' && monitor.type !== type) return false
    if (monitored !== '' && monitor.monitored !== (monitored === 'yes' || monitored === 'true')) return false
    const its = monitor.meta.tags
    if (tags.length > 0 && !tags.some((tag) => its.includes(tag))) return false
    return !withoutTags.some((tag) => its.includes(tag))
  })
}

type Compare = (a: ListedMonitor, b: ListedMonitor) => number

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** What is not known comes last, whichever way the list is turned. */
const byFigure =
  (figure: (monitor: Monitor) => number | null, sign: 1 | -1): Compare =>
  (a, b) => {
    const [left, right] = [figure(a.monitor), figure(b.monitor)]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return sign * (left - right)
  }

const usual: Compare = (a, b) => a.severity - b.severity || byText(a.name, b.name) || byText(a.monitor.id, b.monitor.id)

const ORDERS: Readonly<Record<string, (sign: 1 | -1) => Compare>> = {
  score: (sign) => byFigure((monitor) => monitor.insightsScore_score, sign),
  result: (sign) => (a, b) => sign * (a.severity - b.severity),
  name: (sign) => (a, b) => sign * byText(a.name, b.name),
  'pass-rate': (sign) => byFigure((monitor) => monitor.pass_rate_24h, sign),
  median: (sign) => byFigure((monitor) => monitor.median_24h, sign),
  'last-run': (sign) => (a, b) => -sign * byText(a.lastRun, b.lastRun),
}

const DEFAULT_SORT = 'score'

/** The order of an address: a column's name, with `-` before it turned round. */
export const sortOf = (text: string | undefined): { key: string; reversed: boolean } => {
  const reversed = text?.startsWith('-') ?? false
  const key = reversed ? text?.slice(1) : text
  return key !== undefined && Object.hasOwn(ORDERS, key) ? { key, reversed } : { key: DEFAULT_SORT, reversed: false }
}

/** The list in an order; what is equal stands by trouble first, then by name. */
export const inOrder = (listed: readonly ListedMonitor[], sort: string | undefined): ListedMonitor[] => {
  const { key, reversed } = sortOf(sort)
  const compare = ORDERS[key]?.(reversed ? -1 : 1)
  return [...listed].sort(compare ? (a, b) => compare(a, b) || usual(a, b) : usual)
}

/** Each tag of the list with how often it is there, the most frequent first. */
export const tagsOf = (listed: readonly ListedMonitor[]): { tag: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const { monitor } of listed) for (const tag of monitor.meta.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count || byText(a.tag, b.tag))
}
