import type { EndpointName } from '../../contract/contract.ts'

/** Lists that grow without end, newest first: nobody means all of one. */
export const HISTORIES: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'alert.decisions',
  'audit.list',
  'audit.list-of-installation',
  'audit.list-of-organization',
  'audit.list-of-resource',
  'baseline.dailies',
  'baseline.hourlies',
  'delivery.list',
  'incident.list',
  'incident.timeline',
  'notification.list',
  'notification.list-of-call',
  'outbox.list',
  'result.list',
  'result.list-of-call',
  'workflow.results',
])

/** Rows of a history without a limit. */
const HISTORY_ROWS = 100
/** Objects of a list without a limit: more than any project has, and few enough for one answer. */
export const MOST_OBJECTS = 10_000
/** Rows of a list that are held at once, however many are asked for. */
export const MOST_ROWS = 1_000_000

/** The number of rows to read, and whether the reader takes them for all that there are. */
export type RowLimit = { readonly most: number; readonly isWhole: boolean }

/** The limit of a list that was asked for: all rows, a number, or what is usual for its endpoint. Refuses both at once. */
export const rowLimit = (
  name: EndpointName | null,
  { limit, all }: { readonly limit?: unknown; readonly all?: unknown },
): RowLimit => {
  if (all === true && limit !== undefined)
    throw new Error('--all and --limit contradict each other: leave one of them out.')
  if (all === true) return { most: MOST_ROWS, isWhole: true }
  if (typeof limit === 'number') return { most: limit, isWhole: false }
  return isHistory(name) ? { most: HISTORY_ROWS, isWhole: false } : { most: MOST_OBJECTS, isWhole: true }
}

const isHistory = (name: EndpointName | null): boolean => name !== null && HISTORIES.has(name)

const inWords = (rows: number): string => rows.toLocaleString('en-US')

/** The question for the number of rows of a list. */
export const limitPrompt = (name: EndpointName | null): string =>
  isHistory(name)
    ? `How many rows at most (usually the newest ${HISTORY_ROWS})?`
    : `How many rows at most (usually all, up to ${inWords(MOST_OBJECTS)})?`
