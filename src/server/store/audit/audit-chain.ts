import type { Selectable } from 'kysely'
import type { Db } from '../core/database.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import type { Tables } from '../core/tables.ts'

/** The content covered by an entry's hash: everything but its position in the table. */
export type Content = {
  id: string
  time: number
  project_key: number | null
  org_id: string | null
  actor: unknown
  ip: string | null
  user_agent: string | null
  resource: unknown
  action: string
  changes: unknown
  request_id: string
}

export type Head = Selectable<Tables['audit_chain']>

/** The previous hash of the first entry. */
export const NO_HASH: Buffer = Buffer.alloc(32)

/** The chain of entries without a project; its head counts the other chains. */
export const CHAIN_OF_NONE = 0

/** Canonical JSON with sorted names, since the store does not preserve their order. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const named = Object.entries(value).filter(([, each]) => each !== undefined)
  named.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${named.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}

/** Computes an entry's hash over the previous hash, its number and its content. */
export const entryHash = (
  { sign }: SecretCipher,
  { chain, number, before, content }: { chain: number; number: number; before: Buffer; content: Content },
): Buffer => {
  const { id, time, project_key, org_id, actor, ip, user_agent, resource, action, changes, request_id } = content
  const fields = [id, time, project_key, org_id, actor, ip, user_agent, resource, action, changes, request_id]
  return sign(`entry ${chain} ${number} ${before.toString('hex')} ${canonical(fields)}`)
}

const sealOf = ({ sign }: SecretCipher, head: Omit<Head, 'seal'>): Buffer => {
  const { chain, number, hash, dropped, dropped_hash, begun, chains } = head
  const hex = [hash, dropped_hash].map((bytes) => bytes.toString('hex'))
  return sign(`head ${chain} ${number} ${dropped} ${hex.join(' ')} ${begun} ${chains}`)
}

/** Whether a chain's head has a valid signature. */
export const isSealedHead = (sealing: SecretCipher, head: Head): boolean => sealOf(sealing, head).equals(head.seal)

/** Updates a chain's head. A broken signature stays broken, so that later entries cannot repair it. */
export const moveHead = async (db: Db, sealing: SecretCipher, before: Head, change: Partial<Head>): Promise<Head> => {
  const after = { ...before, ...change }
  const seal = isSealedHead(sealing, before) ? sealOf(sealing, after) : before.seal
  const { chain, ...columns } = { ...after, seal }
  await db.updateTable('audit_chain').set(columns).where('chain', '=', chain).execute()
  return { ...after, seal }
}

const lockKnown = (db: Db, chain: number): Promise<Head | undefined> =>
  db.selectFrom('audit_chain').selectAll().where('chain', '=', chain).forUpdate().executeTakeFirst()

/**
 * Locks a chain's head until the end of the transaction, creating a new chain if needed. A project's chain is always locked before the
 * chain of no project.
 */
export const lockHead = async (db: Db, sealing: SecretCipher, chain: number, now: number): Promise<Head> => {
  const known = await lockKnown(db, chain)
  if (known) return known
  const empty = { number: 0, hash: NO_HASH, dropped: 0, dropped_hash: NO_HASH, begun: now, chains: 0 }
  const made = await db
    .insertInto('audit_chain')
    .values({ chain, ...empty, seal: sealOf(sealing, { chain, ...empty }) })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .returning('chain')
    .executeTakeFirst()
  if (made && chain !== CHAIN_OF_NONE) {
    const roster = await lockHead(db, sealing, CHAIN_OF_NONE, now)
    await moveHead(db, sealing, roster, { chains: roster.chains + 1 })
  }
  const head = await lockKnown(db, chain)
  if (!head) throw new Error(`The chain ${chain} of the audit log was not created.`)
  return head
}

/** Appends entries to one chain. Must be the last step of a transaction: until it ends, the chain is locked. */
export const appendEntries = async (
  db: Db,
  sealing: SecretCipher,
  entries: readonly Content[],
  now: number,
): Promise<void> => {
  const first = entries[0]
  if (!first) return
  const chain = first.project_key ?? CHAIN_OF_NONE
  const head = await lockHead(db, sealing, chain, now)
  let { number, hash } = head
  const rows = entries.map((content) => {
    number += 1
    hash = entryHash(sealing, { chain, number, before: hash, content })
    const [actor, resource, changes] = [content.actor, content.resource, content.changes].map((part) =>
      JSON.stringify(part),
    )
    return { ...content, actor: actor ?? 'null', resource: resource ?? 'null', changes: changes ?? '[]', number, hash }
  })
  await db.insertInto('audit').values(rows).execute()
  await moveHead(db, sealing, head, { number, hash })
}
