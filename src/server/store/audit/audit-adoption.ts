import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import { CHAIN_OF_NONE, entryHash, lockHead, moveHead, NO_HASH } from './audit-chain.ts'

const BATCH = 2000

/**
 * Starts the chains, once: older entries get numbers and hashes in order of arrival. Returns how many. After that no entry is adopted
 * any more, because an entry without a number was inserted by someone else.
 */
export const beginChains = (db: Db, sealing: SecretCipher, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`lock table audit_chain in exclusive mode`.execute(tx)
    const begun = await tx
      .selectFrom('audit_chain')
      .select('chain')
      .where('chain', '=', CHAIN_OF_NONE)
      .executeTakeFirst()
    if (begun) return 0
    await lockHead(tx, sealing, CHAIN_OF_NONE, now)
    await sql`select set_config('sonde.audit_upkeep', 'chain', true)`.execute(tx)
    const ends = new Map<number, { number: number; hash: Buffer }>()
    let taken = 0
    for (let after = 0; ; ) {
      const rows = await tx
        .selectFrom('audit')
        .selectAll()
        .where('key', '>', after)
        .where(sql<boolean>`number is null`)
        .orderBy('key')
        .limit(BATCH)
        .execute()
      const chained = rows.map((row) => {
        const end = ends.get(row.chain) ?? { number: 0, hash: NO_HASH }
        const number = end.number + 1
        const hash = entryHash(sealing, { chain: row.chain, number, before: end.hash, content: row })
        ends.set(row.chain, { number, hash })
        return { key: row.key, number, hash }
      })
      if (chained.length > 0)
        await sql`update audit a set number = c.number, hash = c.hash
          from unnest(${chained.map(({ key }) => key)}::bigint[], ${chained.map(({ number }) => number)}::bigint[],
            ${chained.map(({ hash }) => hash)}::bytea[]) as c(key, number, hash) where a.key = c.key`.execute(tx)
      taken += rows.length
      after = rows.at(-1)?.key ?? after
      if (rows.length < BATCH) break
    }
    for (const [chain, end] of ends) await moveHead(tx, sealing, await lockHead(tx, sealing, chain, now), end)
    return taken
  })
