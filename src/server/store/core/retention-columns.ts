import type { Generated } from 'kysely'

/** Columns of a project's retention: days, and the due times before which its results and their details are gone. */
export type RetentionColumns = {
  project_key: number
  result_days: number
  body_days: number
  changed: number
  results_since: Generated<number>
  bodies_since: Generated<number>
  results_cleared: Generated<number>
  bodies_cleared: Generated<number>
}
