import type { SecretCipher } from '../store/core/secret-cipher.ts'

// Encrypted with the installation's key, like other unsubscribe links: nobody can forge one, and none needs a row in a table.
const PURPOSE = 'end status subscription'

/** Returns the token of a link that ends a subscription. It does not expire, so that links in old mail work. */
export const endToken = (sealing: SecretCipher, subscriberId: string): string =>
  Buffer.from(sealing.sealOwn(JSON.stringify({ for: PURPOSE, subscriberId })).sealed, 'base64').toString('base64url')

/** Returns the id of the subscriber that a token is of; null if it is not valid. */
export const subscriberOfToken = (sealing: SecretCipher, token: string): string | null => {
  try {
    const what: unknown = JSON.parse(sealing.open({ sealed: Buffer.from(token, 'base64url').toString('base64') }))
    const isOurs = typeof what === 'object' && what !== null && 'for' in what && what.for === PURPOSE
    return isOurs && 'subscriberId' in what && typeof what.subscriberId === 'string' ? what.subscriberId : null
  } catch {
    return null
  }
}
