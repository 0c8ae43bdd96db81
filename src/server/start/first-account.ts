import { firstAccount, isEmpty, setUp } from '../access/setup.ts'
import type { Configuration } from '../configuration.ts'
import { writeAudit } from '../http/audit.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'

/** Creates the configured account, project and API key, only in an empty store, with the audit entry of a set-up by the system. */
export const createFirstAccount = async (
  db: Db,
  { admin }: Configuration,
  cipher: SecretCipher,
  now: number,
): Promise<void> => {
  if (!admin || !(await isEmpty(db))) return
  await db.transaction().execute(async (tx) => {
    const made = await setUp(
      tx,
      {
        organization: 'My organization',
        project: 'My project',
        ...(admin.apiKey !== null && { apiKey: admin.apiKey }),
      },
      firstAccount(admin, now),
      now,
    )
    if (!made) return
    const request = { caller: { kind: 'anonymous' }, ip: null, userAgent: null, requestId: newId() } as const
    const resource = { type: 'account', id: made.account_id, name: admin.email }
    await writeAudit(
      cipher,
      { ...request, db: tx, now },
      { action: 'setup.complete', changes: [{ resource }], project: null },
    )
  })
}
