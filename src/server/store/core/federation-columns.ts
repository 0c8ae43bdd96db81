import type { Generated } from 'kysely'
import type { Json, Maybe, Stamps } from './column-types.ts'

/** Columns of an OpenID provider; the migration explains them. */
export type IdentityProviderColumns = Stamps & {
  id: string
  name: string
  issuer: string
  client_id: string
  /** Encrypted; null for a public client. */
  client_secret: Json<unknown> | null
  scopes: string[]
  /** Words of its button on the sign-in page. */
  button: string
  admits: boolean
  domains: string[]
  enabled: boolean
  own_callback: boolean
}

/** Columns of a subject that signs in to an account. */
type AccountIdentityColumns = {
  id: string
  issuer: string
  subject: string
  account_id: string
  provider_id: Maybe<string>
  email: Maybe<string>
  last_used: Maybe<number>
  created: number
}

/** Columns of a sign-in or a link that is under way at a provider. */
type FederatedStateColumns = {
  hash: Buffer
  provider_id: string
  secret: Json<unknown>
  interaction: string | null
  account_id: string | null
  grant_id: string | null
  created: number
  expires: number
}

/** Columns of an account that federation and deletion added. */
export type FederatedAccountColumns = {
  federated: Generated<boolean>
  /** Time of deletion: what is left is a tombstone. */
  deleted: Maybe<number>
  last_ip: Maybe<string>
  logins_count: Generated<number>
}

/** Tables of federation. */
export type FederationTables = {
  account_identity: AccountIdentityColumns
  identity_provider: IdentityProviderColumns
  federated_state: FederatedStateColumns
}
