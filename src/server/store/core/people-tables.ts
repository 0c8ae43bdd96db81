import type { ColumnType, Generated } from 'kysely'
import type { Json, Maybe, Stamps } from './column-types.ts'
import type { ConnectionTables } from './connection-columns.ts'
import type { FactorTables } from './factor-columns.ts'
import type { FederatedAccountColumns, FederationTables } from './federation-columns.ts'
import type { Sealed } from './secret-cipher.ts'

type SignInTables = FederationTables & FactorTables & ConnectionTables

/** Tables of accounts, organizations, and who may enter what; the migrations explain them. */
export type PeopleTables = SignInTables & {
  account: AccountColumns & FederatedAccountColumns & Stamps
  account_token: {
    hash: Buffer
    account_id: string
    kind: string
    email: Maybe<string>
    created: number
    expires: number
  }
  organization: OrganizationColumns & Stamps
  organization_role: { org_id: string; id: string; description: string; creates_projects: Generated<boolean> } & Stamps
  organization_member: { org_id: string; account_id: string; role_id: string; created: number }
  project_role: { id: string; project_key: number; org_id: string; role_id: string; access_level: string } & Stamps
  project_access: { id: string; project_key: number; account_id: string; access_level: string } & Stamps
  invite: InviteColumns & Stamps
  api_key: {
    id: string
    project_key: number
    name: string
    prefix: string
    hash: Buffer
    access_level: string
    created: number
    created_by: string | null
    created_by_key: string | null
    created_by_service_key: string | null
    last_used: number | null
    expires: number | null
  }
  service_key: ServiceKeyColumns
  site_visit: { account_id: string; project_key: number; noted: number }
  key_service: KeyServiceColumns & Stamps
  organization_key: { id: string; org_id: string; wrapped: string; created: number; check_value: string | null }
}

/** Columns of an organization; the migrations explain them. */
type OrganizationColumns = {
  id: string
  name: string
  doc: Json<Record<string, unknown>>
  enforce_2fa: Generated<boolean>
  kms_enabled: Generated<boolean>
  password_expiry_days: Generated<number>
  session_hours: Generated<number>
}

type AccountColumns = {
  id: string
  email: string
  name: string
  /** Null: a tenant signs the account in. */
  password_hash: string | null
  site_permission: string | null
  email_verified: Maybe<number>
  /** Null while the password is the first one. */
  password_changed: Maybe<number>
  /** Time of blocking. */
  blocked: Maybe<number>
  last_login: Maybe<number>
  current_project_key: Maybe<number>
  current_project_noted: Maybe<number>
  /** The project created with the account, until it is first opened. */
  new_project_key: Maybe<number>
  /** The project to open after sign-in. */
  default_project_key: Maybe<number>
  nickname: Maybe<string>
  company: Maybe<string>
  /** The person's role, in their own words. */
  role: Maybe<string>
  /** A data URL. */
  picture: Maybe<string>
  preferences: ColumnType<Record<string, unknown>, string | undefined, string>
  /** The organization of a service account; null for a person. */
  service_org_id: Maybe<string>
  /** Address, name and id in small letters; generated. */
  search: ColumnType<string, never, never>
}

type InviteColumns = {
  id: string
  hash: Buffer
  project_key: number | null
  org_id: string | null
  access_level: string | null
  roles: string[]
  email: string
  name: string
  any_address: boolean
  is_mailed: boolean
  invited_by: string
  expires: number
  ended: Maybe<string>
}

type ServiceKeyColumns = {
  id: string
  account_id: string
  prefix: string
  hash: Buffer
  created: number
  made_by: string | null
  last_used: Maybe<number>
  expires: number | null
  replaced: Maybe<number>
}

type KeyServiceColumns = {
  org_id: string
  url: string
  namespace: string | null
  mount: string
  key_name: string
  token: Json<Sealed>
  checked: number | null
  problem: string | null
}
