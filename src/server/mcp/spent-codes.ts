import { createHash } from 'node:crypto'
import type { ToolAnswer } from '../../mcp/answer.ts'
import { type EarlierUse, type SpentCodes, withoutAnswer } from '../../mcp/spent-codes.ts'
import type { Db } from '../store/core/database.ts'
import type { Sealed, SecretCipher } from '../store/core/secret-cipher.ts'

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Codes that were used with any server of the installation, in the table of keys that requests are repeated by: of two uses at once, its
 * primary key lets one in. A row has the code's hash, and goes after a day, when the code is no longer valid. Answers are encrypted.
 */
export const storedSpentCodes = (
  db: Db,
  sealing: SecretCipher,
  { caller, clock }: { readonly caller: string; readonly clock: () => number },
): SpentCodes => {
  const scope = `code that confirms:${caller}`
  const keyOf = (code: string): string => hashed(code).toString('base64url')
  const find: SpentCodes['find'] = async (code, request) => {
    const row = await db
      .selectFrom('idempotency')
      .select(['request_hash', 'status', 'answer', 'created'])
      .where('scope', '=', scope)
      .where('key', '=', keyOf(code))
      .executeTakeFirst()
    if (!row) return null
    if (!row.request_hash.equals(hashed(request))) return 'other'
    // It was sealed here, as it is written in `settle`.
    const use: EarlierUse =
      row.status === null
        ? withoutAnswer(row.created, clock())
        : { answer: JSON.parse(sealing.open(row.answer as Sealed)) as ToolAnswer }
    return use
  }
  return {
    find,
    async claim(code, request) {
      const made = await db
        .insertInto('idempotency')
        .values({
          scope,
          key: keyOf(code),
          request_hash: hashed(request),
          status: null,
          answer: null,
          created: clock(),
        })
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
        .executeTakeFirst()
      return made.numInsertedOrUpdatedRows ? null : ((await find(code, request)) ?? 'running')
    },
    async settle(code, answer) {
      await db
        .updateTable('idempotency')
        .set({ status: 200, answer: JSON.stringify(sealing.seal(JSON.stringify(answer))) })
        .where('scope', '=', scope)
        .where('key', '=', keyOf(code))
        .execute()
    },
    async release(code) {
      await db.deleteFrom('idempotency').where('scope', '=', scope).where('key', '=', keyOf(code)).execute()
    },
  }
}
