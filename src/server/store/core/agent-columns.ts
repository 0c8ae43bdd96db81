import type { ColumnType, Generated } from 'kysely'
import type { Json, Key, Maybe, Stamps } from './column-types.ts'

/** The latest heartbeat of an agent. `lag_ms`: the longest delay between a run's due time and its start; null: no run started. */
export type AgentState = {
  readonly lag_ms: number | null
  readonly running: number
  readonly waiting: number
  /** Milliseconds by which the agent's clock is ahead of the server's. */
  readonly clock_offset_ms: number
  /** Absent while no browser has started. */
  readonly browser_sandbox?: boolean
}

export type AgentColumns = {
  id: string
  location_key: number
  key_hash: Buffer
  version: string
  owner: string | null
  remote_addr: string | null
  created: number
  last_seen: number
  capabilities: Generated<string[]>
  concurrency: Maybe<number>
  state: ColumnType<AgentState | null, string | null | undefined, string | null>
  rotation_asked: Maybe<number>
  next_key_hash: Maybe<Buffer>
  key_changed: Maybe<number>
  join_token_id: Maybe<string>
  revoked: Maybe<number>
  /** When it was bound to other projects; null once it has dropped what it had of the earlier ones. */
  forget_asked: Maybe<number>
}

/** The organization or the projects that agents are bound to; both null: they run monitors of all projects. */
type BoundColumns = { bound_org: Maybe<string>; bound_projects: Maybe<number[]> }

export type LocationColumns = {
  key: Key
  id: string
  doc: Json<Record<string, unknown>>
  edits: ColumnType<Record<string, unknown>, string | undefined, string>
  /** When its last agent was revoked; null while it has one. */
  closed: Maybe<number>
} & BoundColumns &
  Stamps

export type JoinTokenColumns = {
  id: string
  name: string
  prefix: string
  hash: Buffer
  created: number
  created_by: string | null
  created_by_key: Maybe<string>
  expires: number | null
  last_used: Maybe<number>
} & BoundColumns
