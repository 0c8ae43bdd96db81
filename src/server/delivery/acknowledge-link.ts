import { openSealedToken, sealedToken } from '../store/core/sealed-token.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'

/** The incident that a link acknowledges, by its monitor and the message's time, and the receiver that the link was sent to. */
export type AcknowledgeLink = {
  readonly projectKey: number
  readonly targetKey: number
  readonly by: string
  /** Time of the message in ms since the epoch: an incident that began later is another one. Links from before 0.6 have none. */
  readonly at?: number
}

const PURPOSE = 'acknowledge'

/** Returns the address that acknowledges the incidents of a monitor. */
export const acknowledgeAddress = (sealing: SecretCipher, url: string, link: AcknowledgeLink): string =>
  `${url}/acknowledge/${sealedToken(sealing, PURPOSE, link)}`

/** Reads the token of such an address; null if it is not valid. */
export const readAcknowledgeToken = (sealing: SecretCipher, token: string): AcknowledgeLink | null =>
  openSealedToken(sealing, PURPOSE, token)
