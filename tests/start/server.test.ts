import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { familyOf } from '../support/family.ts'
import { launch, launchByNpm } from '../support/launch.ts'
import { isAlive } from '../support/postgres-process.ts'
import { temporaryFolder } from '../support/temporary.ts'

const ready = /Sonde is ready: (\S+)/

test('in an empty folder one command gives a server; Ctrl-C ends all that it started; the next start finds the data', async () => {
  const folder = temporaryFolder()
  const first = launch(folder)
  const [, url = ''] = await first.until(ready)
  // Without the location of its own agent, a newcomer could not run anything.
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ready', local: true })
  expect(readdirSync(folder)).toEqual(['.sonde'])
  const family = familyOf(first.pid)
  expect(family.length).toBeGreaterThan(5)
  first.signal('SIGINT')
  expect(await first.ended).toBe(0)
  expect(family.filter(isAlive)).toEqual([])
  expect(first.said()).toContain('Creating the database')
  const second = launch(folder)
  await second.until(ready)
  expect(second.said()).not.toContain('Creating the database')
})

test('a second server on the same directory is refused in one sentence, and the first stays', async () => {
  const folder = temporaryFolder()
  const first = launch(folder)
  await first.until(ready)
  const second = launch(folder)
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain(
    `The data directory ${join(realpathSync(folder), '.sonde')} is in use by process ${first.pid}: stop that server, or set SONDE_DATA_DIR.\n`,
  )
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)
})

test('a signal to npm alone, as supervisors send it, ends the server that it started', async () => {
  const npm = launchByNpm(join(realpathSync(temporaryFolder()), 'data'))
  await npm.until(ready)
  const family = familyOf(npm.pid)
  process.kill(npm.pid, 'SIGTERM')
  await npm.ended
  await expect.poll(() => family.filter(isAlive), { timeout: 20_000 }).toEqual([])
})

test('a server killed outright is followed by one that runs, with nothing left of the first', async () => {
  const folder = temporaryFolder()
  const first = launch(folder)
  await first.until(ready)
  const family = familyOf(first.pid)
  process.kill(first.pid, 'SIGKILL')
  await first.ended
  const second = launch(folder)
  await second.until(ready)
  await expect.poll(() => family.filter(isAlive), { timeout: 20_000 }).toEqual([])
})

test('a signal while the server starts ends all that it has started, and the next start begins anew', async () => {
  const folder = temporaryFolder()
  for (const step of [/Creating the database…/, /Preparing the store…/]) {
    const server = launch(folder)
    await server.until(step)
    const family = familyOf(server.pid)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.said()).toContain('Stopping…')
    expect(family.filter(isAlive)).toEqual([])
  }
  await launch(folder).until(ready)
})

test('a taken port, a directory that is none and a wrong variable are one sentence each, and leave nothing running', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    taken.close()
  })
  await once(taken, 'listening')
  const address = taken.address()
  const port = address && typeof address === 'object' ? String(address.port) : ''
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  chmodSync(join(folder, 'file'), 0o444)
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: port }, new RegExp(`^Port ${port} is in use by another program: .*\\n$`, 'm')],
    [{ SONDE_DATA_DIR: join(folder, 'file') }, /^The data directory .*file is not a directory: choose another/m],
    [{ PORT: 'http' }, /^PORT must be a whole number .*\n$/m],
    [{ SONDE_BROWSER_CONCURRENCY: 'abc' }, /^SONDE_BROWSER_CONCURRENCY must be a whole number .*\n$/m],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a URL such as .*\n$/m],
  ]
  for (const [env, sentence] of cases) {
    const server = launch(folder, env)
    expect(await server.ended).toBe(1)
    expect(server.said()).toMatch(sentence)
    expect(server.said()).not.toMatch(/\n\s+at /)
  }
})

test('a pipe in place of the secret key or the join token is refused instead of waited for', async () => {
  for (const name of ['secret-key', 'join-token']) {
    const dataDir = join(realpathSync(temporaryFolder()), 'data')
    mkdirSync(dataDir)
    execFileSync('mkfifo', [join(dataDir, name)])
    const server = launch(temporaryFolder(), { SONDE_DATA_DIR: dataDir })
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(`${join(dataDir, name)} is not an ordinary file: remove it, or`)
  }
})
