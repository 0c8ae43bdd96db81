import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Notes that an account signed in: when, from where, and how often. */
export const recordLogin = async (
  db: Db,
  id: string,
  { ip, now }: { ip: string | null; now: number },
): Promise<void> => {
  await db
    .updateTable('account')
    .set({ last_login: now, last_ip: ip, logins_count: sql`logins_count + 1` })
    .where('id', '=', id)
    .execute()
}
