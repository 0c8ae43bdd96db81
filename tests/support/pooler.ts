import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { rowsOf } from '../backup/commands.ts'
import { eventually } from './eventually.ts'
import { freePort } from './loopback.ts'
import { isRoot, noOtherAccount, temporaryFolder } from './temporary.ts'

/** An account that every Linux has: PgBouncer refuses to run as root. */
const NOBODY = 65_534

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0

/** Why tests with a real PgBouncer are skipped on this machine; null where they run. */
export const noPooler = isInstalled
  ? isRoot && noOtherAccount
    ? noOtherAccount
    : null
  : 'PgBouncer is not installed (on Debian: apt-get install pgbouncer).'

/** Starts PgBouncer in front of a database, with its defaults but for the mode and a pool that is large enough for a server, for one test. Returns the database's address through it. */
export const startPooler = async (databaseUrl: string, mode: 'session' | 'transaction'): Promise<string> => {
  const folder = temporaryFolder()
  const port = await freePort()
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl)
  const [file, name] = [join(folder, 'pgbouncer.ini'), pathname.slice(1)]
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${databasePort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 24
`,
  )
  if (isRoot) chownSync(file, NOBODY, NOBODY)
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  const url = `postgres://sonde@127.0.0.1:${port}/${name}`
  await eventually(() => rowsOf(url, 'select 1'), { what: 'a PgBouncer that answers' })
  return url
}
