import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../disk-problem.ts'
import { makeFolder } from '../make-folder.ts'
import { StartProblem } from '../start-problem.ts'
import { type Account, canReach } from './account.ts'

/** Cache folders of this account, best first. */
const usualCaches = (): string[] => {
  const temporary = join(tmpdir(), `sonde-${process.getuid?.() ?? 'cache'}`)
  if (process.getuid?.() === 0) return ['/var/cache/sonde', temporary]
  return [join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sonde'), temporary]
}

/**
 * Returns the folder's real path, creating it if needed; null if it cannot be created, is owned or writable by others, or is out of
 * reach.
 */
const usable = (folder: string, account: Account | null): string | null => {
  try {
    makeFolder(folder, 0o755)
    const real = realpathSync(folder)
    const { uid, mode } = statSync(real)
    const own = process.getuid === undefined || uid === process.getuid()
    return own && (mode & 0o022) === 0 && canReach(account, real) ? real : null
  } catch {
    return null
  }
}

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))

/** Whether every file exists in full length: cleaners of temporary folders remove single files. */
const isComplete = (copy: string, source: string): boolean =>
  filesOf(source).every(
    (file) => lstatSync(join(copy, file), { throwIfNoEntry: false })?.size === lstatSync(join(source, file)).size,
  )

/** Copies with standard permissions, whatever the umask was when the package was installed. */
const copyTree = async (source: string, copy: string): Promise<void> => {
  await mkdir(copy)
  await chmod(copy, 0o755)
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const from = join(source, entry.name)
    const to = join(copy, entry.name)
    if (entry.isDirectory()) await copyTree(from, to)
    else if (entry.isFile()) {
      await copyFile(from, to)
      await chmod(to, statSync(from).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

export type CopyBinaries = {
  packageDir: string
  release: string
  account: Account | null
  onStep: (step: string) => void
  /** Creates the libraries' links in the copied package. */
  link: (packageDir: string) => void
  cacheDirs?: readonly string[] | undefined
}

/**
 * Returns a complete copy of the package that the account can reach: one from an earlier start, or a new one, which gets its name only
 * once complete. Safe to run in several servers at once.
 */
export const copyBinaries = async (options: CopyBinaries): Promise<string> => {
  const { packageDir, release, account, onStep, link, cacheDirs = usualCaches() } = options
  const cache = cacheDirs.map((folder) => usable(folder, account)).find((folder) => folder !== null)
  if (!cache) {
    throw new StartProblem(
      `PostgreSQL's programs in ${packageDir} cannot be run by PostgreSQL’s account, and no folder for a copy is writable (tried ${cacheDirs.join(', ')}): set DATABASE_URL, or start Sonde as the user who installed it.`,
    )
  }
  const copy = join(cache, `postgres-${release}-${process.arch}`)
  if (isComplete(copy, packageDir)) {
    link(copy)
    return copy
  }
  onStep('Copying the database programs')
  const part = join(cache, `.${randomUUID()}`)
  try {
    await copyTree(packageDir, part)
    link(part)
    await rename(copy, `${part}-old`).catch(() => undefined)
    await rename(part, copy)
  } catch (error) {
    // Another server that started at the same time was faster.
    if (isComplete(copy, packageDir)) return copy
    if (codeOf(error) !== 'ENOSPC') throw error
    throw new StartProblem(`The disk of ${cache} is full: the database programs need 60 MB.`, { cause: error })
  } finally {
    for (const left of [part, `${part}-old`]) rmSync(left, { recursive: true, force: true })
  }
  return copy
}
