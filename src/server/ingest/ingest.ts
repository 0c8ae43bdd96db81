import { sql } from 'kysely'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { ResultUrl } from '../../domain/results/result-url.ts'
import { judgeAlerts } from '../alerts/judge.ts'
import { targetsOf } from '../alerts/targets.ts'
import { runsTable } from '../dispatch/lease.ts'
import { planRetries, queueRetries } from '../dispatch/retries.ts'
import { isAway } from '../store/core/away.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { doing } from '../store/core/kinds-of-work.ts'
import { isWithoutPartition, type Partitions } from '../store/core/partitions.ts'
import { acceptedSince } from '../store/core/retention.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { lockTargets } from '../store/core/target-locks.ts'
import { runsInDowntime } from '../store/downtimes/runs-in-downtime.ts'
import { IGNORED } from '../store/identity/codes.ts'
import { addUse } from '../store/projects/quota.ts'
import type { NewResult, ResultStore } from '../store/results/result-store.ts'
import { idOfRun } from '../store/results/runs.ts'
import { markHours } from '../store/statistics/marks.ts'
import { openBatchSize } from './batch-size.ts'
import { type Report, type Reported, readReport, resultRow } from './reported.ts'
import { writeResultEvents } from './result-events.ts'
import { auditSetVariables, storeSetVariables } from './set-variables.ts'
import {
  isCountedRun,
  isSkippedStep,
  type ReportedStep,
  readSteps,
  stepRows,
  withIgnoredSteps,
} from './workflow-reports.ts'

const RESULTS_AT_ONCE = { least: 25, most: 1_000 }
/** Evidence, in characters: what one statement carries is built at one go. */
const EVIDENCE_AT_ONCE = 4 * 1024 * 1024
const BEHIND_MS = 1_000

export type Receipt = { accepted: string[]; refused: { id: string; reason: string }[] }

export type Ingest = {
  /**
   * Stores what an agent reports. Answers when it is stored for good; what was stored before is accepted again, and not stored twice.
   * Runs that are final are not tried again.
   */
  accept(reports: readonly Report[], locationKey: number, options?: { isFinal?: boolean }): Promise<Receipt>
  /** Whether reports come faster than they are stored: one has waited for more than a second within the last one. */
  isBehind(): boolean
  /** Milliseconds for which the oldest report that is not stored yet has waited; 0 without any. */
  waitedMs(): number
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

type Options = {
  database: Database
  results: ResultStore
  partitions: Partitions
  sealing: SecretCipher
  clock: () => number
  /** Where a person finds a result of a project. */
  resultUrl: ResultUrl
  onDeliveries: () => void
  /** There are new events for live streams. */
  onEvents: () => void
  log: (line: string) => void
}

type Waiting = {
  reported: Reported & { readonly isFinal: boolean; readonly steps: readonly ReportedStep[] }
  /** Monotonic. */
  sinceMs: number
  done: (refusal: string | null) => void
  failed: (cause: unknown) => void
}

/**
 * One transaction for whatever has arrived while the one before was under way: result, evidence, sums, alerts and their
 * deliveries, all or nothing. The busier it is, the larger and the cheaper per result the transactions become.
 */
export const openIngest = (options: Options): Ingest => {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null
  const batchSize = openBatchSize(RESULTS_AT_ONCE)
  let behindUntilMs = 0
  /** When the oldest report of the transaction that is under way came, monotonic; null while there is none. */
  let storingSinceMs: number | null = null

  const drain = async () => {
    while (queue.length > 0) {
      let evidence = 0
      let many = 0
      for (const { reported } of queue) {
        evidence += evidenceOf(reported)
        if (many > 0 && (many >= batchSize.size || evidence > EVIDENCE_AT_ONCE)) break
        many++
      }
      const begun = options.clock()
      const oldestMs = queue[0]?.sinceMs ?? 0
      storingSinceMs = oldestMs
      await settle(queue.splice(0, many))
      storingSinceMs = null
      batchSize.took(options.clock() - begun, many)
      const nowMs = performance.now()
      if (nowMs - oldestMs > BEHIND_MS) behindUntilMs = nowMs + BEHIND_MS
    }
    running = null
  }
  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const reported = batch.map((one) => one.reported)
      const refusals = await store(options, reported).catch((cause: unknown) => {
        if (!isWithoutPartition(cause)) throw cause
        options.partitions.forget()
        return store(options, reported)
      })
      for (const one of batch) one.done(refusals.get(idOfRun(one.reported.run)) ?? null)
    } catch (cause) {
      // One result that cannot be stored, for whatever reason, must not keep the others from being stored.
      if (!isAway(cause) && batch.length > 1) for (const one of batch) await settle([one])
      else for (const one of batch) refuse(one, cause)
    }
  }

  /** A fault that the same result would lead to again is its refusal: its agent would send it for ever, and all later ones behind it. */
  const refuse = (one: Waiting, cause: unknown): void => {
    if (isBadData(cause)) one.done('The store cannot hold a value of this result.')
    else if (cause instanceof TypeError || cause instanceof RangeError) {
      options.log(`a result could not be stored: ${faultSummary(cause)}`)
      one.done('The server could not store this result. Its log says where.')
    } else one.failed(cause)
  }

  return {
    async accept(reports, locationKey, { isFinal = false } = {}) {
      const receipt: Receipt = { accepted: [], refused: [] }
      await Promise.all(
        reports
          .map(async (report) => {
            const reported = readReport(report, locationKey, options.clock())
            const steps = typeof reported === 'string' ? reported : readSteps(report, reported.run, options.clock())
            const refusal =
              typeof reported === 'string' || typeof steps === 'string'
                ? String(steps)
                : await new Promise<string | null>((done, failed) =>
                    queue.push({ reported: { ...reported, isFinal, steps }, sinceMs: performance.now(), done, failed }),
                  )
            if (refusal === null) receipt.accepted.push(report.id)
            else receipt.refused.push({ id: report.id, reason: refusal })
          })
          .concat(start()),
      )
      return receipt
    },
    waitedMs: () => performance.now() - (storingSinceMs ?? queue[0]?.sinceMs ?? performance.now()),
    isBehind: () => performance.now() < behindUntilMs,
    async idle() {
      await running
    },
  }

  function start(): Promise<void> {
    running ??= Promise.resolve().then(() => doing('storing', drain))
    return running
  }
}

/** Result details of a report in characters, those of its steps included. */
const evidenceOf = ({ report, steps }: Waiting['reported']): number =>
  steps.reduce((sum, step) => sum + step.report.detail.length, report.detail.length)

/** SQLSTATE class 22: data exception. */
const isBadData = (cause: unknown): boolean => String((cause as { code?: unknown }).code ?? '').startsWith('22')

/** Stores a batch; answers why results were refused, by the id of the run. */
const store = async (options: Options, batch: readonly Waiting['reported'][]): Promise<Map<string, string>> => {
  const { database, partitions, clock, sealing } = options
  const now = clock()
  const refusals = new Map<string, string>()
  const outside = await partitions.cover(
    batch.flatMap((one) => [one.run.due, ...one.steps.map((step) => step.run.due)]),
    now,
  )
  const byId = new Map<string, Waiting['reported']>()
  for (const one of batch) {
    const id = idOfRun(one.run)
    if (outside.has(one.run.due)) refusals.set(id, 'Its due time is too long ago, or in the future.')
    else byId.set(id, one)
  }
  if (byId.size === 0) return refusals
  const events = eventBatch()
  const { deliveries, isTold } = await database.db.transaction().execute(async (db) => {
    const reported = [...byId.values()]
    const targetKeys = [...new Set(reported.flatMap((one) => [one, ...one.steps]).map((one) => one.run.target_key))]
    await lockTargets(db, targetKeys)
    const targets = await targetsOf(db, targetKeys)
    const projectKeys = [...targets.values()].map((target) => target.project_key)
    const keptSince = await acceptedSince(db, projectKeys, now)
    const triggers = await closeJobs(db, reported)
    const rows = reported.flatMap((one) => {
      const id = idOfRun(one.run)
      const target = targets.get(one.run.target_key)
      if (!target) refusals.set(id, 'Its monitor was deleted.')
      if (!target) return []
      const since = keptSince.get(target.project_key)
      if (since !== undefined && one.run.due < since) {
        refusals.set(id, 'Its due time is before the results that its project keeps.')
        return []
      }
      const row = resultRow(one, { projectKey: target.project_key, trigger: triggers.get(id), url: target.url })
      return [target.kind === 'workflow' ? { ...row, workflow_key: target.key } : row]
    })
    const final = new Set(reported.filter(({ isFinal }) => isFinal).map(({ run }) => idOfRun(run)))
    const tagsOf = ({ target_key }: NewResult) => {
      const target = targets.get(target_key)
      return target?.kind === 'workflow' ? target.tags : []
    }
    const planned = await planRetries(db, rows, now, { final, tagsOf })
    const down = await runsInDowntime(db, rows)
    const marked = planned.rows.map((row) =>
      down.has(idOfRun(row)) ? { ...row, ignored: row.ignored | IGNORED.downtime } : row,
    )
    const steps = marked.flatMap((row) =>
      row.workflow_key == null ? [] : stepRows(row, byId.get(idOfRun(row))?.steps ?? [], targets),
    )
    const added = await options.results.add(db, steps.length > 0 ? withIgnoredSteps([...marked, ...steps]) : marked)
    const whole = added.filter(({ step }) => step == null)
    await countAsMade(
      db,
      whole.filter((row) => row.source > 0 && row.attempt === 0 && !triggers.has(idOfRun(row))),
    )
    await queueRetries(db, whole, planned.retries)
    const told = added.filter((row) => !isSkippedStep(row))
    await markHours(
      db,
      told.filter(({ ignored }) => (ignored & (IGNORED.statistics | IGNORED.downtime)) === 0),
    )
    await addUse(db, added.filter(isCountedRun))
    await writeResultEvents(db, events, added, targets)
    const all = reported.flatMap((one) => [one, ...one.steps])
    const entries = await storeSetVariables(db, { reported: all, added, targets }, { sealing, now, events })
    const { results, resultUrl } = options
    const queued = await judgeAlerts(db, { results, added: told, targets, now, resultUrl, sealing, events })
    const isTold = await events.write(db, now)
    await auditSetVariables(db, sealing, entries, now)
    return { deliveries: queued, isTold }
  })
  if (deliveries > 0) options.onDeliveries()
  if (isTold) options.onEvents()
  return refusals
}

/** Removes the jobs of reported runs, and their monitors from the suspects; answers what triggered each, by the id of the run. */
const closeJobs = async (db: Db, reported: readonly Reported[]): Promise<Map<string, number>> => {
  const { rows } = await sql<Reported['run'] & { trigger: number }>`
    with closed as (
      delete from job using ${runsTable(reported.map((one) => one.run))} run
      where (job.target_key, job.due, job.location_key, job.source, job.attempt)
        = (run.target_key, run.due, run.location_key, run.source, run.attempt)
      returning job.target_key, job.due, job.location_key, job.source, job.attempt, job.trigger),
    cleared as (delete from suspect_target s using closed where s.target_key = closed.target_key)
    select * from closed`.execute(db)
  return new Map(rows.map((row) => [idOfRun(row), row.trigger]))
}

/** Runs whose job had expired were counted as missed; their results came after all. */
const countAsMade = async (db: Db, late: readonly ResultRow[]): Promise<void> => {
  if (late.length === 0) return
  await sql`
    update slot set missed = greatest(0, missed - made.count)
    from (select source, target_key, location_key, count(*)::int from ${runsTable(late)} run group by 1, 2, 3) made
    where (slot.schedule_key, slot.target_key, slot.location_key) = (made.source, made.target_key, made.location_key)`.execute(
    db,
  )
}
