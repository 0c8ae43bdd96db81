import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDirectory, type OwnerLock } from '../../../src/server/postgres/owner-lock.ts'
import { type Holder, holdPostgres, isAlive, query } from '../../support/postgres-process.ts'
import { home } from '../../support/sources.ts'
import { isRoot, noOtherReader, temporaryFolder } from '../../support/temporary.ts'

const hold = (dataDir: string): Holder => {
  const holder = holdPostgres({ dataDir, settings: { fsync: 'off' } })
  onTestFinished(() => holder.end('SIGINT'))
  return holder
}

test('of servers that start at the same time on one directory exactly one runs, and the others name it', async () => {
  const dataDir = temporaryFolder()
  const holders = Array.from({ length: 4 }, () => hold(dataDir))
  const ends = await Promise.all(
    holders.map((holder) =>
      Promise.any([holder.told('url'), holder.told('problem')]).then((fact) => ({ holder, fact })),
    ),
  )
  const winners = ends.filter(({ fact }) => fact.url !== undefined)
  expect(winners).toHaveLength(1)
  for (const { fact } of ends) {
    if (fact.url) continue
    expect(fact.problem).toBe(
      `The data directory ${dataDir} is in use by process ${winners[0]?.holder.process.pid}: stop that server, or set SONDE_DATA_DIR.`,
    )
  }
})

test('under constant contention exactly one process owns the directory, also with a long path', async () => {
  for (const name of ['short', 'long'.repeat(40)]) {
    const dir = join(temporaryFolder(), name)
    for (let round = 0; round < 30; round++) {
      const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(dir)))
      const locks = asked.flatMap((outcome): OwnerLock[] => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      expect(locks).toHaveLength(1)
      await Promise.all(locks.map((lock) => lock.release()))
    }
  }
})

/** The problem of a lock that another account takes and releases; empty if it gets the lock. */
const lockAsOther = (dataDir: string, uid: number): string => {
  const program = `import { lockDirectory } from './src/server/postgres/owner-lock.ts'
    await lockDirectory('${dataDir}').then((lock) => lock.release(), (cause) => process.stdout.write(cause.message))`
  const options = { cwd: home, uid, gid: uid, encoding: 'utf8', env: { PATH: process.env.PATH } } as const
  const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], options)
  return ended.stdout + ended.stderr
}

test('a start by root in a folder of another account leaves that account’s start free', async ({ skip }) => {
  if (noOtherReader) skip(noOtherReader)
  const dataDir = temporaryFolder()
  chownSync(dataDir, 1234, 1234)
  for (let round = 0; round < 2; round++) {
    await (await lockDirectory(dataDir)).release()
    expect(lockAsOther(dataDir, 1234)).toBe('')
  }
})

test('a lock that this account cannot open is named with what to do', async ({ skip }) => {
  if (noOtherReader) skip(noOtherReader)
  const dataDir = temporaryFolder()
  chownSync(dataDir, 1234, 1234)
  await (await lockDirectory(dataDir)).release()
  const [socket = ''] = readdirSync(join(dataDir, 'owner'))
  chownSync(join(dataDir, 'owner', socket), 0, 0)
  expect(lockAsOther(dataDir, 1234)).toBe(
    `The data directory ${dataDir} was last used by another account, whose lock this one cannot open: if no server runs there, remove ${join(dataDir, 'owner', socket)}.`,
  )
})

test('a server killed outright leaves its PostgreSQL behind; the next start stops it, takes over and misses nothing', async () => {
  const dataDir = temporaryFolder()
  const killed = hold(dataDir)
  const { url = '', pid = 0 } = await killed.told('url')
  await query(url, 'create table kept as select 42 as answer')
  await killed.end('SIGKILL')
  expect(isAlive(pid)).toBe(true)
  const next = hold(dataDir)
  const ready = await next.told('url')
  expect(isAlive(pid)).toBe(false)
  expect(ready.pid).not.toBe(pid)
  expect(await query(ready.url ?? '', 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('after server and PostgreSQL are both killed outright, the next start recovers what was committed', async () => {
  const dataDir = temporaryFolder()
  const killed = hold(dataDir)
  const { url = '', pid = 0 } = await killed.told('url')
  await query(url, 'create table kept as select 42 as answer')
  await killed.end('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const ready = await hold(dataDir).told('url')
  expect(await query(ready.url ?? '', 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a process that only reuses the id of an old PostgreSQL is not signalled and blocks nothing', async () => {
  const dataDir = temporaryFolder()
  const first = hold(dataDir)
  await first.told('url')
  const file = join(dataDir, 'postgres/postmaster.pid')
  const pidFile = readFileSync(file, 'utf8')
  await first.end('SIGINT')
  const account = isRoot ? { uid: 65534, gid: 65534 } : {}
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { cwd: '/', ...account })
  onTestFinished(() => {
    bystander.kill('SIGKILL')
  })
  writeFileSync(file, pidFile.replace(/^\d+/, String(bystander.pid)))
  // As PostgreSQL leaves it: its account may read it.
  chmodSync(file, 0o644)
  const second = hold(dataDir)
  await second.told('url')
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  expect(isAlive(bystander.pid ?? 0)).toBe(true)
})

test('Ctrl-C, which signals the whole process group, stops PostgreSQL cleanly and not before the server', async () => {
  const dataDir = join(temporaryFolder(), 'a data directory')
  mkdirSync(dataDir)
  const holder = hold(dataDir)
  const { pid = 0 } = await holder.told('url')
  process.kill(-(holder.process.pid ?? 0), 'SIGINT')
  await once(holder.process, 'close')
  expect(isAlive(pid)).toBe(false)
  expect(holder.facts.some((fact) => fact.exit)).toBe(false)
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)
})
