import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDataFile } from '../data-file.ts'
import { refuseSpecialFile } from '../ordinary-file.ts'
import { StartProblem } from '../start-problem.ts'
import { MANIFEST_FILE } from './manifest.ts'

const FILE = 'manifest.signature'

/** HMAC-SHA-256, in hex, of a backup's manifest under a key derived from the secret key. The manifest has the SHA-256 of all other files. */
const signatureOf = (dir: string, secretKey: string): string => {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'sonde', 'the signature of a backup', 32))
  return createHmac('sha256', key)
    .update(readFileSync(join(dir, MANIFEST_FILE)))
    .digest('hex')
}

/** Signs a backup whose manifest is written. */
export const writeSignature = (dir: string, secretKey: string): void => {
  const fd = openSync(join(dir, FILE), 'wx', 0o600)
  try {
    writeFileSync(fd, `${signatureOf(dir, secretKey)}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Throws a `StartProblem` unless a backup was signed with the secret key, and so by an installation that has it. */
export const checkSignature = (dir: string, secretKey: string | null): void => {
  refuseSpecialFile(join(dir, FILE))
  const signature = readDataFile(join(dir, FILE))
  if (!signature || secretKey === null)
    throw new StartProblem(
      `The backup has no signature: Sonde 0.5.0 or an older version made it, or somebody changed it. If nobody else could write to ${dir}, restore it with --unsigned.`,
    )
  const [found, right] = [Buffer.from(signature), Buffer.from(signatureOf(dir, secretKey))]
  if (found.length !== right.length || !timingSafeEqual(found, right))
    throw new StartProblem(
      'The signature of the backup does not match its manifest: somebody changed one of them. Use another backup.',
    )
}
