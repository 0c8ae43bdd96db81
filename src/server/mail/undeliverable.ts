import { addressKey } from '../../domain/core/email-address.ts'
import type { Db } from '../store/core/database.ts'

/** An address that a mail server refused permanently. `since`: milliseconds. */
export type Undeliverable = { readonly address: string; readonly reason: string; readonly since: number }

/** Records that an address was refused; the first time stays. */
export const recordUndeliverable = async (db: Db, { address, reason, since }: Undeliverable): Promise<void> => {
  await db
    .insertInto('mail_undeliverable')
    .values({ address: addressKey(address), reason, since })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ reason }))
    .execute()
}

/** Clears an address after a mail was delivered to it. */
export const clearUndeliverable = async (db: Db, address: string): Promise<void> => {
  await db.deleteFrom('mail_undeliverable').where('address', '=', addressKey(address)).execute()
}

/** Returns which of these addresses were refused. */
export const undeliverableOf = async (db: Db, addresses: readonly string[]): Promise<Undeliverable[]> => {
  if (addresses.length === 0) return []
  const lower = addresses.map((address) => addressKey(address))
  return db.selectFrom('mail_undeliverable').selectAll().where('address', 'in', lower).orderBy('address').execute()
}

/** Returns the newest refused addresses, at most 100. */
export const allUndeliverable = (db: Db): Promise<Undeliverable[]> =>
  db.selectFrom('mail_undeliverable').selectAll().orderBy('since', 'desc').limit(100).execute()
