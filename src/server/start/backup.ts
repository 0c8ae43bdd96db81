import { resolve } from 'node:path'
import { VERSION } from '../../contract/core/version.ts'
import { readKey } from '../backup/key.ts'
import { verifyBackup } from '../backup/verify.ts'
import { writeBackup } from '../backup/write.ts'
import type { Configuration } from '../configuration.ts'
import { StartProblem } from '../start-problem.ts'
import { openDatabase } from '../store/core/database.ts'
import { schemaState } from '../store/core/migrate.ts'
import { openSecretCipher } from './installation.ts'
import { openDatabaseBeside } from './store-beside.ts'

const BACKUP_HELP = `Usage: sonde backup DIR [--with-key]
       sonde backup --verify DIR

Copies the database into DIR, a new folder, while the server keeps running.
  --with-key   also put the secret key into the backup: anyone with such a backup can read every secret
  --verify     compare a backup with its checksums, without changing anything
`

/** Input and output of the backup commands. */
export type BackupIo = {
  readonly say: (text: string) => void
  readonly log: (line: string) => void
  readonly clock: () => number
  /** Displays the progress of what the label says, in MB, as a bar or as lines. */
  readonly progress: (label: string) => { show(done: number, of: number): void; end(): number }
  readonly signal: AbortSignal
}

const MB = 1e6

/** Runs `work` with a progress display that counts bytes and is removed at the end. */
export const withProgress = async <Result>(
  { progress }: BackupIo,
  label: string,
  work: (show: (done: number, of: number) => void) => Promise<Result>,
): Promise<Result> => {
  const display = progress(label)
  try {
    return await work((done, of) => display.show(done / MB, of / MB))
  } finally {
    display.end()
  }
}

/**
 * Runs `work` and turns errors of the database or the system, such as a lost connection or a full disk, into a `StartProblem` of one
 * sentence.
 */
export const asStartProblem = async (failed: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof StartProblem) throw cause
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === '' && !/^Connection terminated/.test(cause.message)) throw cause
    throw new StartProblem(`${failed}: ${cause.message || code}.`, { cause })
  }
}

const rowsIn = ({ tables }: { tables: readonly { rows: number }[] }): string =>
  tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en')

const optionsFrom = (words: readonly string[]): { dir: string; withKey: boolean; verify: boolean } => {
  const flags = words.filter((word) => word.startsWith('-'))
  const unknown = flags.find((flag) => flag !== '--with-key' && flag !== '--verify')
  if (unknown !== undefined)
    throw new StartProblem(`sonde backup has no option ${unknown}; sonde backup --help lists the options.`)
  const [dir, more] = words.filter((word) => !word.startsWith('-'))
  if (dir === undefined || more !== undefined)
    throw new StartProblem('sonde backup needs one folder, for example sonde backup /backups/monday.')
  const withKey = flags.includes('--with-key')
  const verify = flags.includes('--verify')
  if (withKey && verify) throw new StartProblem('sonde backup: --with-key and --verify cannot be combined.')
  return { dir: resolve(dir), withKey, verify }
}

const verify = async (dir: string, io: BackupIo): Promise<void> => {
  const manifest = await withProgress(io, 'Verifying', (show) => verifyBackup(dir, show))
  io.say(
    `The backup is whole: ${rowsIn(manifest)} rows in ${manifest.tables.length} files, made ${manifest.made} by Sonde ${manifest.version}.`,
  )
}

const keyOf = ({ secretKey, dataDir }: Configuration): string => {
  const key = secretKey ?? readKey(dataDir)
  if (key !== null) return key
  throw new StartProblem(
    `The secret key was not found: set SONDE_DATA_DIR or SONDE_SECRET_KEY as for the server, so that the backup can record which key it needs.`,
  )
}

const keySentence = ({ secretKey, dataDir }: Configuration, withKey: boolean): string => {
  if (withKey) return 'It contains the secret key: anyone with this backup can read every secret of the installation.'
  const kept = secretKey === null ? `${dataDir}/secret-key` : 'the value of SONDE_SECRET_KEY'
  return `Keep ${kept} apart from the backup: without it the backup cannot be restored.`
}

/** `sonde backup`: copies the database into a folder, or verifies such a folder. */
export const runBackup = (
  words: readonly string[],
  configurationOf: () => Configuration,
  io: BackupIo,
): Promise<void> =>
  asStartProblem('The backup failed and left nothing behind', () => backUp(words, configurationOf, io))

const backUp = async (words: readonly string[], configurationOf: () => Configuration, io: BackupIo): Promise<void> => {
  if (words.includes('--help')) return io.say(BACKUP_HELP)
  const options = optionsFrom(words)
  if (options.verify) return verify(options.dir, io)
  const configuration = configurationOf()
  const source = await openDatabaseBeside(configuration, { ...io, onStep: () => {} })
  if (source === null)
    throw new StartProblem(`There is no installation in ${configuration.dataDir}, so there is nothing to back up.`)
  try {
    const { dir, withKey } = options
    const secretKey = keyOf(configuration)
    const { migration, version } = await standing(source.url, configuration)
    const manifest = await withProgress(io, 'Backing up', (show) =>
      writeBackup({ ...io, url: source.url, dir, version, migration, secretKey, withKey, show }),
    )
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
    io.say(
      `${dir}: ${rowsIn(manifest)} rows in ${manifest.tables.length} files, ${Math.ceil(bytes / MB).toLocaleString('en')} MB.`,
    )
    io.say(keySentence(configuration, withKey))
  } finally {
    await source.stop()
  }
}

/** Returns the last migration and version of the database, after checking that the key belongs to it. */
const standing = async (
  url: string,
  { dataDir, secretKey }: Configuration,
): Promise<{ migration: string; version: string }> => {
  const database = openDatabase(url, { connections: 1, reads: true })
  try {
    const { applied, lastVersion } = await schemaState(database.db)
    const migration = applied.at(-1)
    if (migration === undefined) throw new StartProblem('The database is empty, so there is nothing to back up.')
    await openSecretCipher(database.db, dataDir, secretKey)
    return { migration, version: lastVersion ?? VERSION }
  } finally {
    await database.close()
  }
}
