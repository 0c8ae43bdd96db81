import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../src/server/configuration.ts'
import { progressOn } from '../../src/server/demo/progress.ts'
import { verifyAudit } from '../../src/server/start/verify-audit.ts'
import { joinAgent, runOnce } from '../support/agent.ts'
import { ADMIN_KEY, startServer, type TestServer } from '../support/server.ts'
import { isRoot, temporaryFolder } from '../support/temporary.ts'
import { backup, emptyDatabase, restore, rowsOf, schemaOf, sumsOf } from './commands.ts'

let running: TestServer
let whole: string
/** The installation to back up. */
const here = () => ({ DATABASE_URL: running.databaseUrl, SONDE_DATA_DIR: running.dataDir })

beforeAll(async () => {
  running = await startServer()
  const { api } = running
  const agent = await joinAgent(api, running.server.joinToken)
  const monitor = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Sealed' },
    request: { url: 'http://example.com/', headers: [{ key: 'Authorization', value: 'Bearer kept-apart' }] },
  })
  await api.post('/api/3/schedules/', { frequency: 60, targets: [monitor.id] })
  await api.post('/api/3/webhooks/', { parameters: { url: 'https://example.com/' } })
  await runOnce(api, agent, monitor.id)
  await running.server.stop()
  whole = join(running.dataDir, 'whole')
  await backup(here(), [whole])
})
afterAll(() => running.stop())

/** An empty store and data directory, with the installation's key in it unless `key` is false. */
const elsewhere = async ({ key = true } = {}) => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const dataDir = temporaryFolder()
  if (key) cpSync(join(running.dataDir, 'secret-key'), join(dataDir, 'secret-key'))
  return { DATABASE_URL: database.url, SONDE_DATA_DIR: dataDir }
}
const copyOfBackup = (): string => {
  const dir = join(temporaryFolder(), 'copy')
  cpSync(whole, dir, { recursive: true })
  return dir
}
const isEmpty = async (url: string) =>
  (await rowsOf(url, "select from pg_tables where schemaname = 'public'")).length === 0

test('a restored database is identical, row for row, with its keys, checks, triggers and sequences', async () => {
  const there = await elsewhere()
  expect(await restore(there, [whole])).toMatch(/^Restored [\d,]+ rows from the backup of 20/)
  const sums = await sumsOf(running.databaseUrl)
  expect(Object.keys(sums)).toEqual(
    expect.arrayContaining(['account', 'audit', 'object', 'rollup_stale', 'slot', 'usage']),
  )
  expect(Object.keys(sums).filter((name) => /^result(_detail)?_\d{8}$/.test(name))).toHaveLength(2)
  expect(await sumsOf(there.DATABASE_URL)).toEqual(sums)
  expect(await schemaOf(there.DATABASE_URL)).toEqual(await schemaOf(running.databaseUrl))
  const said: string[] = []
  const configuration = readConfiguration(there, () => {})
  expect(await verifyAudit(configuration, { say: (line) => said.push(line), log: () => {}, onStep: () => {} })).toBe(
    true,
  )
  expect(said.join()).toMatch(/intact: \d+ entries in 2 chains/)
})

test('only its account can read a backup, which contains neither key nor plain secret', async () => {
  expect(statSync(whole).mode & 0o777).toBe(0o700)
  expect(statSync(join(whole, 'manifest.json')).mode & 0o777).toBe(0o600)
  for (const file of readdirSync(join(whole, 'tables')))
    expect([file, statSync(join(whole, 'tables', file)).mode & 0o777]).toEqual([file, 0o600])
  expect(readdirSync(whole).sort()).toEqual(['manifest.json', 'manifest.signature', 'tables'])
  const key = readFileSync(join(running.dataDir, 'secret-key'), 'utf8').trim()
  const all = execFileSync('sh', ['-c', 'cat manifest.json; gunzip -c tables/*.gz'], { cwd: whole, maxBuffer: 1e9 })
  for (const secret of [key, 'kept-apart', ADMIN_KEY]) expect(all.includes(secret)).toBe(false)
})

test('without the key, or with a wrong one, nothing is restored', async () => {
  const there = await elsewhere({ key: false })
  await expect(restore(there, [whole])).rejects.toThrow('does not contain its secret key: put the file secret-key')
  const other = { ...there, SONDE_SECRET_KEY: 'another key of thirty-two letters' }
  await expect(restore(other, [whole])).rejects.toThrow('SONDE_SECRET_KEY is not the secret key of this backup')
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
})

test('a backup with the key is sufficient by itself', async () => {
  const dir = join(temporaryFolder(), 'with-key')
  expect(await backup(here(), [dir, '--with-key'])).toContain('It contains the secret key')
  expect(statSync(join(dir, 'secret-key')).mode & 0o777).toBe(0o600)
  const there = await elsewhere({ key: false })
  await restore(there, [dir])
  const key = (folder: string) => readFileSync(join(folder, 'secret-key'), 'utf8').trim()
  expect(key(there.SONDE_DATA_DIR)).toBe(key(running.dataDir))
  expect(statSync(join(there.SONDE_DATA_DIR, 'secret-key')).mode & 0o777).toBe(0o600)
})

test('every changed, truncated or missing file is found before anything is changed', async () => {
  expect(await backup({}, ['--verify', whole])).toMatch(
    /^The backup is whole: [\d,]+ rows in \d+ files, made 20.* by Sonde/,
  )
  const there = await elsewhere()
  const harms: [string, (dir: string) => void, RegExp][] = [
    ['changed', (dir) => appendFileSync(join(dir, 'tables/account.copy.gz'), 'x'), /account\.copy\.gz has changed/],
    ['cut', (dir) => writeFileSync(join(dir, 'tables/slot.copy.gz'), ''), /slot\.copy\.gz has changed/],
    ['missing', (dir) => rmSync(join(dir, 'tables/object.copy.gz')), /object\.copy\.gz cannot be read/],
    ['manifest', (dir) => appendFileSync(join(dir, 'manifest.json'), ' \n{}'), /manifest .* is damaged/],
    ['no manifest', (dir) => rmSync(join(dir, 'manifest.json')), /is not a backup/],
  ]
  for (const [, harm, said] of harms) {
    const dir = copyOfBackup()
    harm(dir)
    await expect(backup({}, ['--verify', dir])).rejects.toThrow(said)
    await expect(restore(there, [dir])).rejects.toThrow(said)
  }
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
})

/** Rewrites the manifest with a valid checksum. */
const forge = (dir: string, change: (manifest: Record<string, unknown>) => void): void => {
  const file = join(dir, 'manifest.json')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const manifest = JSON.parse(lines.slice(0, -1).join('\n'))
  change(manifest)
  const text = `${JSON.stringify(manifest)}\n`
  writeFileSync(file, `${text}${createHash('sha256').update(text).digest('hex')}\n`)
}

test('a pipe or device in place of a file of a backup is refused instead of read', async () => {
  const there = await elsewhere()
  const withKey = join(temporaryFolder(), 'with-key')
  await backup(here(), [withKey, '--with-key'])
  for (const file of ['manifest.json', 'tables/object.copy.gz', 'secret-key']) {
    const dir = file === 'secret-key' ? withKey : copyOfBackup()
    rmSync(join(dir, file))
    execFileSync('mkfifo', [join(dir, file)])
    await expect(backup({}, ['--verify', dir])).rejects.toThrow('is not an ordinary file')
    await expect(restore(there, [dir])).rejects.toThrow('is not an ordinary file')
  }
  const dir = copyOfBackup()
  rmSync(join(dir, 'tables/object.copy.gz'))
  symlinkSync('/dev/zero', join(dir, 'tables/object.copy.gz'))
  await expect(restore(there, [dir])).rejects.toThrow('is not an ordinary file')
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
})

test('a pipe in place of a backup, and a link in place of a new one, are refused in one sentence', async () => {
  const there = await elsewhere()
  const folder = temporaryFolder()
  const [pipe, dangling, linked] = [join(folder, 'pipe'), join(folder, 'dangling'), join(folder, 'linked')]
  execFileSync('mkfifo', [pipe])
  symlinkSync('/nowhere/at/all', dangling)
  symlinkSync(temporaryFolder(), linked)
  await expect(restore(there, [pipe])).rejects.toThrow(
    `${pipe} is not a backup made by Sonde: it has no readable manifest.json.`,
  )
  for (const link of [dangling, linked])
    await expect(backup(here(), [link])).rejects.toThrow(
      `${link} is a symbolic link: use a folder that does not exist yet.`,
    )
  expect(readdirSync(folder).sort()).toEqual(['dangling', 'linked', 'pipe'])
})

test('a backup of a newer version or layout is refused in one sentence', async () => {
  const there = await elsewhere()
  const dir = copyOfBackup()
  forge(dir, (manifest) => Object.assign(manifest, { version: '9.1.0', migration: '0999-later' }))
  await expect(restore(there, [dir])).rejects.toThrow(
    /^The backup was made by Sonde 9\.1\.0 \(migration 0999-later\); this is .*\. Restore it with that version or a newer one\.$/,
  )
  forge(dir, (manifest) => Object.assign(manifest, { format: 2 }))
  await expect(restore(there, [dir])).rejects.toThrow('was made by a newer Sonde')
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
})

test('a manifest cannot inject anything into the restore', async () => {
  const there = await elsewhere()
  for (const [field, value] of [
    ['table', 'x"; drop table account; --'],
    ['file', 'tables/../../../etc/passwd'],
    ['columns', ["a\") from program 'true' --"]],
  ] as const) {
    const dir = copyOfBackup()
    forge(dir, (manifest) => Object.assign((manifest.tables as object[])[0] ?? {}, { [field]: value }))
    await expect(restore(there, [dir])).rejects.toThrow('is damaged')
  }
})

test('a manifest cannot write to system tables', async () => {
  const there = await elsewhere()
  const dir = copyOfBackup()
  const file = 'tables/pg_description.copy.gz'
  const nothing = gzipSync(
    Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8), Buffer.from([255, 255])]),
  )
  writeFileSync(join(dir, file), nothing)
  const sha256 = createHash('sha256').update(nothing).digest('hex')
  const columns = ['objoid', 'classoid', 'objsubid', 'description']
  const table = { table: 'pg_description', partition: null, columns, file, rows: 0, bytes: nothing.length, sha256 }
  forge(dir, (manifest) => (manifest.tables as object[]).push(table))
  await expect(restore(there, [dir, '--unsigned'])).rejects.toThrow('relation "public.pg_description" does not exist')
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
})

test('a backup that somebody changed together with its checksums is refused, and one without a signature is restored when asked', async () => {
  const there = await elsewhere()
  const changed = copyOfBackup()
  forge(changed, (manifest) => {
    manifest.tables = (manifest.tables as { table: string }[]).filter(({ table }) => table !== 'audit_chain')
  })
  await expect(restore(there, [changed])).rejects.toThrow('The signature of the backup does not match its manifest')
  writeFileSync(join(changed, 'manifest.signature'), 'x')
  await expect(restore(there, [changed])).rejects.toThrow('The signature of the backup does not match its manifest')
  const unsigned = copyOfBackup()
  rmSync(join(unsigned, 'manifest.signature'))
  await expect(restore(there, [unsigned])).rejects.toThrow('restore it with --unsigned.')
  forge(unsigned, (manifest) => Object.assign(manifest, { keyFingerprint: null }))
  await expect(restore(there, [unsigned])).rejects.toThrow('restore it with --unsigned.')
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
  const old = copyOfBackup()
  rmSync(join(old, 'manifest.signature'))
  expect(await restore(there, [old, '--unsigned'])).toContain('Restored')
})

test('a store with data and a data directory in use are left unchanged', async () => {
  await expect(restore(here(), [whole])).rejects.toThrow('is not empty, and a restore never overwrites')
  const there = await elsewhere()
  const held = await startServer({ env: { SONDE_DATA_DIR: there.SONDE_DATA_DIR } })
  onTestFinished(held.stop)
  let shown = 0
  const show = () => {
    shown++
  }
  await expect(restore(there, [whole], { show })).rejects.toThrow('is in use by')
  expect(shown, 'it is said before the backup is compared').toBe(0)
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
})

test('a folder that cannot be created is named', async ({ skip }) => {
  if (process.platform !== 'linux') skip('Only Linux has /proc, in which nobody may create anything.')
  await expect(backup(here(), ['/proc/foo'])).rejects.toThrow('/proc/foo cannot be created: use another folder.')
})

test('a restore says which of its two passes the progress is of', async () => {
  const labels: string[] = []
  await restore(await elsewhere(), [whole], { label: (label) => labels.push(label) })
  expect(labels).toEqual(['Verifying', 'Restoring'])
  const lines: string[] = []
  progressOn({ write: (text) => lines.push(text) }, 'MB', () => 0, 'Verifying').show(2, 4)
  expect(lines.join('')).toMatch(/^Verifying +50 % /)
})

test('a folder that is not empty is not written to', async () => {
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'letter.txt'), 'Dear all')
  await expect(backup(here(), [dir])).rejects.toThrow('is not empty: use a folder that does not exist yet')
  expect(readdirSync(dir)).toEqual(['letter.txt'])
  const empty = join(dir, 'empty')
  mkdirSync(empty)
  await backup(here(), [empty])
  expect(existsSync(join(empty, 'manifest.json'))).toBe(true)
})

test('an interrupted backup leaves nothing, and an interrupted restore an empty store', async () => {
  const folder = temporaryFolder()
  const there = await elsewhere()
  // A backup reports each file once; a restore twice, when verifying and when copying.
  for (const [deed, at] of [
    [(more: object) => backup(here(), [join(folder, 'broken')], more), 20],
    [(more: object) => restore(there, [whole], more), 60],
  ] as const) {
    const interrupted = new AbortController()
    let told = 0
    const show = () => {
      if (++told === at) interrupted.abort()
    }
    await expect(deed({ signal: interrupted.signal, show })).rejects.toThrow('was interrupted')
    expect(interrupted.signal.aborted).toBe(true)
  }
  expect(readdirSync(folder)).toEqual([])
  expect(await isEmpty(there.DATABASE_URL)).toBe(true)
  await restore(there, [whole])
  expect(await sumsOf(there.DATABASE_URL)).toEqual(await sumsOf(running.databaseUrl))
})

test('wrong arguments are reported in one sentence', async () => {
  await expect(backup(here(), [])).rejects.toThrow('needs one folder')
  await expect(backup(here(), ['a', 'b'])).rejects.toThrow('needs one folder')
  await expect(backup(here(), ['--al', 'a'])).rejects.toThrow('has no option --al')
  await expect(restore(here(), [])).rejects.toThrow('needs one folder')
  await expect(restore(here(), ['--with-key', whole])).rejects.toThrow(
    'sonde restore has no option --with-key: it uses the key in a backup that has one; sonde restore --help says more.',
  )
  await expect(restore(here(), [whole, '--force'])).rejects.toThrow('has no option --force; ')
  await expect(backup({ SONDE_DATA_DIR: temporaryFolder() }, ['x'])).rejects.toThrow('nothing to back up')
  const away = { ...here(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
  await expect(backup(away, [join(temporaryFolder(), 'x')])).rejects.toThrow(
    /^The backup failed and left nothing behind: connect ECONNREFUSED/,
  )
  await expect(restore({ ...away, SONDE_DATA_DIR: (await elsewhere()).SONDE_DATA_DIR }, [whole])).rejects.toThrow(
    /^The restore failed and changed nothing: connect ECONNREFUSED/,
  )
  expect(await backup({}, ['--help'])).toContain('--with-key')
  expect(await restore({}, ['--help'])).toContain('sonde restore DIR')
})

test('a disk that fills up during a backup is reported in one sentence, and no part of the backup remains', async ({
  skip,
}) => {
  const disk = temporaryFolder()
  try {
    if (!isRoot) throw new Error('not root')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'sonde-test', disk], { stdio: 'ignore' })
  } catch {
    skip('Only root may mount a small disk')
  }
  onTestFinished(() => void execFileSync('umount', [disk]))
  await expect(backup(here(), [join(disk, 'backup')])).rejects.toThrow(
    /The disk of .* is full: the backup was not finished/,
  )
  expect(readdirSync(disk)).toEqual([])
  await expect(backup(here(), [disk])).rejects.toThrow('is a mounted disk: use a new folder inside it')
})

test('no copied column depends on the database’s transaction numbers or object ids', async () => {
  const bound = await rowsOf<{ table: string }>(
    running.databaseUrl,
    `select distinct table_name as table from information_schema.columns where table_schema = 'public'
     and (udt_name in ('xid', 'xid8', 'oid', 'pg_snapshot', 'pg_lsn', 'tid', 'cid') or udt_name like 'reg%')`,
  )
  expect(bound).toEqual([{ table: 'event' }])
})
