import { exportJWK, generateKeyPair, type JWK } from 'jose'

/** Generates a private RSA key. */
export const newSigningKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return exportJWK(privateKey)
}
