import { firstAccount, isEmpty, setUp } from '../access/setup.ts'
import type { Configuration } from '../configuration.ts'
import { writeAudit } from '../http/audit.ts'
import { accountByEmail } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { hashOf, newId } from '../store/core/identifiers.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'

/** Logs what of the configured administrator an installation that is set up does not have. */
const logIgnored = async (db: Db, admin: NonNullable<Configuration['admin']>, log: (line: string) => void) => {
  const hasAccount = (await accountByEmail(db, admin.email)) !== undefined
  const key = admin.apiKey === null ? null : hashOf(admin.apiKey)
  const hasKey =
    key === null ||
    (await db.selectFrom('api_key').select('id').where('hash', '=', key).executeTakeFirst()) !== undefined
  const setUpAlready = 'is ignored: this installation is set up already'
  if (!hasAccount) log(`SONDE_ADMIN_EMAIL ${setUpAlready}, and no account has this address.`)
  if (!hasKey) log(`SONDE_ADMIN_API_KEY ${setUpAlready}, and has no such key.`)
}

/** Creates the configured account, project and API key, only in an empty store, with the audit entry of a set-up by the system. */
export const createFirstAccount = async (
  db: Db,
  { admin }: Configuration,
  cipher: SecretCipher,
  now: number,
  log: (line: string) => void,
): Promise<void> => {
  if (!admin) return
  if (!(await isEmpty(db))) return logIgnored(db, admin, log)
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
