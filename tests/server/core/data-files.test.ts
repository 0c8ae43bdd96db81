import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../../src/server/configuration.ts'
import { openStoreBeside } from '../../../src/server/start/store-beside.ts'
import { StartProblem } from '../../../src/server/start-problem.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { home } from '../../support/sources.ts'
import { isRoot, noOtherReader, temporaryFolder } from '../../support/temporary.ts'

const emptyStore = async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  return (dataDir: string, env: Record<string, string> = {}) =>
    openStoreBeside(
      readConfiguration({ DATABASE_URL: database.url, SONDE_DATA_DIR: dataDir, ...env }, () => {}),
      { log: () => {}, onStep: () => {}, clock: Date.now },
    )
}

const problemOf = async (opening: Promise<{ close(): Promise<void> }>): Promise<string> => {
  const outcome = await opening.then(
    (store) => store.close(),
    (cause: unknown) => cause,
  )
  if (outcome instanceof StartProblem) return outcome.message
  throw new Error(`No start problem: ${outcome}`, { cause: outcome })
}

test('a secret key in a file is as long as one in SONDE_SECRET_KEY', async () => {
  const open = await emptyStore()
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'secret-key')
  for (const key of ['', '\n', 'k'.repeat(31)]) {
    writeFileSync(file, key)
    expect(await problemOf(open(dataDir))).toBe(
      `${file} must have at least 32 characters: remove the file to have a key generated, or put one there (openssl rand -base64 32).`,
    )
    expect(readFileSync(file, 'utf8')).toBe(key)
  }
  writeFileSync(file, 'k'.repeat(32))
  await (await open(dataDir)).close()
  writeFileSync(file, 'k'.repeat(7))
  expect(await problemOf(open(dataDir))).toContain('were not encrypted with')
})

test('a store in use gets no new secret key in place of a missing one', async () => {
  const open = await emptyStore()
  const dataDir = temporaryFolder()
  await (await open(temporaryFolder())).close()
  const file = join(dataDir, 'secret-key')
  expect(await problemOf(open(dataDir))).toBe(`${file} is missing: put it back, or set SONDE_SECRET_KEY.`)
  expect(existsSync(file)).toBe(false)
})

test('a folder in place of a file of the data directory is one sentence', async () => {
  const open = await emptyStore()
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'secret-key')
  mkdirSync(file)
  expect(await problemOf(open(dataDir))).toBe(
    `${file} is not an ordinary file: remove it, or restore the file from a copy of the data directory.`,
  )
})

test('a file of the data directory that belongs to another account is one sentence', ({ skip }) => {
  if (noOtherReader) skip(noOtherReader)
  if (!isRoot) skip('Only root may start programs as another account.')
  const file = join(temporaryFolder(), 'secret-key')
  writeFileSync(file, 'k'.repeat(32), { mode: 0o600 })
  const asOther = (call: string): string => {
    const program = `import { readDataFile, writeDataFile } from './src/server/data-file.ts'
      try { ${call} } catch (cause) { process.stdout.write(cause.name + ': ' + cause.message) }`
    const options = { cwd: home, uid: 1234, gid: 1234, encoding: 'utf8', env: { PATH: process.env.PATH } } as const
    return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], options).stdout
  }
  expect(asOther(`readDataFile('${file}')`)).toBe(
    `StartProblem: ${file} cannot be read by this account: give it to the account that runs Sonde.`,
  )
  expect(asOther(`writeDataFile('${file}', 'x')`)).toBe(
    `StartProblem: ${file} cannot be written by this account: give it to the account that runs Sonde.`,
  )
})
