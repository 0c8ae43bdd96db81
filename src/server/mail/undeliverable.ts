import type { Db } from '../store/core/database.ts'

/** An address that a mail server has refused for good. `since`: milliseconds. */
export type Undeliverable = { readonly address: string; readonly reason: string; readonly since: number }

/** Remembers that an address was refused; since when it is, stays as it was. */
export const noteUndeliverable = async (db: Db, { address, reason, since }: Undeliverable): Promise<void> => {
  await db
    .insertInto('mail_undeliverable')
    .values({ address: address.toLowerCase(), reason, since })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ reason }))
    .execute()
}

/** A mail arrived there: it is an address again. */
export const noteDeliverable = async (db: Db, address: string): Promise<void> => {
  await db.deleteFrom('mail_undeliverable').where('address', '=', address.toLowerCase()).execute()
}

/** Which of these addresses were refused. */
export const undeliverableOf = async (db: Db, addresses: readonly string[]): Promise<Undeliverable[]> => {
  if (addresses.length === 0) return []
  const lower = addresses.map((address) => address.trim().toLowerCase())
  return db.selectFrom('mail_undeliverable').selectAll().where('address', 'in', lower).orderBy('address').execute()
}

/** All of them, the newest first; at most a hundred. */
export const allUndeliverable = (db: Db): Promise<Undeliverable[]> =>
  db.selectFrom('mail_undeliverable').selectAll().orderBy('since', 'desc').limit(100).execute()
