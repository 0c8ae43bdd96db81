import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import type { ResultRow } from '../core/tables.ts'
import { categories } from '../identity/codes.ts'
import { idOfRun, runOfId } from './runs.ts'

const PASSED = categories.code('PASS')

/** A result with the data shown in lists. */
export type ListedResult = ResultRow & {
  location_id: string
  target_id: string | null
  target_name: string | null
  target_doc: { request: { url: string | null } }
  /** The schedule that made the run, or that of the workflow whose step it is. */
  schedule_id: string | null
}

/** An inclusive range of HTTP codes. */
export type CodeRange = { readonly from: number; readonly to: number }

export type ResultFilter = {
  projectKey: number
  /** Absent: all monitors, without the workflows' own results. */
  targetKey?: number
  /** Only these monitors. */
  targetKeys?: readonly number[]
  /** Range of due times, inclusive, in milliseconds. Results before `from` are not searched for: they are past their retention. */
  from: number
  to?: number
  categories?: readonly number[]
  reasons?: readonly number[]
  /** Results with a code in one of these ranges; `none` adds results without a response. */
  codes?: { readonly ranges: readonly CodeRange[]; readonly none: boolean }
  /** Results with a response whose total is above one and up to the other, in milliseconds. */
  latency?: { readonly above: number | null; readonly upTo: number | null }
  locationKey?: number
  trigger?: number
  /** The id of a result: rows are those below it, or just above it with `newer`. */
  after?: string
  newer?: boolean
  limit: number
  /** No result is due later, in milliseconds. */
  latest: number
}

/** Rows newest first. `searchedTo`: the due time at which an unfinished search ended, null if the page is full or nothing is left. */
export type FoundResults = { readonly rows: ListedResult[]; readonly searchedTo: number | null }

/** Days that the first step of a search covers, among them the coming ones. Each further step covers twice as many. */
const FIRST_DAYS = 4

/**
 * Searches step by step through time, so that a statement touches few partitions, and none of them for an answer that an earlier one
 * completed. `isOver` ends a long search between two steps.
 */
export const searchResults = async (
  db: Db,
  filter: ResultFilter,
  isOver: () => boolean = () => false,
): Promise<FoundResults> => {
  const { newer = false, limit } = filter
  const rows: ListedResult[] = []
  if (filter.targetKeys?.length === 0) return { rows, searchedTo: null }
  const after = filter.after === undefined ? null : runOfId(filter.after)
  // Half open, in milliseconds.
  const first = Math.max(filter.from, newer ? (after?.due ?? 0) : 0)
  const end =
    Math.min(filter.to ?? filter.latest, filter.latest, newer ? filter.latest : (after?.due ?? filter.latest)) + 1
  const where = conditionsOf(filter)
  let at = newer ? first : end
  for (let days = FIRST_DAYS; newer ? at < end : at > first; days *= 2) {
    if (rows.length >= limit) return { rows: ordered(rows, newer), searchedTo: null }
    if (days > FIRST_DAYS && isOver()) return { rows: ordered(rows, newer), searchedTo: at }
    const next = newer ? Math.min(end, at + days * DAY_MS) : Math.max(first, at - days * DAY_MS)
    const [low, high] = newer ? [at, next] : [next, at]
    const step = sql`${where} and r.due >= ${low} and r.due < ${high}`
    for (const row of await page(db, step, { after, newer, limit: limit - rows.length })) rows.push(row)
    at = next
  }
  return { rows: ordered(rows, newer), searchedTo: null }
}

const ordered = (rows: ListedResult[], newer: boolean): ListedResult[] => (newer ? rows.reverse() : rows)

/** The id that a search for older results goes on from: before it, only results due at `due` or later were looked at. */
export const cursorAt = (due: number): string =>
  idOfRun({ target_key: -(2 ** 31), location_key: -(2 ** 15), source: -(2 ** 31), due, attempt: 0 })

type PageOf = { after: ReturnType<typeof runOfId>; newer: boolean; limit: number }

const page = async (db: Db, where: RawBuilder<unknown>, { after, newer, limit }: PageOf): Promise<ListedResult[]> => {
  const direction = newer ? sql`asc` : sql`desc`
  const beyond = after
    ? sql`and (r.due, r.target_key, r.location_key, r.source, r.attempt) ${newer ? sql`>` : sql`<`}
        (${after.due}::bigint, ${after.target_key}::int, ${after.location_key}::smallint, ${after.source}::int, ${after.attempt}::smallint)`
    : sql``
  const order = sql`order by r.due ${direction}, r.target_key ${direction}, r.location_key ${direction}, r.source ${direction}, r.attempt ${direction}`
  // The page is made first: planning joins with hundreds of partitions takes longer than reading them.
  const { rows } = await sql<ListedResult>`
    ${listedFrom(sql`(select * from result r where ${where} ${beyond} ${order} limit ${limit})`)} ${order}`.execute(db)
  return rows
}

const conditionsOf = (filter: ResultFilter) => {
  const { projectKey, targetKey, targetKeys, reasons, codes, latency, locationKey, trigger } = filter
  const parts: RawBuilder<unknown>[] = [sql`r.project_key = ${projectKey}`]
  parts.push(
    targetKey === undefined ? sql`r.workflow_key is distinct from r.target_key` : sql`r.target_key = ${targetKey}`,
  )
  if (targetKeys) parts.push(sql`r.target_key = any(${[...targetKeys]}::int[])`)
  if (filter.categories) {
    parts.push(sql`r.category = any(${[...filter.categories]}::smallint[])`)
    // Lets the planner take the index of results that did not pass.
    if (!filter.categories.includes(PASSED)) parts.push(sql`r.category <> ${sql.lit(PASSED)}`)
  }
  if (reasons) parts.push(sql`r.reason = any(${[...reasons]}::smallint[])`)
  if (codes) {
    const either = codes.ranges.map(({ from, to }) => sql`r.http_code between ${from}::smallint and ${to}::smallint`)
    parts.push(sql`(${sql.join([...either, ...(codes.none ? [sql`r.http_code is null`] : [])], sql` or `)})`)
  }
  if (latency) {
    parts.push(sql`r.http_code is not null`)
    if (latency.above !== null) parts.push(sql`r.total > ${latency.above}::double precision`)
    if (latency.upTo !== null) parts.push(sql`r.total <= ${latency.upTo}::double precision`)
  }
  if (locationKey !== undefined) parts.push(sql`r.location_key = ${locationKey}`)
  if (trigger !== undefined) parts.push(sql`r.trigger = ${trigger}`)
  return sql.join(parts, sql` and `)
}

/** Selects listed results from rows of `result`, a table or a query. */
export const listedFrom = (results: RawBuilder<unknown>): RawBuilder<ListedResult> => sql<ListedResult>`
  select r.*, host(r.dest_ip) as dest_ip, l.id as location_id, t.id as target_id, t.name as target_name,
    jsonb_build_object('request', jsonb_build_object('url', t.doc #> '{request,url}')) as target_doc,
    s.id as schedule_id
  from ${results} r join location l on l.key = r.location_key
  left join object t on t.key = r.target_key
  left join object s on s.key = coalesce(r.workflow_source, r.source)`
