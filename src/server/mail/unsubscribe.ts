import type { Db } from '../store/core/database.ts'
import type { Sealing } from '../store/core/sealing.ts'

/** What a link at the end of a mail ends: the mail of a webhook to an address, or a subscription of an account. */
export type Unsubscribing =
  | { readonly ends: 'webhook'; readonly webhookId: string; readonly address: string }
  | {
      readonly ends: 'subscription'
      readonly accountId: string
      readonly kind: string
      readonly projectId: string | null
      readonly address: string
    }

// Sealed under the installation's key: nobody can make one, and the address in it is in nobody's log.
const PURPOSE = 'unsubscribe'

/** The token of such a link. It stays good: old mail is unsubscribed from too. */
export const unsubscribeToken = (sealing: Sealing, what: Unsubscribing): string =>
  Buffer.from(sealing.seal(JSON.stringify({ for: PURPOSE, ...what })).sealed, 'base64').toString('base64url')

/** What a token ends; null for one that is not ours. */
export const readUnsubscribeToken = (sealing: Sealing, token: string): Unsubscribing | null => {
  try {
    const sealed = Buffer.from(token, 'base64url').toString('base64')
    // Only this installation can have sealed it, and then as above; `for` tells it from all else that is sealed.
    const what = JSON.parse(sealing.open({ sealed })) as Unsubscribing & { for?: unknown }
    return what.for === PURPOSE ? what : null
  } catch {
    return null
  }
}

/** The page on which a person unsubscribes; what a mail program posts to (RFC 8058) is the same address. */
export const unsubscribeAddress = (sealing: Sealing, url: string, what: Unsubscribing): string =>
  `${url}/unsubscribe/${unsubscribeToken(sealing, what)}`

/** The headers by which mail programs offer to unsubscribe with one click (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (address: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type OfWebhook = { webhookId: string; address: string }

const row = ({ webhookId, address }: OfWebhook) => ({ webhook_id: webhookId, address: address.trim().toLowerCase() })

/** Ends the mail of a webhook to an address; once ended, it stays ended since then. */
export const unsubscribeFromWebhook = async (db: Db, what: OfWebhook, now: number): Promise<void> => {
  await db
    .insertInto('mail_unsubscribed')
    .values({ ...row(what), time: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes it back. */
export const resubscribeToWebhook = async (db: Db, what: OfWebhook): Promise<void> => {
  const { webhook_id, address } = row(what)
  await db.deleteFrom('mail_unsubscribed').where('webhook_id', '=', webhook_id).where('address', '=', address).execute()
}

/** Who unsubscribed from each of these webhooks, by webhook: addresses in lower letters, and when, in milliseconds. */
export const unsubscribedFrom = async (
  db: Db,
  webhookIds: readonly string[],
): Promise<Map<string, { address: string; time: number }[]>> => {
  const found = new Map<string, { address: string; time: number }[]>()
  if (webhookIds.length === 0) return found
  const rows = await db
    .selectFrom('mail_unsubscribed')
    .selectAll()
    .where('webhook_id', 'in', webhookIds)
    .orderBy('time')
    .execute()
  for (const { webhook_id, address, time } of rows)
    found.set(webhook_id, [...(found.get(webhook_id) ?? []), { address, time }])
  return found
}
