import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { openPostgres } from '../server/postgres/open.ts'
import { StartProblem } from '../server/start-problem.ts'
import { openFront } from './front.ts'
import { home } from './home.ts'
import { DEV_HELP, type DevOptions, readDevOptions } from './options.ts'
import { devPage } from './page.ts'
import { watchPrograms } from './programs.ts'
import { startServerProcess } from './server-process.ts'

/** `npm run dev`: database, builds, server and front, in this order; a signal closes them in the opposite order. */

const say = (line: string) => console.log(line)

/** The first account of a new database, where the variables name none. */
const ACCOUNT = { SONDE_ADMIN_EMAIL: 'dev@example.com', SONDE_ADMIN_PASSWORD: 'made for development' }

const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '::1'].includes(host)

/** Aborted by a signal, so that a database that is being created does not outlive this process. */
const opening = new AbortController()
const closing: (() => unknown)[] = []
const close = async () => {
  for (const each of closing.splice(0).reverse()) await each()
}

/** Starts the database if it is embedded, and returns its address. */
const openDatabase = async ({ databaseUrl, dataDir }: DevOptions): Promise<string> => {
  if (databaseUrl !== null) return databaseUrl
  const postgres = await openPostgres({
    dataDir: join(dataDir, 'database'),
    log: say,
    onStep: (step) => say(`${step}…`),
    signal: opening.signal,
  })
  closing.push(postgres.stop)
  return postgres.url
}

/** A folder for the built programs that goes with this process. Within the checkout, where they find their packages. */
const buildFolder = (): string => {
  mkdirSync(join(home, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(home, 'dist/.build-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/index.html'), devPage())
  // Read by vite.config.ts.
  process.env.SONDE_BUILD_DIR = folder
  return folder
}

const fillDemo = async (program: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const child = spawn(process.execPath, [program, 'demo'], { env, stdio: 'inherit' })
  await once(child, 'close')
}

const run = async (options: DevOptions): Promise<void> => {
  const { host, port, dataDir } = options
  const database = await openDatabase(options)
  const folder = buildFolder()
  const program = join(folder, 'server/main.js')
  const url = process.env.SONDE_URL ?? `http://localhost:${port}`
  const hasAccount = process.env.SONDE_ADMIN_EMAIL !== undefined || process.env.SONDE_AUTH_DOMAIN !== undefined
  const account = hasAccount || !isLoopback(host) ? {} : ACCOUNT
  const env = {
    ...account,
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port + 1),
    SONDE_URL: url,
    SONDE_DATA_DIR: join(dataDir, 'server'),
    DATABASE_URL: database,
    SONDE_BUILD_DIR: undefined,
  }
  let front: ViteDevServer | undefined
  say('Building…')
  const programs = await watchPrograms({
    built: () => {
      say('Restarting the server…')
      server.restart()
    },
    failed: (message) => {
      say(message)
      front?.ws.send({ type: 'error', err: { message, stack: '' } })
    },
  })
  closing.push(programs.close)
  const server = startServerProcess({ program, env, print: (text) => process.stdout.write(text) })
  closing.push(server.stop)
  front = await openFront({
    host,
    port,
    publicHost: new URL(url).hostname,
    serverUrl: `http://127.0.0.1:${port + 1}`,
    answers: server.answers,
  })
  closing.push(front.close)
  // A server that does not start is mended by the next change.
  const isUp = await server.answers().then(
    () => true,
    () => false,
  )
  if (options.demo && isUp) await fillDemo(program, env)
  if (account === ACCOUNT)
    say(`Account of a new database: ${ACCOUNT.SONDE_ADMIN_EMAIL}, password “${ACCOUNT.SONDE_ADMIN_PASSWORD}”`)
  say(`Development server: ${url}`)
}

const words = process.argv.slice(2)
if (words.includes('--help') || words.includes('-h')) {
  say(DEV_HELP)
  process.exit(0)
}
const options = readDevOptions(words, process.env)
if (typeof options === 'string') {
  console.error(options)
  process.exit(1)
}
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (stopping) process.exit(1)
    stopping = true
    opening.abort()
    await close()
    process.exit(0)
  })
await run(options).catch(async (cause: unknown) => {
  if (opening.signal.aborted) return
  console.error(cause instanceof StartProblem ? cause.message : cause)
  await close()
  process.exit(1)
})
