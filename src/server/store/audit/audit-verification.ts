import { type Selectable, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { Sealing } from '../core/sealing.ts'
import type { Tables } from '../core/tables.ts'
import { CHAIN_OF_NONE, entryHash, type Head, isSealedHead, NO_HASH } from './audit-chain.ts'

/** What a chain broke by. `wrong_key`: nothing of it was signed with this installation's key. */
export type Why = 'changed' | 'missing' | 'added' | 'wrong_key'

/** The first place where a chain does not hold. `entry` is null where there is none: what is missing has no id any more. */
export type Fault = { why: Why; number: number; entry: { id: string; time: number } | null }

export type Verdict = {
  chain: number
  /** How many entries hold. */
  checked: number
  /** The oldest of them (ms); null where there is none. */
  since: number | null
  /** Those that had their time before: the chain begins after them. */
  dropped: number
  /** Since when entries are chained as they are written (ms); null where there are none yet. */
  begun: number | null
  /** The newest entry: its number, and its hash, in which everything before it is. */
  newest: { number: number; hash: Buffer } | null
  fault: Fault | null
}

type Row = Selectable<Tables['audit']>

const PAGE = 1000

/** One look at the store, however long it takes: what is written meanwhile is not seen. */
const atOneInstant = <Found>(db: Db, look: (tx: Db) => Promise<Found>): Promise<Found> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look)

/** Goes along a whole chain, page by page, and says whether it holds, or where it breaks first. */
export const verifyChain = (db: Db, sealing: Sealing, chain: number): Promise<Verdict> =>
  atOneInstant(db, async (tx) => {
    const head = await tx.selectFrom('audit_chain').selectAll().where('chain', '=', chain).executeTakeFirst()
    return head ? walk(tx, sealing, head) : headless(tx, chain)
  })

/** A chain that nobody began is empty; a chain that has entries, or was counted, lost its end. */
const headless = async (db: Db, chain: number): Promise<Verdict> => {
  const { rows } = await sql<{ lost: boolean }>`
    select exists (select 1 from audit where chain = ${chain}) or coalesce((select chains from audit_chain where chain = ${CHAIN_OF_NONE}), 0)
      <> (select count(*) from audit_chain where chain <> ${CHAIN_OF_NONE}) as lost`.execute(db)
  const fault: Fault | null = rows[0]?.lost ? { why: 'missing', number: 1, entry: null } : null
  return { chain, checked: 0, since: null, dropped: 0, begun: null, newest: null, fault }
}

const walk = async (db: Db, sealing: Sealing, head: Head): Promise<Verdict> => {
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
      const held = entryHash(sealing, { chain, number: row.number, before: hash, content: row })
      if (!held.equals(row.hash)) {
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
  // All entries hold; what says where they end does not.
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

/** An entry outside of what the chain counts: before its beginning, behind its end, or without a number. */
const strayOf = (db: Db, { chain, dropped, number }: Head): Promise<Row | undefined> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .where(sql<boolean>`(number is null or number <= ${dropped} or number > ${number})`)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst()

/** Whether an entry was pushed in between: the one behind it holds in its place. */
const isInserted = async (db: Db, sealing: Sealing, row: Row, before: Buffer): Promise<boolean> => {
  const [next] = await entriesAfter(db, row.chain, row.number, 1)
  if (!next) return false
  return entryHash(sealing, { chain: row.chain, number: row.number, before, content: next }).equals(next.hash)
}

/** The same for every chain of the installation, one after the other; `null` instead of a chain where a whole one is gone. */
export const verifyAll = async function* (db: Db, sealing: Sealing): AsyncGenerator<Verdict | null> {
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
