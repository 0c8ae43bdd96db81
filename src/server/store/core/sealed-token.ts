import type { SecretCipher } from './secret-cipher.ts'

/**
 * Returns the token of a link that needs no sign-in. It is encrypted with the installation's key: nobody can forge one, and no log shows
 * what it is about. `purpose` separates it from other encrypted values.
 */
export const sealedToken = (sealing: SecretCipher, purpose: string, about: object): string =>
  Buffer.from(sealing.sealOwn(JSON.stringify({ for: purpose, ...about })).sealed, 'base64').toString('base64url')

/** Reads such a token; null if it is not valid, or for another purpose. `About` is the type that was sealed for the purpose. */
export const openSealedToken = <About extends object>(
  sealing: SecretCipher,
  purpose: string,
  token: string,
): About | null => {
  try {
    const sealed = Buffer.from(token, 'base64url').toString('base64')
    // Decryption proves that this installation wrote it, in the form of its purpose.
    const about = JSON.parse(sealing.open({ sealed })) as About & { for?: unknown }
    return about.for === purpose ? about : null
  } catch {
    return null
  }
}
