import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import { lockHead, moveHead } from './audit-chain.ts'

/** Retention, at least 13 months: the database refuses to delete younger entries (`0005-audit-chain`). */
const KEPT_MS = 400 * DAY_MS
const BATCH = 5000

/**
 * Deletes the oldest entries of each chain, and keeps the last deleted hash so that the rest can still be verified. An old entry after a
 * younger one stays until both are old: chains are only shortened from the beginning.
 */
export const dropOldEntries = async (db: Db, sealing: SecretCipher, now: number): Promise<number> => {
  const { rows } = await sql<{ chain: number; before: number }>`
    with age as (select least(${now - KEPT_MS}::bigint, (extract(epoch from now()) * 1000)::bigint - ${KEPT_MS}::bigint) as before)
    select c.chain, age.before from audit_chain c, age
    where exists (select 1 from audit a where a.chain = c.chain and a.time < age.before)`.execute(db)
  let dropped = 0
  for (const { chain, before } of rows)
    for (let more = true; more; ) {
      const count = await dropBatch(db, sealing, { chain, before, now })
      dropped += count
      more = count === BATCH
    }
  return dropped
}

const dropBatch = (
  db: Db,
  sealing: SecretCipher,
  { chain, before, now }: { chain: number; before: number; now: number },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const head = await lockHead(tx, sealing, chain, now)
    const oldest = await tx
      .selectFrom('audit')
      .select(['number', 'time', 'hash'])
      .where('chain', '=', chain)
      .where('number', '>', head.dropped)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    const young = oldest.findIndex(({ time }) => time >= before)
    const old = young === -1 ? oldest : oldest.slice(0, young)
    const last = old.at(-1)
    if (!last) return 0
    await sql`select set_config('sonde.audit_upkeep', 'retention', true)`.execute(tx)
    await tx.deleteFrom('audit').where('chain', '=', chain).where('number', '<=', last.number).execute()
    await moveHead(tx, sealing, head, { dropped: last.number, dropped_hash: last.hash })
    return old.length
  })
