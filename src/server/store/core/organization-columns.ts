import type { Generated } from 'kysely'
import type { Json } from './column-types.ts'

/** Columns of an organization; the migrations explain them. */
export type OrganizationColumns = {
  id: string
  name: string
  doc: Json<Record<string, unknown>>
  enforce_2fa: Generated<boolean>
  kms_enabled: Generated<boolean>
  password_expiry_days: Generated<number>
  session_hours: Generated<number>
}
