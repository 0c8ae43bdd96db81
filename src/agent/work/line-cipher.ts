import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The spool's key, derived from the agent's own: whoever has only the spool can read nothing. */
export const spoolKeyOf = (agentKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', agentKey, '', 'sonde agent spool', 32))

/** Encrypts a line; the result is base64, and so a line too. */
export const sealLine = (line: string, key: Buffer): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const sealed = [nonce, cipher.update(line, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64')
}

/** Decrypts a line; null if it is incomplete, changed, or encrypted with another key. */
export const openLine = (text: string, key: Buffer): string | null => {
  const sealed = Buffer.from(text, 'base64')
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const line = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([line, decipher.final()]).toString()
  } catch {
    return null
  }
}
