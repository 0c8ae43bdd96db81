import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { TOTP_DIGITS } from '../../domain/identity/factor-codes.ts'

/** Seconds of a time step (RFC 6238, section 4.1). */
const STEP_S = 30
/** Bytes of a secret: the length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Accepted deviation of the owner's clock, in steps to either side. */
const DRIFT = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in base32 (RFC 4648) without padding, as authenticator apps take secrets. */
export const base32 = (bytes: Uint8Array): string => {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** Generates the secret of an authenticator app. */
export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** Returns the time step of an instant (Unix ms). */
export const totpStep = (nowMs: number): number => Math.floor(nowMs / 1000 / STEP_S)

/** Returns the code of a time step (RFC 4226, section 5.3, with HMAC-SHA-1). */
export const totpAt = (secret: Uint8Array, step: number, digits = TOTP_DIGITS): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Returns the time step that a code belongs to, at most one step from now; null if it is none of them. */
export const stepOfCode = (secret: Uint8Array, code: string, nowMs: number): number | null => {
  const now = totpStep(nowMs)
  let found: number | null = null
  for (let step = now - DRIFT; step <= now + DRIFT; step++)
    if (timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code))) found = step
  return found
}

/** Returns the address that an authenticator app reads from the QR code. */
export const totpUri = (secret: Uint8Array, email: string): string =>
  `otpauth://totp/Sonde:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Sonde&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${STEP_S}`
