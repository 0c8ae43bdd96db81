import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Shape } from '../../contract/core/endpoint.ts'
import type { detail } from '../../contract/results/results.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { MAX_LEASES, suspectLocations } from '../dispatch/lease.ts'
import { isTrial, type Trials } from '../dispatch/trials.ts'
import type { Db } from '../store/core/database.ts'
import type { RunColumns } from '../store/core/tables.ts'
import { idOfRun } from '../store/results/runs.ts'
import type { Ingest } from './ingest.ts'
import type { Report } from './reported.ts'

const OPTIMISTIC = 200
const SENTENCE = 'This run was handed to an agent three times and none reported a result.'

type LostRun = RunColumns & { method: string; url: string }

type Options = {
  db: Db
  ingest: Pick<Ingest, 'accept'>
  trials: Pick<Trials, 'settle'>
  dispatch: Pick<Dispatch, 'suspects'>
  now: number
  log: (line: string) => void
}

/** Judges the runs that are lost, and tells dispatch where there are suspects. */
export const sweepLostRuns = async (options: Options): Promise<void> => {
  const { db, dispatch, now, log } = options
  const lost = await judgeLostRuns(options)
  if (lost > 0) log(`${lost} runs were handed to agents three times without a result and are given up`)
  dispatch.suspects(await suspectLocations(db, now))
}

/**
 * Gives every run a result that agents took `MAX_LEASES` times without reporting one, as an agent would have reported it: it counts,
 * alerts and closes like any other. Its monitor's next runs are handed out one at a time, since this one may have killed its agents.
 * Answers how many there were.
 */
const judgeLostRuns = async ({ db, ingest, trials, now }: Options): Promise<number> => {
  const { rows } = await sql<LostRun>`
    select j.target_key, j.due, j.location_key, j.source, j.attempt, coalesce(o.doc #>> '{request,method}', 'GET') as method,
      coalesce(o.doc #>> '{request,url}', '') as url
    from job j left join object o on o.key = j.target_key
    where j.leases >= ${sql.lit(MAX_LEASES)} and j.lease_until <= ${now} limit ${OPTIMISTIC}`.execute(db)
  for (const run of rows) {
    const report = reportOf(run, now)
    if (isTrial(run)) await trials.settle(run, report)
    else await ingest.accept([report], run.location_key, { isFinal: true })
  }
  if (rows.length > 0)
    await sql`insert into suspect_target (target_key, since) select key, ${now}::bigint from object
      where key = any(${rows.map((run) => run.target_key)}::int[]) on conflict do nothing`.execute(db)
  return rows.length
}

const reportOf = (run: LostRun, now: number): Report => ({
  id: idOfRun(run),
  started: formatTime(now),
  result_category: 'WARNING',
  result: 'CONNECTION_WARNING',
  http_code: null,
  timing: { dns: 0, tcp: 0, handshake: 0, upload: 0, processing: 0, download: 0, redirect: 0, total: 0 },
  request_size: 0,
  response_size: 0,
  dest_ip: null,
  exception_type: 'agent',
  detail: deflateRawSync(JSON.stringify(detailOf(run))).toString('base64'),
})

const detailOf = ({ method, url }: LostRun): Shape<typeof detail> => ({
  url,
  source_ip: null,
  dest_ip: null,
  request: { method, url, headers: [], body: null },
  response: null,
  messages: [SENTENCE],
  exception: SENTENCE,
  exception_debug: null,
  exception_type: 'agent',
  variables: { initial: {}, set: {} },
  conditions: [],
  dns: { lookups: [] },
  tls: null,
  redirects: [],
})
