import { sql } from 'kysely'
import type { Capability } from '../../../domain/agents/capabilities.ts'
import type { StaffedLocation } from '../../../domain/agents/staffed-location.ts'
import type { TargetGroup } from '../../../domain/schedules/never-runs.ts'
import { locationsWithin } from '../agents/locations.ts'
import { staffByLocation, UNSTAFFED } from '../agents/staff.ts'
import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import { neededBy } from '../monitors/needs.ts'
import { locationsOf, type ScheduleDoc } from './schedules.ts'

/** The number of targets of each kind. */
export type TargetCounts = { monitors: number; browser_tests: number; workflows: number }

/** Targets of a schedule, and the locations that it runs from with their agents. */
export type RunScope = {
  readonly targets: readonly TargetGroup[]
  readonly locations: readonly StaffedLocation[]
  readonly counts: TargetCounts
}

type Group = {
  schedule_key: number
  kind: string
  needs: Capability | null
  /** The location that workflows always run from. */
  only: number | null
  count: number
}

const groupsOf = async (db: Db, keys: readonly number[]): Promise<readonly Group[]> => {
  const { rows } = await sql<Group>`
    select g.schedule_key, g.kind, g.needs, g.only, count(*)::int as count from (
      select t.schedule_key, o.kind, w.location_key as only, ${neededBy(sql`t.target_key`)} as needs
      from schedule_target t join object o on o.key = t.target_key left join workflow_setting w on w.target_key = t.target_key
      where t.schedule_key = any(${[...keys]}::int[])) g
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

const countsOf = (groups: readonly Group[]): TargetCounts => {
  const sum = (isOf: (group: Group) => boolean) => groups.filter(isOf).reduce((total, { count }) => total + count, 0)
  return {
    monitors: sum(({ kind, needs }) => kind === 'monitor' && needs === null),
    browser_tests: sum(({ kind, needs }) => kind === 'monitor' && needs !== null),
    workflows: sum(({ kind }) => kind === 'workflow'),
  }
}

/** Reads the targets and locations of schedules, by the schedule's key. */
export const runScopes = async (
  db: Db,
  stored: readonly Stored<ScheduleDoc>[],
): Promise<ReadonlyMap<number, RunScope>> => {
  const groups = await groupsOf(
    db,
    stored.map(({ key }) => key),
  )
  const agents = await staffByLocation(db)
  const scopes = new Map<number, RunScope>()
  for (const projectKey of new Set(stored.map(({ project_key }) => project_key))) {
    // A closed location is one whose agents are gone, and that is what a schedule says of it.
    const known = (await locationsWithin(db, projectKey)).map((location) => ({ ...location, closed: false }))
    const staffOf = (keys: readonly number[]) => keys.map((key) => agents.get(key) ?? UNSTAFFED)
    for (const { key, project_key, doc } of stored) {
      if (project_key !== projectKey) continue
      const own = groups.filter(({ schedule_key }) => schedule_key === key)
      scopes.set(key, {
        counts: countsOf(own),
        locations: staffOf(locationsOf(doc, known).map((location) => location.key)),
        targets: own.map(({ count, needs, only }) => ({
          count,
          needs,
          ...(only !== null && {
            only: staffOf(known.filter((location) => location.key === only).map((one) => one.key)),
          }),
        })),
      })
    }
  }
  return scopes
}
