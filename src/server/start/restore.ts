import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { VERSION } from '../../contract/core/version.ts'
import { fillFromBackup } from '../backup/fill.ts'
import { fingerprintOf, readKey, writeKey } from '../backup/key.ts'
import type { Manifest } from '../backup/manifest.ts'
import { checkSignature } from '../backup/signature.ts'
import { verifyBackup } from '../backup/verify.ts'
import type { Configuration } from '../configuration.ts'
import { clusterIn } from '../postgres/cluster.ts'
import { openPostgres } from '../postgres/open.ts'
import { lockDirectory } from '../postgres/owner-lock.ts'
import { prepareDirectory } from '../postgres/prepare-directory.ts'
import { StartProblem } from '../start-problem.ts'
import { migrationNames } from '../store/core/migrate.ts'
import { asStartProblem, type BackupIo, withProgress } from './backup.ts'

const RESTORE_HELP = `Usage: sonde restore DIR [--unsigned]

Restores the backup in DIR into an empty installation. SONDE_DATA_DIR names the data directory of the new installation, or
DATABASE_URL an empty database. The secret key of the backup is required: in the backup, as secret-key in the data
directory, or as SONDE_SECRET_KEY.

A backup is signed with the secret key, so that one which somebody changed is refused. --unsigned restores a backup without a
signature, such as one that Sonde 0.5.0 made: use it only if nobody else could write to the backup.
`

const UNSIGNED = '--unsigned'

/** Returns the secret key of the backup: the configured one, else the one in the data directory, else the one in the backup. */
const keyFor = (dir: string, manifest: Manifest, { secretKey, dataDir }: Configuration): string | null => {
  if (manifest.keyFingerprint === null) return null
  const candidates: [string | null, string][] = [
    [secretKey, 'SONDE_SECRET_KEY'],
    [readKey(dataDir), join(dataDir, 'secret-key')],
  ]
  for (const [key, place] of candidates) {
    if (key === null) continue
    if (fingerprintOf(key) === manifest.keyFingerprint) return key
    throw new StartProblem(
      `${place} is not the secret key of this backup, so its secrets could not be decrypted. Put the key of the backed-up installation there.`,
    )
  }
  const kept = manifest.keyIncluded ? readKey(dir) : null
  if (kept !== null) return kept
  throw new StartProblem(
    `The backup does not contain its secret key: put the file secret-key of the backed-up installation into ${dataDir}, or set SONDE_SECRET_KEY.`,
  )
}

/** Says at once that a server uses the data directory: comparing a large backup with its checksums first would take minutes. */
const refuseUsed = async ({ dataDir }: Configuration): Promise<void> => {
  if (!existsSync(join(dataDir, 'owner'))) return
  const lock = await lockDirectory(prepareDirectory(dataDir))
  await lock.release()
}

type Target = { url: string; name: string; stop(): Promise<void> }

/** Opens the empty database to restore into, and locks the data directory so that no server starts on it meanwhile. */
const openTarget = async ({ databaseUrl, dataDir }: Configuration, io: BackupIo): Promise<Target> => {
  if (databaseUrl !== null) {
    const lock = await lockDirectory(prepareDirectory(dataDir))
    return { url: databaseUrl, name: 'The database at DATABASE_URL', stop: () => lock.release() }
  }
  const postgres = await openPostgres({ dataDir, log: io.log, onStep: (step) => io.log(`${step}…`) })
  return { url: postgres.url, name: `The database in ${clusterIn(dataDir)}`, stop: () => postgres.stop() }
}

/** `sonde restore`: fills an empty store from a backup. */
export const runRestore = (
  words: readonly string[],
  configurationOf: () => Configuration,
  io: BackupIo,
): Promise<void> => asStartProblem('The restore failed and changed nothing', () => restore(words, configurationOf, io))

const restore = async (words: readonly string[], configurationOf: () => Configuration, io: BackupIo): Promise<void> => {
  if (words.includes('--help')) return io.say(RESTORE_HELP)
  const option = words.find((one) => one.startsWith('-') && one !== UNSIGNED)
  if (option !== undefined)
    throw new StartProblem(
      `sonde restore has no option ${option}${option === '--with-key' ? ': it uses the key in a backup that has one' : ''}; sonde restore --help says more.`,
    )
  const [word, more] = words.filter((one) => one !== UNSIGNED)
  if (word === undefined || more !== undefined)
    throw new StartProblem('sonde restore needs one folder, for example sonde restore /backups/monday.')
  const dir = resolve(word)
  const configuration = configurationOf()
  await refuseUsed(configuration)
  const manifest = await withProgress(io, 'Verifying', (show) => verifyBackup(dir, show))
  if (!migrationNames.includes(manifest.migration))
    throw new StartProblem(
      `The backup was made by Sonde ${manifest.version} (migration ${manifest.migration}); this is ${VERSION}. Restore it with that version or a newer one.`,
    )
  const key = keyFor(dir, manifest, configuration)
  if (!words.includes(UNSIGNED)) checkSignature(dir, key)
  const target = await openTarget(configuration, io)
  try {
    await withProgress(io, 'Restoring', (show) =>
      fillFromBackup({
        url: target.url,
        dir,
        manifest,
        place: target.name,
        // Written just before the commit: an interruption in between leaves a key in an installation that is still empty.
        beforeCommit: () => {
          if (key !== null && configuration.secretKey === null) writeKey(configuration.dataDir, key)
        },
        show,
        signal: io.signal,
      }),
    )
  } finally {
    await target.stop()
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en')
  io.say(
    `Restored ${rows} rows from the backup of ${manifest.made}. Start the server now. Runs that were due since then count as missed.`,
  )
}
