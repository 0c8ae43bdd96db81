import { sql } from 'kysely'
import { GLOBAL } from '../../../domain/environments/variable-rules.ts'
import type { Db } from '../core/database.ts'
import { dataKeyOf, isSealed } from '../core/secret-cipher.ts'

/** Secrets that the runs of a monitor may need, and the data keys that they are encrypted with. */
export type MonitorSecrets = { readonly secrets: number; readonly keyIds: readonly string[] }

/**
 * Reads the secrets of a monitor: its own, those of its auth setting and token, and the secret variables of its environments. Undefined if
 * the project has no such monitor.
 */
export const secretsOfMonitor = async (db: Db, projectKey: number, id: string): Promise<MonitorSecrets | undefined> => {
  const { rows: found } = await sql<{ doc: { meta?: { workspace?: string }; request?: Record<string, unknown> } }>`
    select doc from object where project_key = ${projectKey} and kind = 'monitor' and id = ${id}`.execute(db)
  const monitor = found[0]?.doc
  if (!monitor) return undefined
  const used = [monitor.request?.auth_id, monitor.request?.token_id].filter((each) => typeof each === 'string')
  const { rows: docs } = await sql<{ doc: unknown }>`
    select doc from object where project_key = ${projectKey} and id = any(${used}::text[])`.execute(db)
  const { rows: variables } = await sql<{ value: string }>`
    select v.value from variable v join environment e on e.key = v.environment_key
    where e.project_key = ${projectKey} and e.name in (${monitor.meta?.workspace ?? GLOBAL}, ${GLOBAL}) and v.secret`.execute(
    db,
  )
  const keyIds = new Set<string>()
  let secrets = 0
  const count = (sealed: string) => {
    secrets += 1
    const keyId = dataKeyOf({ sealed })
    if (keyId !== null) keyIds.add(keyId)
  }
  JSON.stringify([monitor, ...docs], (_, value) => {
    if (isSealed(value)) count(value.sealed)
    return value
  })
  for (const { value } of variables) count(value)
  return { secrets, keyIds: [...keyIds] }
}
