import { holds, type Level } from '../../../domain/core/access.ts'
import { rounded } from '../../../domain/core/comma-separated.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { BodyStream } from '../../http/body-stream.ts'
import type { ProjectContext } from '../../http/context.ts'
import { csvStream } from '../../http/csv-stream.ts'
import type { ResultStore } from '../../store/results/result-store.ts'
import type { AskedResults } from './result-filter.ts'
import { readPage } from './result-page.ts'
import { queuedRow, type ResultAnswer, rowOf } from './result-rows.ts'

const MS_DECIMALS = 3

/** Results that are read at once. */
const PART = 1_000

type Column = readonly [head: string, cell: (row: ResultAnswer) => string | number | null]

const SUMMARY: readonly Column[] = [
  ['time', ({ created }) => created],
  ['category', ({ result_category }) => result_category],
  ['monitor', ({ test }) => test],
  ['location', ({ location_id }) => location_id],
  ['code', ({ http_code }) => http_code],
  ['total ms', ({ response_time }) => rounded(response_time, MS_DECIMALS)],
  ['id', ({ id }) => id],
]

/** Columns for callers who may inspect results. */
const FIGURES: readonly Column[] = [
  ['due', ({ meta }) => meta?.due ?? null],
  ['reason', ({ meta }) => meta?.result ?? null],
  ['monitor id', ({ meta }) => meta?.call_id ?? null],
  ['url', ({ meta }) => meta?.url ?? null],
  ['bytes', ({ meta }) => meta?.response_size ?? null],
  ['started by', ({ meta }) => meta?.trigger ?? null],
  ['attempt', ({ meta }) => meta?.attempt ?? null],
  ['ignored in statistics', ({ meta }) => (meta?.ignored_in_stats ? 'yes' : 'no')],
  ['in downtime', ({ meta }) => (meta?.in_downtime ? 'yes' : 'no')],
  ...(['dns', 'tcp', 'handshake', 'upload', 'processing', 'download', 'redirect'] as const).map(
    (phase): Column => [`${phase} ms`, ({ timing }) => rounded(timing?.[phase] ?? null, MS_DECIMALS)],
  ),
]

const columnsFor = (level: Level): readonly Column[] => (holds(level, 'inspect') ? [...SUMMARY, ...FIGURES] : SUMMARY)

/** Streams the results of a filter as CSV, newest first. A part is a page, so no transaction stays open while a client reads slowly. */
export const resultCsv = (
  { filter, ...asked }: AskedResults,
  { db, project, level, now }: ProjectContext,
  results: Pick<ResultStore, 'list'>,
): BodyStream => {
  const columns = columnsFor(level)
  let after: string | null | undefined
  return csvStream({
    projectKey: project.key,
    fileName: `results-${project.id}-${formatTime(now).slice(0, 10)}.csv`,
    head: columns.map(([head]) => head),
    async next(isOver) {
      if (after === null) return null
      const part = { ...filter, limit: PART, ...(after !== undefined && { after }) }
      const { rows, meta } = await readPage({ db, results, isOver }, { ...asked, filter: part })
      after = meta.next_cursor
      const answers = rows.flatMap(({ stored, queued }) =>
        stored ? rowOf(stored, level) : queued ? queuedRow(queued, level, now) : [],
      )
      return answers.map((row) => columns.map(([, cell]) => cell(row)))
    },
  })
}
