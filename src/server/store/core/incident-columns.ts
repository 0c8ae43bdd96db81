import type { Generated } from 'kysely'
import type { Key, Maybe, Stamps } from './column-types.ts'

/** Tables of incidents; the migration explains them. */
export type IncidentTables = {
  incident: {
    key: Key
    id: string
    project_key: number
    title: string
    /** The rule that opened it wrote the title, with the internal name of a monitor. */
    title_by_rule: Generated<boolean>
    state: Generated<number>
    impact: number
    cause: Generated<string>
    cause_public: Generated<boolean>
    begun: number
    ended: Maybe<number>
    by_rule: boolean
    opened_by: string
    published: Maybe<number>
    merged_into: Maybe<number>
  } & Stamps
  incident_monitor: {
    incident_key: number
    target_key: number
    target_id: string
    name: string
    public_name: Maybe<string>
    since: number
    until: Maybe<number>
  }
  incident_update: {
    key: Key
    id: string
    incident_key: number
    time: number
    state: number
    text: string
    author: string | null
    is_public: boolean
  }
}
