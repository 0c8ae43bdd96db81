import { AsyncLocalStorage } from 'node:async_hooks'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type DataKey, type DataKeys, KeyAway, openDataKeys } from './data-keys.ts'

/** An encrypted value. An object, so that no text that a person enters can be mistaken for one. */
export type Sealed = { readonly sealed: string }

/** Where a scope gets its data key, when its first secret is encrypted. Throws a `KeyAway` if the key is not available. */
export type KeySource = () => DataKey

export type SecretCipher = {
  /** Encrypts under the data key of the scope (see `within`), or under the installation's key outside of any. */
  seal(plain: string): Sealed
  /** Encrypts under the installation's key in every scope: for what must open without an organization's key. */
  sealOwn(plain: string): Sealed
  /** Throws a `KeyAway` if the value's data key is not available or another one, another error if a value under the installation's key was changed. */
  open(value: Sealed): string
  /** Runs work whose secrets are encrypted with the data key of `source`; null means the installation's. */
  within<T>(source: KeySource | null, work: () => T): T
  /** Data keys that are available in this process. */
  readonly dataKeys: DataKeys
  /** Signs an entry of an audit chain: HMAC-SHA-256 under a separate key derived from the same secret. */
  sign(link: string): Buffer
  /** A key for another purpose, derived from the same secret; the same one on every server of a cluster. */
  keyFor(purpose: string): Buffer
}

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as { sealed?: unknown }).sealed === 'string'

const WRONG_KEY =
  'The key of the organization’s secrets is another one than a secret was encrypted with, or the secret was changed.'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `k1.<id of the data key>.<base64>`; base64 has no dot, so values under the installation's key are told apart. */
const UNDER_DATA_KEY = /^k1\.([\w-]+)\.(.*)$/s

/** Returns the id of the data key that a value is encrypted with; null for the installation's key. */
export const dataKeyOf = ({ sealed }: Sealed): string | null => UNDER_DATA_KEY.exec(sealed)?.[1] ?? null

const encrypted = (key: Buffer, plain: string): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

const decrypted = (key: Buffer, text: string): string => {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** Encrypts with AES-256-GCM, with a new nonce per value; the installation's key is derived from its secret. */
export const createSecretCipher = (secretKey: string): SecretCipher => {
  const keyFor = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'sonde', purpose, 32))
  const key = keyFor('secrets at rest')
  const chainKey = keyFor('the chain of the audit log')
  const dataKeys = openDataKeys()
  const scope = new AsyncLocalStorage<KeySource | null>()
  const sealOwn = (plain: string): Sealed => ({ sealed: encrypted(key, plain) })
  return {
    dataKeys,
    sealOwn,
    keyFor,
    sign: (link) => createHmac('sha256', chainKey).update(link, 'utf8').digest(),
    within: (source, work) => scope.run(source, work),
    seal(plain) {
      const own = scope.getStore()?.()
      return own ? { sealed: `k1.${own.id}.${encrypted(own.key, plain)}` } : sealOwn(plain)
    },
    open({ sealed }) {
      const [, id, text] = UNDER_DATA_KEY.exec(sealed) ?? []
      if (id === undefined || text === undefined) return decrypted(key, sealed)
      const own = dataKeys.find(id)
      if (!own) throw new KeyAway(id)
      try {
        return decrypted(own, text)
      } catch {
        // What a key service gives is not proved to be the key before something is opened with it.
        throw new KeyAway(id, WRONG_KEY)
      }
    },
  }
}
