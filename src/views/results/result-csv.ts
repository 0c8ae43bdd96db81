import { commaSeparated } from '../../domain/core/comma-separated.ts'
import type { Result } from './full-result.ts'

const HEAD = ['time', 'category', 'reason', 'monitor', 'location', 'code', 'total ms', 'bytes', 'started by', 'id']

/** Results as a CSV file. */
export const resultCsv = (results: readonly Result[]): string =>
  commaSeparated([
    HEAD,
    ...results.map(({ id, created, result_category, test, location_id, http_code, response_time, meta }) => [
      created,
      result_category,
      meta?.result ?? null,
      test,
      location_id,
      http_code,
      response_time,
      meta?.response_size ?? null,
      meta?.trigger ?? null,
      id,
    ]),
  ])
