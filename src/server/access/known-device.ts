import type { IncomingMessage } from 'node:http'
import { newId } from '../store/core/identifiers.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'

/**
 * Cookie of a browser that has signed in before. Its attempts are counted apart from those of strangers, so that guessing at an account
 * never locks its owner out.
 */
const COOKIE = 'sonde_device'
const YEAR_S = 365 * 86_400

/** Returns the id of this browser if it has signed in to this account before. */
export const knownDevice = (request: IncomingMessage, sealing: SecretCipher, accountId: string): string | null => {
  const sealed = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
  if (!sealed) return null
  try {
    const text = sealing.open({ sealed: Buffer.from(sealed, 'base64url').toString('base64') })
    const { device, account } = JSON.parse(text)
    return account === accountId && typeof device === 'string' ? device : null
  } catch {
    return null
  }
}

/** Returns the `Set-Cookie` header that marks this browser as known. */
export const deviceCookie = (sealing: SecretCipher, accountId: string, isSecure: boolean): string => {
  const { sealed } = sealing.sealOwn(JSON.stringify({ device: newId(), account: accountId }))
  const value = Buffer.from(sealed, 'base64').toString('base64url')
  return `${COOKIE}=${value}; Path=/interaction/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
