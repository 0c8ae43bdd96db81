import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../src/contract/core/version.ts'
import { readConfiguration } from '../../src/server/configuration.ts'
import { openPostgres } from '../../src/server/postgres/open.ts'
import { openStore } from '../../src/server/start/store.ts'
import { openDatabase } from '../../src/server/store/core/database.ts'
import { migrate, migrateWithin, migrationNames } from '../../src/server/store/core/migrate.ts'
import { backup, emptyDatabase, restore, rowsOf, sumsOf } from '../backup/commands.ts'
import { openPrograms } from '../support/built-programs.ts'
import { freshDatabase } from '../support/postgres.ts'
import { isRoot, temporaryFolder } from '../support/temporary.ts'

const KEY = 'the-key-of-the-fixtures-0123456789'

/** A data directory that 0.2.0 has left. */
const oldInstallation = async (dataDir = temporaryFolder()): Promise<string> => {
  const postgres = await openPostgres({ dataDir, log: () => {}, onStep: () => {}, settings: { fsync: 'off' } })
  const database = openDatabase(postgres.url, { connections: 1 })
  await migrateWithin(database.db, '0004-answered')
  await database.close()
  // Without the rights to do without keys, the rows come in the order in which they refer to each other.
  const rows = readFileSync(join(import.meta.dirname, '0.2.0.sql'), 'utf8')
  const superuser = Object.assign(new URL(postgres.url), {
    username: 'sonde',
    password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
  }).href
  await rowsOf(superuser, `set session_replication_role = replica;\n${rows}`)
  await postgres.stop()
  return dataDir
}

const start = async (dataDir: string, env: Record<string, string> = {}, at = Date.now()) => {
  const steps: string[] = []
  const configuration = readConfiguration({ SONDE_DATA_DIR: dataDir, SONDE_SECRET_KEY: KEY, ...env }, () => {})
  const store = await openStore(configuration, { log: () => {}, onStep: (step) => steps.push(step), clock: () => at })
  await store.close()
  return steps
}
const backupsIn = (dataDir: string) => readdirSync(join(dataDir, 'backups')).sort()

test('the embedded database is backed up before it is migrated, and that backup brings it back', async () => {
  const dataDir = await oldInstallation()
  const at = Date.UTC(2026, 10, 5, 9, 30)
  expect((await start(dataDir, {}, at)).join()).toContain('Backing up the database before the upgrade')
  const name = `before-${VERSION}-20261105T093000Z`
  expect(backupsIn(dataDir)).toEqual([name])
  // Only where there is something to migrate.
  await start(dataDir)
  expect(backupsIn(dataDir)).toEqual([name])

  const dir = join(dataDir, 'backups', name)
  expect(await backup({}, ['--verify', dir])).toContain('The backup is whole')
  const there = await emptyDatabase()
  onTestFinished(there.drop)
  await restore({ DATABASE_URL: there.url, SONDE_DATA_DIR: temporaryFolder(), SONDE_SECRET_KEY: KEY }, [dir])
  expect((await rowsOf<{ name: string }>(there.url, 'select name from kysely_migration order by 1')).at(-1)?.name).toBe(
    '0004-answered',
  )
  expect((await sumsOf(there.url)).object).toMatch(/^5 rows/)
  await migrate(there.url)
})

test('the newest three backups of upgrades are kept, and what was interrupted is removed', async () => {
  const dataDir = await oldInstallation()
  const folder = join(dataDir, 'backups')
  for (const name of [
    'before-0.2.0-20250101T000000Z',
    'before-0.10.0-20250301T000000Z',
    'before-0.9.0-20250201T000000Z',
  ])
    mkdirSync(join(folder, name), { recursive: true })
  mkdirSync(join(folder, '.before-0.9.0-20250201T000000Z.incomplete-77'))
  mkdirSync(join(folder, 'of-mine'))
  await start(dataDir, {}, Date.UTC(2026, 10, 5, 9, 30))
  expect(backupsIn(dataDir)).toEqual(
    [
      `before-${VERSION}-20261105T093000Z`,
      'before-0.10.0-20250301T000000Z',
      'before-0.9.0-20250201T000000Z',
      'of-mine',
    ].sort(),
  )
})

test('without room for the backup nothing is migrated, and the sentence says how to go on', async ({ skip }) => {
  const dataDir = temporaryFolder()
  try {
    if (!isRoot) throw new Error('not root')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'sonde-test', dataDir], { stdio: 'ignore' })
  } catch {
    skip('Only root may mount a small disk')
  }
  onTestFinished(() => void execFileSync('umount', [dataDir]))
  await oldInstallation(dataDir)
  const used = Number(execFileSync('du', ['-sm', dataDir], { encoding: 'utf8' }).split('\t')[0])
  execFileSync('mount', ['-o', `remount,size=${used + 40}m`, dataDir])
  await expect(start(dataDir)).rejects.toThrow(
    /^The backup before the upgrade to .* failed, and the database was not changed: \d+ MB are needed on the disk of .* free\. To upgrade without a backup, set SONDE_SKIP_BACKUP=1\.$/,
  )
  expect(backupsIn(dataDir)).toEqual([])
  await start(dataDir, { SONDE_SKIP_BACKUP: '1' })
  expect(backupsIn(dataDir)).toEqual([])
})

test('a server of an older version says who used the data last, and leaves it as it is', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  await rowsOf(
    url,
    `insert into kysely_migration values ('9018-later', '2099-01-01T00:00:00Z');
     insert into installation values ('version', '"9.1.0"') on conflict (name) do update set value = excluded.value`,
  )
  const programs = await openPrograms()
  for (const words of [[], ['demo'], ['backup', join(temporaryFolder(), 'never')]]) {
    const child = spawn(process.execPath, [programs.server, ...words], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATABASE_URL: url,
        SONDE_DATA_DIR: temporaryFolder(),
        SONDE_SECRET_KEY: KEY,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part) => {
      said += part
    })
    const [code] = await once(child, 'close')
    expect({ code, said: said.trim() }).toEqual({
      code: 1,
      said: `This data was last used by Sonde 9.1.0 (migration 9018-later); this is ${VERSION}. Start the newer version, or restore a backup made by this one.`,
    })
  }
  const left = await rowsOf(url, 'select from kysely_migration')
  expect(left).toHaveLength(migrationNames.length + 1)
})

test('a server notes its version for those who come after', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  await start(temporaryFolder(), { DATABASE_URL: url })
  expect(await rowsOf(url, "select value from installation where name = 'version'")).toEqual([{ value: VERSION }])
})
