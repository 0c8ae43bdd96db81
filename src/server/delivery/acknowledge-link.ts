import type { SecretCipher } from '../store/core/secret-cipher.ts'

/** The monitor that a link acknowledges, and the receiver that it was sent to. */
export type AcknowledgeLink = { readonly projectKey: number; readonly targetKey: number; readonly by: string }

const PURPOSE = 'acknowledge'

/** Returns the address that acknowledges the incidents of a monitor. It is encrypted with the installation's key, so nobody can forge one. */
export const acknowledgeAddress = (sealing: SecretCipher, url: string, link: AcknowledgeLink): string => {
  const { sealed } = sealing.sealOwn(JSON.stringify({ for: PURPOSE, ...link }))
  return `${url}/acknowledge/${Buffer.from(sealed, 'base64').toString('base64url')}`
}

/** Reads the token of such an address; null if it is not valid. */
export const readAcknowledgeToken = (sealing: SecretCipher, token: string): AcknowledgeLink | null => {
  try {
    const sealed = Buffer.from(token, 'base64url').toString('base64')
    // Decryption proves that this installation wrote it, in the form above; `for` separates it from other encrypted values.
    const link = JSON.parse(sealing.open({ sealed })) as AcknowledgeLink & { for?: unknown }
    return link.for === PURPOSE ? link : null
  } catch {
    return null
  }
}
