import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const randomText = (length: number): string => {
  let text = ''
  while (text.length < length) {
    // 248 is the largest multiple of 62 below 256: the bytes above it would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
  }
  return text
}

/** Generates an object id: 22 characters, 131 bits. */
export const newId = (): string => randomText(22)

/** Generates an API key, agent key or token: 32 characters, 190 bits. */
export const newSecret = (): string => randomText(32)

/** Hashes a key for storage. A plain hash suffices: keys are random, so there is nothing to guess. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
