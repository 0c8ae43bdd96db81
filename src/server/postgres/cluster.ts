import { type SpawnOptions, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { onDisk } from '../disk-problem.ts'
import { StartProblem } from '../start-problem.ts'
import type { Account } from './account.ts'
import { type Binaries, majorVersion } from './binaries.ts'
import { type PassedDirectory, passDirectory } from './passed-directory.ts'
import { hostRules } from './settings.ts'

/** Name of the cluster's superuser and of the product's database. */
export const databaseName = 'sonde'

/** Options to spawn any PostgreSQL program: as its account, in the root directory, without the server's environment. */
export const spawnOptions = (
  account: Account | null,
  handed: PassedDirectory,
  output: number | 'pipe',
): SpawnOptions => ({
  ...account,
  cwd: '/',
  env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
  stdio: ['pipe', output, output, handed.fd ?? 'ignore'],
})

/** Turns a failed spawn of a PostgreSQL program into a `StartProblem` where the operator can fix it. */
export const spawnProblem = (error: Error & { code?: string }): Error => {
  if (error.code === 'EPERM') {
    return new StartProblem(
      'PostgreSQL does not run as root and this process may not change its account: start Sonde as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    )
  }
  if (error.code === 'ENOENT' || error.code === 'ENOEXEC') {
    return new StartProblem(
      'Sonde’s embedded PostgreSQL does not run on this system (it needs glibc): set DATABASE_URL to a PostgreSQL 18 server.',
      { cause: error },
    )
  }
  return error
}

const run = (program: string, args: string[], options: SpawnOptions, input = ''): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(program, args, options)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => {
        output += part
      })
    }
    child.on('error', (error) => reject(spawnProblem(error)))
    child.on('close', (code) => {
      const fatal = /^.*\b(?:FATAL|PANIC|ERROR): .*$/m.exec(output)?.[0]
      if (code === 0 && !fatal) return resolve()
      reject(new Error(`${fatal ?? output.trim().split('\n').at(-1) ?? ''} (exit code ${code})`, { cause: output }))
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })

const syncDirectory = (dir: string): void => {
  const fd = openSync(dir, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** The cluster's folder in the data directory. */
export const clusterIn = (dataDir: string): string => join(dataDir, 'postgres')

/** Whether there is a cluster that `binaries` can open. Throws a `StartProblem` if it belongs to another major version. */
export const hasCluster = (dataDir: string, binaries: Binaries): boolean => {
  const dir = clusterIn(dataDir)
  if (!existsSync(dir)) return false
  try {
    rmdirSync(dir)
    return false
  } catch {
    // Not empty, as expected of a cluster.
  }
  const file = join(dir, 'PG_VERSION')
  if (!onDisk(dir, () => existsSync(file))) {
    throw new StartProblem(
      `${dir} is not a PostgreSQL database: move it away, or set SONDE_DATA_DIR to another folder.`,
    )
  }
  const major = onDisk(dir, () => readFileSync(file, 'utf8').trim())
  if (major === majorVersion(binaries.release)) return true
  throw new StartProblem(
    `${dir} was written by PostgreSQL ${major}, but this version of Sonde has PostgreSQL ${majorVersion(binaries.release)}: start the version of Sonde that wrote it, or restore a backup into a new SONDE_DATA_DIR.`,
  )
}

/**
 * Creates the cluster with its superuser and database. It gets its name only once complete and on disk, so an interrupted start can
 * simply be repeated.
 */
export const createCluster = async (
  dataDir: string,
  binaries: Binaries,
  account: Account | null,
  password: string,
): Promise<void> => {
  const part = join(dataDir, 'postgres.new')
  onDisk(dataDir, () => {
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part)
    chmodSync(part, 0o700)
    if (account) chownSync(part, account.uid, account.gid)
  })
  const handed = passDirectory(part, account)
  try {
    const options = spawnOptions(account, handed, 'pipe')
    await run(
      join(binaries.dir, 'bin/initdb'),
      ['-D', handed.path, '-U', databaseName, '--locale=C', '--encoding=UTF8', '--auth=reject', '--no-instructions'],
      options,
    )
    // Single-user mode leaves no moment in which anyone could connect without a password.
    await run(
      join(binaries.dir, 'bin/postgres'),
      ['--single', '-D', handed.path, 'template1'],
      options,
      `alter role ${databaseName} password '${password}'\ncreate database ${databaseName}\n`,
    )
    writeFileSync(join(part, 'pg_hba.conf'), hostRules, { flush: true })
    appendFileSync(join(part, 'postgresql.conf'), "include_if_exists = 'sonde.conf'\n", { flush: true })
    onDisk(dataDir, () => renameSync(part, clusterIn(dataDir)))
    syncDirectory(dataDir)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    const said = error instanceof Error ? `${error.message}${error.cause}` : ''
    if (said.includes('could not look up effective user ID')) {
      const uid = account?.uid ?? process.getuid?.()
      throw new StartProblem(
        `PostgreSQL cannot create a database for an account without a name: add user id ${uid} to /etc/passwd, or set DATABASE_URL.`,
        { cause: error },
      )
    }
    if (!said.includes('No space left on device')) throw error
    throw new StartProblem(`The disk of ${dataDir} is full: a new database needs about 100 MB.`, { cause: error })
  } finally {
    handed.close()
  }
}
