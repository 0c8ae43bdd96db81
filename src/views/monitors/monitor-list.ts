import type { Row } from '../../contract/core/resource.ts'
import type { monitors } from '../../contract/monitors/monitors.ts'
import type { Status } from '../parts/text/category.ts'

export type Monitor = Row<typeof monitors>

/** What sorting reads of a monitor, made once. */
type SortKeys = {
  readonly monitor: Monitor
  readonly name: string
  readonly severity: number
  readonly lastRun: string
}

// Where scores are equal or unknown, monitors that need attention come first.
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

/**
 * Status of a monitor: no data only where no location has any, and failing where any location fails, however well the last result went;
 * null where it never ran.
 */
export const statusOf = ({
  no_data,
  last_result,
  locations,
}: Pick<Monitor, 'no_data' | 'last_result' | 'locations'>): Status | null => {
  if (no_data?.everywhere) return 'NO_DATA'
  return locations !== null && locations.failing.length > 0 ? 'FAIL' : (last_result?.result_category ?? null)
}

/** The word of a status: of several locations, how many fail. Undefined where the category says enough. */
export const statusWord = ({ locations, no_data }: Pick<Monitor, 'no_data' | 'locations'>): string | undefined => {
  if (locations === null || no_data?.everywhere) return undefined
  const { current, failing } = locations
  return failing.length > 0 && failing.length < current ? `${failing.length} of ${current} fail` : undefined
}

/** The locations that fail, as a sentence; undefined where all or none do. */
export const failingSentence = (monitor: Pick<Monitor, 'no_data' | 'locations'>): string | undefined =>
  statusWord(monitor) && `It fails from ${monitor.locations?.failing.join(', ')}, and not from the other locations.`

/** A monitor without data from some location is in trouble, however good the results of the others are. */
const severityOf = (monitor: Monitor): number => {
  const status = statusOf(monitor)
  const own = status === null ? NEVER_RUN : SEVERITY[status]
  return monitor.no_data === null ? own : Math.min(own, SEVERITY.NO_DATA)
}

const made = new WeakMap<Monitor, SortKeys>()

/** The sort keys of a monitor. One that did not change keeps them: thousands are sorted again with each live event. */
const sortKeysOf = (monitor: Monitor): SortKeys => {
  const known = made.get(monitor)
  if (known) return known
  const keys = {
    monitor,
    name: monitor.meta.name.toLowerCase(),
    severity: severityOf(monitor),
    lastRun: monitor.last_result?.time ?? '',
  }
  made.set(monitor, keys)
  return keys
}

type Compare = (a: SortKeys, b: SortKeys) => number

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Sorts by a figure; monitors without one come last in both directions. */
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

/** Whether any monitor has a score. */
export const hasScores = (monitors: readonly Monitor[]): boolean =>
  monitors.some(({ insightsScore_score: score }) => score !== null)

/** The sort order of an address: a column's name, reversed with `-` before it. */
export const sortOf = (text: string | undefined): { key: string; reversed: boolean } => {
  const reversed = text?.startsWith('-') ?? false
  const key = reversed ? text?.slice(1) : text
  return key !== undefined && Object.hasOwn(ORDERS, key) ? { key, reversed } : { key: DEFAULT_SORT, reversed: false }
}

/** Monitors in an order; equal ones by severity, then by name. */
export const inOrder = (monitors: readonly Monitor[], sort: string | undefined): Monitor[] => {
  const { key, reversed } = sortOf(sort)
  const compare = ORDERS[key]?.(reversed ? -1 : 1)
  return monitors
    .map(sortKeysOf)
    .sort(compare ? (a, b) => compare(a, b) || usual(a, b) : usual)
    .map(({ monitor }) => monitor)
}
