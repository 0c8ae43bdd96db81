import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refuseSpecialFile } from '../ordinary-file.ts'
import { StartProblem } from '../start-problem.ts'
import { fingerprintOf, readKey } from './key.ts'
import { type Manifest, readManifest } from './manifest.ts'

/**
 * Compares every file of a backup with the manifest and returns the manifest. Throws a `StartProblem` that names a missing or changed
 * file.
 */
export const verifyBackup = async (dir: string, show: (done: number, of: number) => void): Promise<Manifest> => {
  const manifest = readManifest(dir)
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const { file, bytes, sha256 } of manifest.tables) {
    refuseSpecialFile(join(dir, file))
    const hash = createHash('sha256')
    let read = 0
    try {
      await pipeline(createReadStream(join(dir, file)), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk)
          read += chunk.length
          done += chunk.length
          show(done, Math.max(total, done))
        }
      })
    } catch (cause) {
      throw new StartProblem(`${join(dir, file)} cannot be read, so the backup is incomplete: use another backup.`, {
        cause,
      })
    }
    if (read !== bytes || hash.digest('hex') !== sha256)
      throw new StartProblem(`${join(dir, file)} has changed since the backup was made: use another backup.`)
  }
  if (manifest.keyIncluded) {
    const key = readKey(dir)
    if (key === null || fingerprintOf(key) !== manifest.keyFingerprint)
      throw new StartProblem(
        `${join(dir, 'secret-key')} is missing or has changed since the backup was made: put the right key back.`,
      )
  }
  return manifest
}
