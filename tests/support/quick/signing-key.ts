import { exportJWK, generateKeyPair, type JWK } from 'jose'

let made: Promise<JWK> | undefined

/** Gives all servers of a process the same RSA key: finding its primes takes longer than the rest of a server's start. */
export const newSigningKey = (): Promise<JWK> => {
  made ??= generateKeyPair('RS256', { extractable: true }).then(({ privateKey }) => exportJWK(privateKey))
  return made
}
