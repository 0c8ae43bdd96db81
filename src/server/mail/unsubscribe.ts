import { addressKey } from '../../domain/core/email-address.ts'
import type { Db } from '../store/core/database.ts'
import { openSealedToken, sealedToken } from '../store/core/sealed-token.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'

/** The mail that an unsubscribe link ends: that of a webhook to an address, or a subscription of an account. */
export type Unsubscribing =
  | { readonly ends: 'webhook'; readonly webhookId: string; readonly address: string }
  | {
      readonly ends: 'subscription'
      readonly accountId: string
      readonly kind: string
      readonly projectId: string | null
      readonly address: string
    }

const PURPOSE = 'unsubscribe'

/** Returns the token of an unsubscribe link. It does not expire, so that links in old mail work. */
export const unsubscribeToken = (sealing: SecretCipher, what: Unsubscribing): string =>
  sealedToken(sealing, PURPOSE, what)

/** Reads an unsubscribe token; null if it is not valid. */
export const readUnsubscribeToken = (sealing: SecretCipher, token: string): Unsubscribing | null =>
  openSealedToken(sealing, PURPOSE, token)

/** Returns the URL of the unsubscribe page, which is also where mail programs post (RFC 8058). */
export const unsubscribeAddress = (sealing: SecretCipher, url: string, what: Unsubscribing): string =>
  `${url}/unsubscribe/${unsubscribeToken(sealing, what)}`

/** Headers that let mail programs offer one-click unsubscribing (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (address: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type OfWebhook = { webhookId: string; address: string }

const row = ({ webhookId, address }: OfWebhook) => ({ webhook_id: webhookId, address: addressKey(address) })

/** Unsubscribes an address from a webhook's mail; repeating it keeps the first time. */
export const unsubscribeFromWebhook = async (db: Db, what: OfWebhook, now: number): Promise<void> => {
  await db
    .insertInto('mail_unsubscribed')
    .values({ ...row(what), time: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reverts `unsubscribeFromWebhook`. */
export const resubscribeToWebhook = async (db: Db, what: OfWebhook): Promise<void> => {
  const { webhook_id, address } = row(what)
  await db.deleteFrom('mail_unsubscribed').where('webhook_id', '=', webhook_id).where('address', '=', address).execute()
}

/** Returns who unsubscribed from each webhook: addresses in lower case and times in milliseconds. */
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
