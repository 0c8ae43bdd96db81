import { type Selectable, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import type { Tables } from '../core/tables.ts'
import { CHAIN_OF_NONE, entryHash, type Head, isSealedHead, NO_HASH } from './audit-chain.ts'

/** Kinds of faults. `wrong_key`: nothing was signed with this installation's key. */
export type Why = 'changed' | 'missing' | 'added' | 'wrong_key'

/** The first fault of a chain. `entry` is null if the entry is missing. */
export type Fault = { why: Why; number: number; entry: { id: string; time: number } | null }

export type Verdict = {
  chain: number
  /** Number of valid entries. */
  checked: number
  /** Time of the oldest of them (ms); null without entries. */
  since: number | null
  /** Number of entries deleted by retention; the chain starts after them. */
  dropped: number
  /** Time since which entries are chained as they are written (ms); null for an empty chain. */
  begun: number | null
  /** The newest entry's number and hash, which covers everything before it. */
  newest: { number: number; hash: Buffer } | null
  fault: Fault | null
}

type Row = Selectable<Tables['audit']>

const PAGE = 1000

/** Runs on one snapshot of the store, however long it takes. */
const atOneInstant = <Found>(db: Db, look: (tx: Db) => Promise<Found>): Promise<Found> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look)

/** Verifies a whole chain page by page, up to its first fault. */
export const verifyChain = (db: Db, sealing: SecretCipher, chain: number): Promise<Verdict> =>
  atOneInstant(db, async (tx) => {
    const head = await tx.selectFrom('audit_chain').selectAll().where('chain', '=', chain).executeTakeFirst()
    return head ? walk(tx, sealing, head) : headless(tx, chain)
  })

/** Verifies a chain without a head: it is empty if it was never started, and has lost its end if it has entries or was counted. */
const headless = async (db: Db, chain: number): Promise<Verdict> => {
  const { rows } = await sql<{ lost: boolean }>`
    select exists (select 1 from audit where chain = ${chain}) or coalesce((select chains from audit_chain where chain = ${CHAIN_OF_NONE}), 0)
      <> (select count(*) from audit_chain where chain <> ${CHAIN_OF_NONE}) as lost`.execute(db)
  const fault: Fault | null = rows[0]?.lost ? { why: 'missing', number: 1, entry: null } : null
  return { chain, checked: 0, since: null, dropped: 0, begun: null, newest: null, fault }
}

const walk = async (db: Db, sealing: SecretCipher, head: Head): Promise<Verdict> => {
  const { chain } = head
  const sealed = isSealedHead(sealing, head)
  let number = head.dropped
  let hash = head.dropped_hash
  let checked = 0
  let since: number | null = null
  const verdict = (fault: Fault | null): Verdict => {
    const newest = { number: head.number, hash: head.hash }
    return { chain, checked, since, dropped: head.dropped, begun: head.begun, newest, fault }
  }
  const faultAt = (why: Why, row: Row): Verdict =>
    verdict({ why, number: row.number, entry: { id: row.id, time: row.time } })

  const stray = await strayOf(db, head)
  if (stray) return faultAt('added', stray)
  for (;;) {
    const rows = await entriesAfter(db, chain, number, PAGE)
    for (const row of rows) {
      if (row.number !== number + 1) return verdict({ why: 'missing', number: number + 1, entry: null })
      const expected = entryHash(sealing, { chain, number: row.number, before: hash, content: row })
      if (!expected.equals(row.hash)) {
        if (!sealed && checked === 0) return faultAt('wrong_key', row)
        return faultAt((await isInserted(db, sealing, row, hash)) ? 'added' : 'changed', row)
      }
      number = row.number
      hash = row.hash
      since ??= row.time
      checked += 1
    }
    if (rows.length < PAGE) break
  }
  if (number < head.number) return verdict({ why: 'missing', number: number + 1, entry: null })
  // All entries are valid, but the chain's head is not.
  if (!sealed || !hash.equals(head.hash) || (number === 0 && !hash.equals(NO_HASH)))
    return verdict({ why: 'changed', number, entry: null })
  return verdict(null)
}

const entriesAfter = (db: Db, chain: number, number: number, limit: number): Promise<Row[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Finds an entry outside the chain's range: before its start, after its end, or without a number. */
const strayOf = (db: Db, { chain, dropped, number }: Head): Promise<Row | undefined> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .where(sql<boolean>`(number is null or number <= ${dropped} or number > ${number})`)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst()

/** Whether an entry was inserted: the next entry is valid in its place. */
const isInserted = async (db: Db, sealing: SecretCipher, row: Row, before: Buffer): Promise<boolean> => {
  const [next] = await entriesAfter(db, row.chain, row.number, 1)
  if (!next) return false
  return entryHash(sealing, { chain: row.chain, number: row.number, before, content: next }).equals(next.hash)
}

/** Verifies every chain of the installation in turn; yields `null` if a whole chain is missing. */
export const verifyAll = async function* (db: Db, sealing: SecretCipher): AsyncGenerator<Verdict | null> {
  const { rows } = await sql<{ chain: number }>`
    select chain from audit_chain union select chain from audit order by chain`.execute(db)
  for (const { chain } of rows) yield await verifyChain(db, sealing, chain)
  const roster = await atOneInstant(db, (tx) =>
    sql<{ chains: number; found: number }>`
      select (select chains from audit_chain where chain = ${CHAIN_OF_NONE}) as chains,
        (select count(*) from audit_chain where chain <> ${CHAIN_OF_NONE}) as found`.execute(tx),
  )
  const [counted] = roster.rows
  if (counted?.chains !== counted?.found) yield null
}
