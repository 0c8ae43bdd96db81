import type { ColumnType } from 'kysely'
import type { Json, Key } from './column-types.ts'

/** An entry of the audit log. */
export type AuditColumns = {
  key: Key
  id: string
  time: number
  project_key: number | null
  org_id: string | null
  actor: Json<unknown>
  ip: string | null
  user_agent: string | null
  resource: Json<unknown>
  action: string
  changes: Json<unknown>
  request_id: string
  /** The project's key; 0 if there is none. */
  chain: ColumnType<number, never, never>
  /** Null only for entries from before the chains, until the server has started. */
  number: number
  hash: Buffer
}

/** The head of a project's chain of entries. */
export type AuditChainColumns = {
  chain: number
  number: number
  hash: Buffer
  dropped: number
  dropped_hash: Buffer
  begun: number
  chains: number
  seal: Buffer
}
