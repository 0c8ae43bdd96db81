import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/server/postgres/open.ts'
import { StartProblem } from '../../../src/server/start-problem.ts'
import { holdPostgres } from '../../support/postgres-process.ts'
import { isRoot, noOtherReader, temporaryFolder } from '../../support/temporary.ts'

const ignore = () => undefined
const open = (dataDir: string) => openPostgres({ dataDir, log: ignore, onStep: ignore, settings: { fsync: 'off' } })

const problemOf = async (dataDir: string): Promise<string> => {
  const outcome = await open(dataDir).catch((error: unknown) => error)
  if (outcome instanceof StartProblem) return outcome.message
  throw new Error(`No start problem: ${outcome}`, { cause: outcome })
}

const used = async (): Promise<string> => {
  const dataDir = temporaryFolder()
  await (await open(dataDir)).stop()
  return dataDir
}

test('a data directory that is a file, or below one, is reported in one sentence', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'data')]) {
    expect(await problemOf(path)).toBe(
      `The data directory ${path} is not a directory: choose another one with SONDE_DATA_DIR.`,
    )
  }
})

test('a data directory that cannot be created is reported in one sentence at once', async () => {
  // In /proc nobody may create anything; Node’s own recursive mkdir never returns there.
  const unmade = [['/proc/sonde/data', 'cannot be created']].filter(() => process.platform === 'linux')
  const long = join(temporaryFolder(), 'x'.repeat(300))
  const dangling = join(temporaryFolder(), 'link')
  symlinkSync('/nowhere/at/all', dangling)
  for (const [path, reason] of [...unmade, [long, 'has a name that is too long'], [dangling, 'is not a directory']])
    expect(await problemOf(path ?? '')).toBe(
      `The data directory ${path} ${reason}: choose another one with SONDE_DATA_DIR.`,
    )
})

test('a data directory that is not writable is reported in one sentence', async ({ skip }) => {
  if (isRoot && noOtherReader) skip(noOtherReader)
  const dataDir = temporaryFolder()
  chmodSync(dataDir, 0o555)
  const sentence = `The data directory ${dataDir} is not writable for this account: choose another one with SONDE_DATA_DIR.`
  if (!isRoot) expect(await problemOf(dataDir)).toBe(sentence)
  else expect(await holdPostgres({ dataDir }, 1234).told('problem')).toEqual({ problem: sentence })
})

test('a pipe in place of a file of the data directory is refused instead of read', async () => {
  for (const name of ['postgres.password', 'postgres-server.password', 'postgres.log']) {
    const dataDir = await used()
    const file = join(dataDir, name)
    rmSync(file)
    execFileSync('mkfifo', [file])
    expect(await problemOf(dataDir)).toBe(
      `${file} is not an ordinary file: remove it, or restore the file from a copy of the data directory.`,
    )
  }
})

test('a database of another PostgreSQL release is left unchanged', async () => {
  const dataDir = await used()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  expect(await problemOf(dataDir)).toMatch(
    /postgres was written by PostgreSQL 17, but this version of Sonde has PostgreSQL 18: /,
  )
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n')
  await (await open(dataDir)).stop()
})

test('a folder that is not a database is left unchanged', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/letter.txt'), 'Dear all')
  expect(await problemOf(dataDir)).toMatch(/postgres is not a PostgreSQL database: move it away/)
})

test('a missing, garbled or foreign password is reported with its file', async () => {
  const dataDir = await used()
  const file = join(dataDir, 'postgres.password')
  const sentence = `The file ${file} does not hold the password of the database in the same folder: restore the file from a copy of the data directory.`
  for (const content of ['', 'garbled', 'a'.repeat(64)]) {
    writeFileSync(file, content)
    expect(await problemOf(dataDir)).toBe(sentence)
  }
  rmSync(file)
  expect(await problemOf(dataDir)).toBe(sentence)
})

test('a setting that PostgreSQL refuses is reported with its reason and the log file', async () => {
  const dataDir = await used()
  writeFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), "shared_buffers = 'plenty'\n")
  expect(await problemOf(dataDir)).toMatch(/PostgreSQL does not start in .*postgres: .+ \(see .*postgres\.log\)\.$/)
})

test('on a platform without PostgreSQL the message says what to set', async () => {
  const { platform } = process
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform })
  })
  Object.defineProperty(process, 'platform', { value: 'sunos' })
  expect(await problemOf(temporaryFolder())).toBe(
    `Sonde has no embedded PostgreSQL for this platform (sunos-${process.arch}): set DATABASE_URL to a PostgreSQL 18 server.`,
  )
})

test('an account without a name, common in containers, is reported with a fix', async ({ skip }) => {
  if (noOtherReader) skip(noOtherReader)
  const dataDir = temporaryFolder()
  chownSync(dataDir, 54321, 54321)
  const { problem } = await holdPostgres({ dataDir }, 54321).told('problem')
  expect(problem).toMatch(/^PostgreSQL cannot create a database for an account without a name: add user id 54321/)
})

/** A small separate disk; false if this account (or container) may not mount one. */
const smallDisk = (dir: string, size: string): boolean => {
  if (!isRoot || process.platform !== 'linux') return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'sonde-test', dir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('a full disk at the first start is reported in one sentence, and the start works once there is space', async ({
  skip,
}) => {
  const dataDir = temporaryFolder()
  if (!smallDisk(dataDir, '16m')) skip('Only root may mount a small disk')
  onTestFinished(() => {
    execFileSync('umount', [dataDir])
  })
  expect(await problemOf(dataDir)).toBe(`The disk of ${dataDir} is full: a new database needs about 100 MB.`)
  execFileSync('mount', ['-o', 'remount,size=200m', dataDir])
  await (await open(dataDir)).stop()
})
