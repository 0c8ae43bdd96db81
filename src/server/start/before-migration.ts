import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { VERSION } from '../../contract/core/version.ts'
import { tablesIn } from '../backup/contents.ts'
import { readKey } from '../backup/key.ts'
import { writeBackup } from '../backup/write.ts'
import type { Configuration } from '../configuration.ts'
import { StartProblem } from '../start-problem.ts'
import type { SchemaState } from '../store/core/migrate.ts'

const KEPT = 3
const NAME = /^before-.+-(\d{8}T\d{6}Z)$/
/** Room for the manifest, folders, and writes by the server meanwhile. */
const SPARE_BYTES = 64 * 1024 * 1024
const SAY_EVERY_MS = 5_000

type Io = { onStep: (step: string) => void; clock: () => number }

/** Returns the tables' size on disk, an upper bound for their compressed copy. */
const bytesIn = async (url: string): Promise<number> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await tablesIn(client)).reduce((sum, { bytes }) => sum + bytes, 0)
  } finally {
    await client.end()
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

/** Removes all but the newest backups of this kind, and leftovers of interrupted ones. */
const prune = (folder: string): void => {
  const whole = readdirSync(folder).filter((name) => NAME.test(name))
  const stampOf = (name: string) => NAME.exec(name)?.[1] ?? ''
  whole.sort((a, b) => (stampOf(a) < stampOf(b) ? 1 : -1))
  const left = readdirSync(folder).filter((name) => name.startsWith('.before-') && name.includes('.incomplete-'))
  for (const name of [...whole.slice(KEPT), ...left]) rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * Backs up the embedded database into the data directory before it is migrated, and keeps the newest three. If the backup fails the
 * start stops, because a failed upgrade could not be reverted.
 */
export const backUpBeforeMigration = async (
  url: string,
  { dataDir, secretKey, skipBackup }: Pick<Configuration, 'dataDir' | 'secretKey' | 'skipBackup'>,
  state: SchemaState,
  { onStep, clock }: Io,
): Promise<void> => {
  if (skipBackup) return
  const folder = join(dataDir, 'backups')
  const stamp = `${new Date(clock()).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const dir = join(folder, `before-${VERSION}-${stamp}`)
  onStep(`Backing up the database before the upgrade to ${VERSION}, into ${dir}`)
  let saidAt = clock()
  const show = (done: number, of: number) => {
    if (clock() - saidAt < SAY_EVERY_MS) return
    saidAt = clock()
    onStep(`Backing up: ${Math.floor((done / of) * 100)} %`)
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    prune(folder)
    const needed = (await bytesIn(url)) + SPARE_BYTES
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < needed)
      throw new StartProblem(
        `${inMegabytes(needed)} are needed on the disk of ${folder}, but only ${inMegabytes(bavail * bsize)} are free.`,
      )
    const migration = state.applied.at(-1) ?? ''
    const version = state.lastVersion ?? 'unknown'
    await writeBackup({
      url,
      dir,
      version,
      migration,
      secretKey: secretKey ?? readKey(dataDir),
      withKey: false,
      clock,
      show,
    })
    prune(folder)
  } catch (cause) {
    throw new StartProblem(
      `The backup before the upgrade to ${VERSION} failed, and the database was not changed: ${cause instanceof Error ? cause.message : cause} To upgrade without a backup, set SONDE_SKIP_BACKUP=1.`,
      { cause },
    )
  }
}
