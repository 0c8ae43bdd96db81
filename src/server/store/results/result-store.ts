import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { sql } from 'kysely'
import type { Shape } from '../../../contract/core/endpoint.ts'
import type { detail } from '../../../contract/results/results.ts'
import { largestOf, smallestOf } from '../../../domain/core/extremes.ts'
import { madeStorable } from '../../../domain/core/storable-text.ts'
import type { Db } from '../core/database.ts'
import type { ResultRow, RunColumns } from '../core/tables.ts'
import { categories } from '../identity/codes.ts'
import { type FoundResults, type ListedResult, listedFrom, type ResultFilter, searchResults } from './result-search.ts'
import { idOfRun, runOfId } from './runs.ts'

const inflate = promisify(inflateRaw)
/** Maximum size of a result detail; anything larger is malicious. */
const DETAIL_BYTES = 8 * 1024 * 1024

export type ResultDetail = Shape<typeof detail>

/** A new result and its detail from ingest: `detail` is raw deflate in base64. */
export type NewResult = ResultRow & { detail: string }

/**
 * Storage of results. Deliberately narrow, so that another store can replace it: every read and write of a single result goes through
 * it.
 */
export type ResultStore = {
  /** Stores results that do not exist yet, in the caller's transaction; returns the new ones. */
  add(db: Db, results: readonly NewResult[]): Promise<NewResult[]>
  /** Returns results that a filter lets through, newest first, and how far it searched. */
  list(db: Db, filter: ResultFilter, isOver?: () => boolean): Promise<FoundResults>
  read(db: Db, projectKey: number, id: string): Promise<ListedResult | undefined>
  /** Returns the ids of the same monitor's results due before and after a run. */
  neighbours(db: Db, run: RunColumns): Promise<{ previous: string | null; next: string | null }>
  /** Returns the attempts of a run that have results, in order. */
  attempts(db: Db, run: RunColumns): Promise<(RunColumns & { category: number; started: number })[]>
  /**
   * Returns the last result of the same monitor that passed before a run and was due at `since` or later: of the same location if there is
   * one, else of any.
   */
  lastPass(
    db: Db,
    run: RunColumns,
    since: number,
  ): Promise<(RunColumns & { started: number; location_id: string }) | null>
  /** Returns the result detail; undefined after its retention. */
  detail(db: Db, run: RunColumns): Promise<ResultDetail | undefined>
  /** Returns the result details of several runs, by the id of the run; those that are past their retention or unreadable are absent. */
  details(db: Db, runs: readonly RunColumns[]): Promise<Map<string, ResultDetail>>
}

/**
 * Decodes a result detail that an agent packed.
 * @throws if the agent packed something else.
 */
export const unpackDetail = async (body: Buffer): Promise<ResultDetail> => {
  const text = (await inflate(body, { maxOutputLength: DETAIL_BYTES })).toString('utf8')
  // Only the packed bytes were checked when the report came.
  const unpacked: unknown = JSON.parse(madeStorable(text))
  if (!isDetail(unpacked)) throw new Error('The detail of a result has another form.')
  return unpacked
}

/** Checks the fields that every detail has had since the first version, and the lists that the server itself reads. */
const isDetail = (value: unknown): value is ResultDetail =>
  typeof value === 'object' &&
  value !== null &&
  'request' in value &&
  typeof value.request === 'object' &&
  value.request !== null &&
  'messages' in value &&
  Array.isArray(value.messages) &&
  'conditions' in value &&
  Array.isArray(value.conditions) &&
  value.conditions.every(isVerdict) &&
  (!('steps' in value) || (Array.isArray(value.steps) && value.steps.every(isStep))) &&
  (!('response' in value) || value.response === null || isResponse(value.response)) &&
  (!('browser' in value) || value.browser == null || isBrowser(value.browser))

const isResponse = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (!('body' in value) || value.body === null || typeof value.body === 'string')

const isBrowser = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'pictures' in value &&
  Array.isArray(value.pictures) &&
  value.pictures.every((number) => typeof number === 'number')

const isStep = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'call_id' in value &&
  typeof value.call_id === 'string'

const isVerdict = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'outcome' in value &&
  typeof value.outcome === 'string' &&
  (!('actual' in value) || value.actual === null || typeof value.actual === 'string')

const PASS = categories.code('PASS')
const RUN = sql`target_key, due, location_key, source, attempt`

export const postgresResults: ResultStore = {
  async add(db, results) {
    if (results.length === 0) return []
    const { rows } = await sql<RunColumns>`
      insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
        due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, dest_ip, ignored, url,
        workflow_key, workflow_source, step, vitals)
      select project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
        due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, dest_ip, ignored, url,
        workflow_key, workflow_source, step, vitals
      from json_to_recordset(${JSON.stringify(results.map(({ detail: _, ...figures }) => figures))}::json) as row(
        project_key int, target_key int, location_key smallint, source int, attempt smallint, trigger smallint,
        category smallint, reason smallint, http_code smallint, exception smallint, due bigint, started bigint,
        dns real, tcp real, handshake real, upload real, processing real, download real, redirect real, total real,
        request_size int, response_size int, dest_ip inet, ignored smallint, url text, workflow_key int, workflow_source int, step smallint, vitals real[])
      on conflict do nothing returning ${RUN}`.execute(db)
    const stored = new Set(rows.map(idOfRun))
    const added = results.filter((result) => stored.delete(idOfRun(result)))
    if (added.length > 0) await addDetails(db, added)
    return added
  },

  list: searchResults,

  async read(db, projectKey, id) {
    const run = runOfId(id)
    if (!run) return undefined
    const { rows } = await sql<ListedResult>`${listedFrom(sql`result`)}
      where r.project_key = ${projectKey} and r.target_key = ${run.target_key} and r.due = ${run.due}
        and r.location_key = ${run.location_key} and r.source = ${run.source} and r.attempt = ${run.attempt}`.execute(
      db,
    )
    return rows[0]
  },

  async neighbours(db, { target_key, due, location_key, source, attempt }) {
    const place = sql`(${due}::bigint, ${location_key}::smallint, ${source}::int, ${attempt}::smallint)`
    const { rows } = await sql<RunColumns & { side: 'previous' | 'next' }>`
      (select 'previous' as side, ${RUN} from result
        where target_key = ${target_key} and due <= ${due} and (due, location_key, source, attempt) < ${place}
        order by due desc, location_key desc, source desc, attempt desc limit 1)
      union all
      (select 'next' as side, ${RUN} from result
        where target_key = ${target_key} and due >= ${due} and (due, location_key, source, attempt) > ${place}
        order by due, location_key, source, attempt limit 1)`.execute(db)
    const at = (side: 'previous' | 'next') => {
      const row = rows.find((one) => one.side === side)
      return row ? idOfRun(row) : null
    }
    return { previous: at('previous'), next: at('next') }
  },

  async attempts(db, { target_key, due, location_key, source }) {
    const { rows } = await sql<RunColumns & { category: number; started: number }>`
      select ${RUN}, category, started from result
      where target_key = ${target_key} and due = ${due} and location_key = ${location_key} and source = ${source}
      order by attempt`.execute(db)
    return rows
  },

  async lastPass(db, { target_key, due, location_key }, since) {
    const { rows } = await sql<RunColumns & { started: number; location_id: string }>`
      select p.*, l.id as location_id from (
        (select ${RUN}, started from result where target_key = ${target_key} and due < ${due} and due >= ${since}
          and location_key = ${location_key} and category = ${PASS} order by due desc limit 1)
        union all
        (select ${RUN}, started from result where target_key = ${target_key} and due < ${due} and due >= ${since}
          and category = ${PASS} order by due desc limit 1)) p
      join location l on l.key = p.location_key order by p.location_key = ${location_key} desc limit 1`.execute(db)
    return rows[0] ?? null
  },

  async detail(db, run) {
    const { rows } = await sql<{ body: Buffer }>`select body from result_detail where target_key = ${run.target_key}
      and due = ${run.due} and location_key = ${run.location_key} and source = ${run.source} and attempt = ${run.attempt}`.execute(
      db,
    )
    const body = rows[0]?.body
    // A result stays readable when its agent sent a detail that is none.
    return body && unpackDetail(body).catch(() => undefined)
  },

  async details(db, runs) {
    if (runs.length === 0) return new Map()
    const columnOf = columnsOf(runs)
    // The bounds leave other days' partitions out of the plan.
    const { rows } = await sql<RunColumns & { body: Buffer }>`
      select ${RUN}, body from unnest(${columnOf('target_key')}::int[], ${columnOf('due')}::bigint[],
        ${columnOf('location_key')}::smallint[], ${columnOf('source')}::int[], ${columnOf('attempt')}::smallint[])
        run(target_key, due, location_key, source, attempt)
      join result_detail using (target_key, due, location_key, source, attempt)
      where due >= ${smallestOf(columnOf('due'))}::bigint and due <= ${largestOf(columnOf('due'))}::bigint`.execute(db)
    const unpacked = await Promise.all(
      rows.map(async (row) => [idOfRun(row), await unpackDetail(row.body).catch(() => undefined)] as const),
    )
    return new Map(unpacked.flatMap(([id, detail]) => (detail ? [[id, detail] as const] : [])))
  },
}

/** The columns of runs, one array each. */
const columnsOf =
  (runs: readonly RunColumns[]) =>
  (column: keyof RunColumns): number[] =>
    runs.map((run) => run[column])

/** Stores the details of results. They travel as one piece of bytes: as text within JSON they would be a third longer, and parsed twice. */
const addDetails = async (db: Db, results: readonly NewResult[]): Promise<void> => {
  const bodies = results.map(({ detail }) => Buffer.from(detail, 'base64'))
  const [starts, lengths]: [number[], number[]] = [[], []]
  let at = 1
  for (const { length } of bodies) {
    starts.push(at)
    lengths.push(length)
    at += length
  }
  const columnOf = columnsOf(results)
  await sql`
    insert into result_detail (${RUN}, body)
    select target_key, due, location_key, source, attempt, substr(${Buffer.concat(bodies)}::bytea, start, length)
    from unnest(${columnOf('target_key')}::int[], ${columnOf('due')}::bigint[], ${columnOf('location_key')}::smallint[],
      ${columnOf('source')}::int[], ${columnOf('attempt')}::smallint[], ${starts}::int[], ${lengths}::int[])
      row(target_key, due, location_key, source, attempt, start, length)
    on conflict do nothing`.execute(db)
}
