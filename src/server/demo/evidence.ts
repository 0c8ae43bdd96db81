import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { DAY_MS } from '../../domain/core/periods.ts'
import type { Db } from '../store/core/database.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories } from '../store/identity/codes.ts'
import type { ResultDetail } from '../store/results/result-store.ts'
import type { StoredMonitor } from './history.ts'

const PASS = categories.code('PASS')
/** Failures per monitor with a result detail. */
const TROUBLES = 6

const BODIES: Readonly<Record<number, string>> = {
  200: '{"status":"ok","items":[{"id":8841,"state":"paid","total":{"amount":"129.90","currency":"EUR"}}],"page":1}',
  401: '{"error":"invalid_token","error_description":"The access token expired."}',
  500: '{"error":"internal","request":"7c1f"}',
  503: '{"error":"unavailable","retry_after":30}',
}
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  401: 'Unauthorized',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Explains why a run had no response, by its last phase. */
const exceptionOf = (run: ResultRow): string | null => {
  if (run.http_code !== null) return null
  if (run.tcp === 0) return 'The name could not be resolved.'
  if (run.handshake === 0) return 'The connection was refused.'
  return run.processing > 0 ? 'No response within 30 s.' : 'The certificate has expired.'
}

const detailOf = (run: ResultRow, { monitor }: StoredMonitor): ResultDetail => {
  const { method, url } = monitor.doc.request
  const { host } = new URL(url)
  const exception = exceptionOf(run)
  const body = BODIES[run.http_code ?? 0] ?? ''
  return {
    url,
    source_ip: null,
    dest_ip: run.dest_ip,
    request: {
      method,
      url,
      headers: [
        { key: 'host', value: host },
        { key: 'accept', value: 'application/json' },
        ...(run.request_size > 0 ? [{ key: 'content-type', value: 'application/json' }] : []),
      ],
      body: run.request_size > 0 ? '{"order":8841,"currency":"EUR"}' : null,
    },
    response:
      run.http_code === null
        ? null
        : {
            url,
            status_code: run.http_code,
            status_string: REASONS[run.http_code] ?? '',
            headers: [
              { key: 'content-type', value: 'application/json' },
              { key: 'date', value: new Date(run.started).toUTCString() },
            ],
            body,
            body_encoding: 'text',
            truncated: false,
          },
    messages: ['Generated for the demo.'],
    exception,
    exception_debug: null,
    exception_type: exception === null ? null : 'download',
    variables: { initial: {}, set: {} },
    conditions:
      run.http_code === null
        ? []
        : [
            {
              id: 'slow',
              name: 'answers in time',
              group: 'timing',
              operator: 'gt',
              actual: String(Math.round(run.total)),
              expected: String(monitor.slowMs),
              verdict: run.total > monitor.slowMs,
              outcome: run.total > monitor.slowMs ? 'slow' : 'none',
            },
          ],
    dns: { lookups: run.dest_ip === null ? [] : [{ domain: host, ip: run.dest_ip, ms: run.dns }] },
    tls: null,
    redirects: [],
  }
}

/** Reads the last pass before each of these runs from the same location, for a comparison with it. */
const passesBefore = async (db: Db, runs: readonly ResultRow[]): Promise<ResultRow[]> => {
  const { rows } = await sql<ResultRow>`
    select distinct p.*, host(p.dest_ip) as dest_ip
    from unnest(${runs.map((run) => run.target_key)}::int[], ${runs.map((run) => run.location_key)}::int[],
      ${runs.map((run) => run.due)}::bigint[]) run(target_key, location_key, due)
    cross join lateral (select * from result r where r.target_key = run.target_key and r.location_key = run.location_key
      and r.category = ${PASS} and r.due < run.due and r.due >= run.due - ${DAY_MS} order by r.due desc limit 1) p`.execute(
    db,
  )
  return rows
}

/** Collects each monitor's newest failures, the passes before them and its newest pass, which get result details. */
export const keepEvidence = () => {
  const passed = new Map<number, ResultRow>()
  const troubled = new Map<number, ResultRow[]>()
  return {
    see(run: ResultRow): void {
      if (run.category === PASS) {
        if (run.due > (passed.get(run.target_key)?.due ?? 0)) passed.set(run.target_key, run)
        return
      }
      const known = troubled.get(run.target_key) ?? []
      known.push(run)
      if (known.length > TROUBLES * 4) known.sort((a, b) => b.due - a.due).splice(TROUBLES)
      troubled.set(run.target_key, known)
    },
    async write(db: Db, monitors: readonly StoredMonitor[]): Promise<void> {
      const newest = monitors.flatMap(({ key }) =>
        (troubled.get(key) ?? []).sort((a, b) => b.due - a.due).slice(0, TROUBLES),
      )
      const before = await passesBefore(db, newest)
      const rows = monitors.flatMap((monitor) => {
        const pass = passed.get(monitor.key)
        const theirs = [...newest, ...before].filter((run) => run.target_key === monitor.key)
        return [...theirs, ...(pass ? [pass] : [])].map((run) => ({
          target_key: run.target_key,
          due: run.due,
          location_key: run.location_key,
          source: run.source,
          attempt: run.attempt,
          detail: deflateRawSync(JSON.stringify(detailOf(run, monitor))).toString('base64'),
        }))
      })
      await sql`insert into result_detail (target_key, due, location_key, source, attempt, body)
        select target_key, due, location_key, source, attempt, decode(detail, 'base64')
        from json_to_recordset(${JSON.stringify(rows)}::json) as row(
          target_key int, due bigint, location_key smallint, source int, attempt smallint, detail text)
        on conflict do nothing`.execute(db)
    },
  }
}
