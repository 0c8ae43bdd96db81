import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** An encrypted value. An object, so that no text that a person enters can be mistaken for one. */
export type Sealed = { readonly sealed: string }

export type SecretCipher = {
  seal(plain: string): Sealed
  /** Throws if the value was encrypted with another key or changed. */
  open(value: Sealed): string
  /** Signs an entry of an audit chain: HMAC-SHA-256 under a separate key derived from the same secret. */
  sign(link: string): Buffer
}

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as { sealed?: unknown }).sealed === 'string'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM under a key derived from the installation's secret, with a new nonce per value. */
export const createSecretCipher = (secretKey: string): SecretCipher => {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'sonde', 'secrets at rest', 32))
  const chainKey = Buffer.from(hkdfSync('sha256', secretKey, 'sonde', 'the chain of the audit log', 32))
  return {
    sign: (link) => createHmac('sha256', chainKey).update(link, 'utf8').digest(),
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64') }
    },
    open({ sealed }) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
