import type { ColumnType, Generated } from 'kysely'
import type { Json, Maybe } from './column-types.ts'

/** Columns of a second factor or recovery code; the migration explains them. */
export type FactorColumns = {
  id: string
  account_id: string
  kind: string
  name: Generated<string>
  secret: ColumnType<unknown, string | undefined, string>
  last_step: Maybe<number>
  credential_id: Maybe<string>
  public_key: Maybe<Buffer>
  counter: Maybe<number>
  transports: ColumnType<string[], string | undefined, string>
  synced: Generated<boolean>
  code_hash: Maybe<Buffer>
  created: number
  last_used: Maybe<number>
}

/** Columns of a pending challenge. */
type ChallengeColumns = {
  id: Buffer
  kind: string
  /** Null: a passkey alone, whose account is not known yet. */
  account_id: string | null
  payload: Json<Record<string, unknown>>
  expires: number
}

/** Tables of second factors. */
export type FactorTables = { account_factor: FactorColumns; factor_challenge: ChallengeColumns }
