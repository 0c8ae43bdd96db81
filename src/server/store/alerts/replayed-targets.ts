import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { type TargetKind, targetKindOf } from './target-kind.ts'

/** A monitor or workflow that an alert may cover. */
export type ReplayedTarget = {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly kind: TargetKind | null
  readonly tags: readonly string[]
}

/** Reads all monitors and workflows of a project, as far as alerts look at them. */
export const replayedTargets = async (db: Db, projectKey: number): Promise<ReplayedTarget[]> => {
  const { rows } = await sql<ReplayedTarget & { kind: string }>`
    select key, id, name, kind, coalesce(doc #> '{meta,tags}', '[]') as tags from object
    where project_key = ${projectKey} and kind in ('monitor', 'workflow')`.execute(db)
  return rows.map((row) => ({ ...row, kind: targetKindOf(row.kind) }))
}

/** Counts the stored decisions of an alert since a moment, by the code of their outcome. */
export const decisionCounts = async (db: Db, webhookKey: number, since: number): Promise<Map<number, number>> => {
  const { rows } = await sql<{ outcome: number; count: number }>`
    select outcome, count(*)::int as count from alert_decision where webhook_key = ${webhookKey} and time >= ${since}::bigint
    group by outcome`.execute(db)
  return new Map(rows.map(({ outcome, count }) => [outcome, count]))
}

/** Reads the ids of locations by their keys. */
export const locationIds = async (db: Db, keys: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ key: number; id: string }>`
    select key, id from location where key = any(${[...new Set(keys)]}::smallint[])`.execute(db)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Whether a project alerts on manual runs. */
export const alertsOnManualRuns = async (db: Db, projectKey: number): Promise<boolean> => {
  const { rows } = await sql<{ does: boolean | null }>`
    select (doc ->> 'alert_on_manual_runs')::boolean as does from project where key = ${projectKey}`.execute(db)
  return rows[0]?.does === true
}
