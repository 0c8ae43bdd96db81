import { createHmac, hkdfSync } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDataFile } from '../data-file.ts'
import { refuseSpecialFile } from '../ordinary-file.ts'

const FILE = 'secret-key'

/** Identifies a secret key without revealing it: an HMAC-SHA-256 of a constant under a key derived from the secret key. */
export const fingerprintOf = (secretKey: string): string => {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'sonde', 'the fingerprint in a backup', 32))
  return createHmac('sha256', key).update('which key').digest('hex')
}

/** Writes the secret key into a backup or a data directory, readable only for this account. */
export const writeKey = (dir: string, secretKey: string): void => {
  const fd = openSync(join(dir, FILE), 'w', 0o600)
  try {
    writeFileSync(fd, secretKey)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Returns the secret key in a folder; null if there is none. */
export const readKey = (dir: string): string | null => {
  refuseSpecialFile(join(dir, FILE))
  return readDataFile(join(dir, FILE)) || null
}
