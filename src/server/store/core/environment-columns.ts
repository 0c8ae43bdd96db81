import type { Generated } from 'kysely'
import type { Key } from './column-types.ts'

/** A named set of variables. */
export type EnvironmentColumns = {
  key: Key
  project_key: number
  name: string
  version: Generated<number>
  created: number
}

/** A variable of an environment. */
export type VariableColumns = {
  key: Key
  id: string
  environment_key: number
  name: string
  /** The encrypted text if the variable is secret. */
  value: string
  secret: boolean
  origins: string[]
  /** When the value was current (Unix ms). */
  as_of: number
  updated: number
  updated_by: string | null
}
