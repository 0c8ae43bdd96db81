import { useMemo } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { silencedWords } from '../../domain/downtimes/downtime-words.ts'
import { useResource } from '../core/use-resource.ts'
import type { DowntimeRow } from './use-downtimes.ts'

export type OrganizationDowntimeRow = AnswerOf<ProductContract['organization-downtime.read-one']>

/** An organization downtime as a downtime of all schedules of a project. */
export const asDowntime = (row: OrganizationDowntimeRow): DowntimeRow => {
  const { id, name, start_time, end_time, repeated, repeat_days, timezone, status, next_window } = row
  return {
    id,
    meta: { name, schedule_id: ALL_SCHEDULES, created: row.created, last_update: row.last_update },
    schedule: { start_time, end_time, repeated, repeat_days, timezone },
    scope: silencedWords(null),
    status,
    next_window,
  }
}

const NONE: readonly OrganizationDowntimeRow[] = []

/** The organization downtimes that cover the project; empty while they load. */
export const useOrganizationDowntimes = (): readonly OrganizationDowntimeRow[] =>
  useResource('organization-downtime.list-of-project', {}).data?.data ?? NONE

/** The same as downtimes of all schedules. */
export const useOrganizationCover = (): readonly DowntimeRow[] => {
  const rows = useOrganizationDowntimes()
  return useMemo(() => rows.map(asDowntime), [rows])
}
