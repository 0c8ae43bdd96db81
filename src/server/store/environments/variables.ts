import { type RawBuilder, sql } from 'kysely'
import { HIDDEN, MAX_TOTAL_BYTES, MAX_VARIABLES } from '../../../domain/environments/variable-rules.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import { bumpVersion } from './environments.ts'

/** A variable as stored. */
export type StoredVariable = {
  readonly key: number
  readonly id: string
  readonly environment_key: number
  readonly workspace: string
  readonly name: string
  /** The encrypted text if the variable is secret. */
  readonly value: string
  readonly secret: boolean
  readonly origins: string[]
  readonly as_of: number
  readonly updated: number
}
/** A variable with the name of the account, API key or monitor that changed it last. */
export type ListedVariable = StoredVariable & { readonly updated_by: string | null }

const selectWhere = (where: RawBuilder<unknown>) => sql<ListedVariable>`
  select v.key, v.id, v.environment_key, e.name as workspace, v.name, v.value, v.secret, v.origins, v.as_of, v.updated,
    coalesce(a.name, k.name, o.name) as updated_by
  from variable v join environment e on e.key = v.environment_key
  left join account a on a.id = v.updated_by left join api_key k on k.id = v.updated_by left join object o on o.id = v.updated_by
  where ${where} order by e.name, v.name`

/** Variables of all environments of a project but the hidden one. */
export const variablesOf = async (db: Db, projectKey: number): Promise<ListedVariable[]> =>
  (await selectWhere(sql`e.project_key = ${projectKey} and e.name <> ${HIDDEN}`).execute(db)).rows

/** Reads one variable; undefined if there is none. */
export const readVariable = async (
  db: Db,
  projectKey: number,
  workspace: string,
  name: string,
): Promise<ListedVariable | undefined> => {
  if (workspace === HIDDEN) return undefined
  const where = sql`e.project_key = ${projectKey} and e.name = ${workspace} and v.name = ${name}`
  return (await selectWhere(where).execute(db)).rows[0]
}

/** Returns the names of a project's variables by environment. */
export const environmentNames = async (
  db: Db,
  projectKey: number,
): Promise<(workspace: string) => ReadonlySet<string>> => {
  const names = new Map<string, Set<string>>()
  for (const { workspace, name } of await variablesOf(db, projectKey))
    names.set(workspace, (names.get(workspace) ?? new Set()).add(name))
  return (workspace) => names.get(workspace) ?? new Set()
}

/** The value of a variable in clear. */
export const openVariable = (
  { value, secret }: Pick<StoredVariable, 'value' | 'secret'>,
  sealing: SecretCipher,
): string => (secret ? sealing.open({ sealed: value }) : value)

/** The value of a variable as it is stored. */
export const closeVariable = (value: string, secret: boolean, sealing: SecretCipher): string =>
  secret ? sealing.seal(value).sealed : value

export type VariableWrite = Pick<StoredVariable, 'name' | 'value' | 'secret' | 'origins'> & {
  readonly environmentKey: number
  /** When the value was current (Unix ms). */
  readonly asOf: number
  readonly now: number
  /** The id of the account, API key or monitor. */
  readonly by: string
}

/** Creates or changes a variable. Its environment must be locked. */
export const writeVariable = async (db: Db, write: VariableWrite): Promise<void> => {
  const { environmentKey, name, value, secret, origins, asOf, now, by } = write
  await sql`insert into variable (id, environment_key, name, value, secret, origins, as_of, updated, updated_by)
    values (${newId()}, ${environmentKey}, ${name}, ${value}, ${secret}, ${origins}::text[], ${asOf}, ${now}, ${by})
    on conflict (environment_key, name) do update set value = excluded.value, secret = excluded.secret, origins = excluded.origins,
      as_of = excluded.as_of, updated = excluded.updated, updated_by = excluded.updated_by`.execute(db)
  await bumpVersion(db, [environmentKey])
}

/** Notes that a run found the value as it is, so that no older run changes it. */
export const confirmVariable = async (db: Db, { key }: StoredVariable, asOf: number): Promise<void> => {
  await db.updateTable('variable').set({ as_of: asOf }).where('key', '=', key).execute()
}

/** Renames a variable. */
export const renameVariable = async (
  db: Db,
  { key, environment_key }: StoredVariable,
  to: { name: string; now: number; by: string },
): Promise<void> => {
  await db
    .updateTable('variable')
    .set({ name: to.name, updated: to.now, updated_by: to.by })
    .where('key', '=', key)
    .execute()
  await bumpVersion(db, [environment_key])
}

/** Deletes a variable. */
export const deleteVariable = async (db: Db, { key, environment_key }: StoredVariable): Promise<void> => {
  await db.deleteFrom('variable').where('key', '=', key).execute()
  await bumpVersion(db, [environment_key])
}

/** Why a project has no room for a variable of this size; null if it has. `replaced`: bytes of the value that it replaces. */
export const noRoom = async (
  db: Db,
  projectKey: number,
  adding: { readonly bytes: number; readonly replaced: number | null },
): Promise<string | null> => {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(v.value)), 0)::int as bytes
    from variable v join environment e on e.key = v.environment_key where e.project_key = ${projectKey}`.execute(db)
  const { count, bytes } = rows[0] ?? { count: 0, bytes: 0 }
  if (adding.replaced === null && count >= MAX_VARIABLES)
    return `A project has at most ${MAX_VARIABLES} variables. Delete one that no monitor uses.`
  if (bytes - (adding.replaced ?? 0) + adding.bytes > MAX_TOTAL_BYTES)
    return `The values of a project's variables have at most ${MAX_TOTAL_BYTES / 1_048_576} MiB together. Shorten or delete some.`
  return null
}
