import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { encodeSketch } from '../../domain/core/sketch.ts'
import { encodeLags } from '../../domain/statistics/lag-sums.ts'
import { encodePhases } from '../../domain/statistics/phase-sums.ts'
import { encodeSizes } from '../../domain/statistics/size-sums.ts'
import type { ResultRow } from '../store/core/tables.ts'
import type { RollupToWrite } from '../store/statistics/rollup-writing.ts'

const RESULT_COLUMNS = [
  'project_key',
  'target_key',
  'location_key',
  'source',
  'attempt',
  'trigger',
  'category',
  'reason',
  'http_code',
  'exception',
  'due',
  'started',
  'dns',
  'tcp',
  'handshake',
  'upload',
  'processing',
  'download',
  'redirect',
  'total',
  'request_size',
  'response_size',
  'dest_ip',
  'ignored',
] as const satisfies readonly (keyof ResultRow)[]

/** Milliseconds are `real`: more digits would be wasted. */
const written = (value: number | string | null): string | number =>
  value === null ? '\\N' : typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : value

const resultLine = (row: ResultRow): string => {
  let line = ''
  for (const column of RESULT_COLUMNS) line += `${line === '' ? '' : '\t'}${written(row[column])}`
  return `${line}\n`
}

const ROLLUP_COLUMNS =
  'kind, project_key, target_key, location_key, start, pass, slow, warning, fail, skipped, unavailable, answered, sum_ms, min_ms, max_ms, sketch, phases, sizes, lags'

/** Bytes as `copy` reads them. */
const hex = (bytes: Uint8Array): string => `\\\\x${Buffer.from(bytes).toString('hex')}`

const rollupLine = ({ kind, projectKey, rollup: r }: RollupToWrite): string =>
  `${[
    kind,
    projectKey,
    r.target_key,
    r.location_key,
    r.start,
    r.pass,
    r.slow,
    r.warning,
    r.fail,
    r.skipped,
    r.unavailable,
    r.answered,
  ]
    .concat()
    .join(
      '\t',
    )}\t${r.sum_ms}\t${r.min_ms ?? '\\N'}\t${r.max_ms ?? '\\N'}\t${hex(encodeSketch(r.sketch))}\t${r.phases ? hex(encodePhases(r.phases)) : '\\N'}\t${r.sizes && r.answered > 0 ? hex(encodeSizes(r.sizes)) : '\\N'}\t${r.lags ? hex(encodeLags(r.lags)) : '\\N'}\n`

/** Approximate size of a chunk of lines: single lines would cost more in the stream than the line itself. */
const PIECE_CHARACTERS = 64 * 1024

function* piecesOf<Row>(rows: Iterable<Row>, lineOf: (row: Row) => string): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += lineOf(row)
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

const copy = <Row>(client: Client, into: string, rows: Iterable<Row>, lineOf: (row: Row) => string): Promise<void> =>
  pipeline(Readable.from(piecesOf(rows, lineOf), { objectMode: true }), client.query(from(`copy ${into} from stdin`)))

/** Copies new results into the store; their partitions must exist. */
export const copyResults = (client: Client, rows: Iterable<ResultRow>): Promise<void> =>
  copy(client, `result (${RESULT_COLUMNS.join(', ')})`, rows, resultLine)

/** Copies new rollups into the store. */
export const copyRollups = (client: Client, rows: Iterable<RollupToWrite>): Promise<void> =>
  copy(client, `rollup (${ROLLUP_COLUMNS})`, rows, rollupLine)
