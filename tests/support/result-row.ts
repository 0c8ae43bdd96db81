import type { ResultRow } from '../../src/server/store/core/tables.ts'

/** A result as the store has it: passed at once, but for what is said of it. */
export const resultRow = (
  said: Pick<ResultRow, 'project_key' | 'target_key' | 'location_key' | 'due'> & Partial<ResultRow>,
): ResultRow => ({
  source: 1,
  attempt: 0,
  trigger: 0,
  category: 0,
  reason: 0,
  http_code: 200,
  exception: 0,
  started: said.due,
  dns: 0,
  tcp: 0,
  handshake: 0,
  upload: 0,
  processing: said.total ?? 1,
  download: 0,
  redirect: 0,
  total: 1,
  request_size: 0,
  response_size: 0,
  dest_ip: null,
  ignored: 0,
  ...said,
})
