import { openSealedToken, sealedToken } from '../store/core/sealed-token.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'

const PURPOSE = 'end status subscription'

/** Returns the token of a link that ends a subscription. It does not expire and needs no row in a table, so that links in old mail work. */
export const endToken = (sealing: SecretCipher, subscriberId: string): string =>
  sealedToken(sealing, PURPOSE, { subscriberId })

/** Returns the id of the subscriber that a token is of; null if it is not valid. */
export const subscriberOfToken = (sealing: SecretCipher, token: string): string | null => {
  const subscriberId = openSealedToken<{ subscriberId: unknown }>(sealing, PURPOSE, token)?.subscriberId
  return typeof subscriberId === 'string' ? subscriberId : null
}
