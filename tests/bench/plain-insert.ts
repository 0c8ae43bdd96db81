import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

const BATCH = 200
const COLUMNS =
  'project_key int, target_key int, location_key int, source int, attempt int, trigger int, category int, reason int, http_code int, exception int, due bigint, started bigint, dns real, tcp real, handshake real, upload real, processing real, download real, redirect real, total real, request_size int, response_size int, dest_ip inet, body bytea'
const WIDTH = COLUMNS.split(', ').length

const valuesOf = (row: number, body: Buffer): unknown[] => {
  const now = Date.now()
  const figures = [1, row % 1_000, 1, 1, 0, 0, 0, 0, 200, 0, now, now, 1, 2, 3, 4, 50, 6, 0, 66, 0, 5]
  return [...figures, '192.0.2.1', body]
}

/** Measures rows per second of the size of results with plain multi-row INSERTs into a table without indexes, one commit per batch. */
export const plainInsertsPerSecond = async (
  databaseUrl: string,
  options: { bodyBytes: number; inFlight: number; ms: number },
): Promise<number> => {
  const clients = Array.from({ length: options.inFlight }, () => new Client({ connectionString: databaseUrl }))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query(`create table plain (${COLUMNS})`)
  const holders = Array.from(
    { length: BATCH },
    (_, row) => `(${Array.from({ length: WIDTH }, (_, column) => `$${row * WIDTH + column + 1}`).join(', ')})`,
  ).join(', ')
  const body = randomBytes(Math.round(options.bodyBytes))
  const began = performance.now()
  let rows = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - began < options.ms) {
        const values = Array.from({ length: BATCH }, (_, row) => valuesOf(row, body)).flat()
        await client.query(`insert into plain values ${holders}`, values)
        rows += BATCH
      }
    }),
  )
  const perSecond = (rows * 1000) / (performance.now() - began)
  await clients[0]?.query('drop table plain')
  await Promise.all(clients.map((client) => client.end()))
  return perSecond
}
