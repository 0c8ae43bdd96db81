import { createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto'

const CURVES: Readonly<Record<string, string>> = { ES256: 'prime256v1', ES384: 'secp384r1' }

const keyIn = (text: string): KeyObject => {
  const trimmed = text.trim()
  return trimmed.startsWith('{')
    ? createPrivateKey({ key: JSON.parse(trimmed), format: 'jwk' })
    : createPrivateKey(trimmed)
}

const fits = (key: KeyObject, alg: string): boolean => {
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = key
  if (/^(RS|PS)/.test(alg)) return kind === 'rsa' && (details?.modulusLength ?? 0) >= 2048
  if (alg === 'EdDSA') return kind === 'ed25519'
  return kind === 'ec' && details?.namedCurve === CURVES[alg]
}

const WANTED: Readonly<Record<string, string>> = {
  R: 'an RSA key of at least 2048 bits',
  P: 'an RSA key of at least 2048 bits',
  ES256: 'an EC key of the curve P-256',
  ES384: 'an EC key of the curve P-384',
  EdDSA: 'an Ed25519 key',
}

/** Why a text is no key of an algorithm, for a field error; null if it is one. */
export const keyFault = (text: string, alg: string): string | null => {
  if (alg === 'HS256') return text.length >= 32 ? null : 'must be a shared secret of at least 32 characters for HS256.'
  const says = `must be ${WANTED[alg] ?? WANTED[alg.slice(0, 1)] ?? 'a key'} for ${alg}, as PEM (PKCS #8, not encrypted) or JWK.`
  try {
    return fits(keyIn(text), alg) ? null : says
  } catch {
    return says
  }
}

/** The key of a text that `keyFault` accepts. */
export const signingKey = (text: string, alg: string): KeyObject =>
  alg === 'HS256' ? createSecretKey(Buffer.from(text)) : keyIn(text)
