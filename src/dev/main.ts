import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { ViteDevServer } from 'vite'
import { openPostgres } from '../server/postgres/open.ts'
import { StartProblem } from '../server/start-problem.ts'
import { openFront, overlay } from './front.ts'
import { home } from './home.ts'
import { DEV_HELP, type DevOptions, readDevOptions } from './options.ts'
import { ANSWERS, devPage, ENDED } from './page.ts'
import { firstTaken } from './ports.ts'
import { watchPrograms } from './programs.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** `npm run dev`: database, builds, server and front, in this order; a signal closes them in the opposite order. */

const say = (line: string) => console.log(process.stdout.isTTY ? line : stripVTControlCharacters(line))

/** The first account of a new database, and a key to its project, where the variables name none. */
const ACCOUNT = {
  SONDE_ADMIN_EMAIL: 'dev@example.com',
  SONDE_ADMIN_PASSWORD: 'made for development',
  SONDE_ADMIN_API_KEY: 'made-for-development-0123456789abcdef',
}

/** Small enough to be filled within seconds. */
const DEMO = ['demo', '--monitors', '30', '--days', '7']

/** Time in which the builds notice a change. */
const BUILDS_BEGIN_MS = 300

const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '::1'].includes(host)

/** Aborted by a signal, so that a database that is being created does not outlive this process. */
const opening = new AbortController()
const closing: (() => unknown)[] = []
let stopping = false
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
  const watcher = watch(dataDir, () => {
    if (stopping || existsSync(join(dataDir, 'database'))) return
    stopping = true
    console.error(`${dataDir} was deleted. Start npm run dev again for a new one.`)
    close().finally(() => process.exit(1))
  })
  closing.push(() => watcher.close())
  return postgres.url
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Makes a folder for the built programs that goes with this process. Within the checkout, where they find their packages. */
const buildFolder = (): string => {
  const dist = join(home, 'dist')
  mkdirSync(dist, { recursive: true })
  for (const name of readdirSync(dist)) {
    const [, pid] = /^\.build-(\d+)$/.exec(name) ?? []
    // Of a process that was killed.
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true })
  }
  const folder = join(dist, `.build-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'web'))
  // Read by vite.config.ts.
  process.env.SONDE_BUILD_DIR = folder
  return folder
}

/** Resolves when the program has ended, with whether it has done its work. */
const runProgram = async (words: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> => {
  const child = spawn(process.execPath, words, { env, stdio: 'inherit' })
  const ended = once(child, 'close')
  closing.push(() => child.kill() && ended)
  const [code] = await ended
  return code === 0
}

/** Fills a demo project, unless there is one. A demo that is half full when this process is stopped is removed. */
const fillDemo = async (program: string, env: NodeJS.ProcessEnv, databaseUrl: string): Promise<void> => {
  const [{ openDatabase }, { hasDemo }] = await Promise.all([
    import('../server/store/core/database.ts'),
    import('../server/demo/demo.ts'),
  ])
  const database = openDatabase(databaseUrl, { connections: 1 })
  const isThere = await hasDemo(database.db).finally(database.close)
  if (isThere) return say('The project Demo is already there; delete it in the app to have it filled again.')
  let isFull = false
  closing.push(() => isFull || runProgram([program, 'demo', '--remove'], env))
  isFull = await runProgram([program, ...DEMO], env)
}

const run = async (options: DevOptions): Promise<void> => {
  const { host, port, dataDir } = options
  const inner = [port + 1, port + 2].map((each) => ({ host: '127.0.0.1', port: each }))
  const taken = await firstTaken([{ host, port }, ...inner])
  if (taken !== null)
    throw new StartProblem(
      `Port ${taken} is in use by another program: stop that program, or set PORT so that it and the next two are free.`,
    )
  const database = await openDatabase(options)
  const folder = buildFolder()
  const program = join(folder, 'server/main.js')
  const url = process.env.SONDE_URL ?? `http://localhost:${port}`
  const hasAccount = process.env.SONDE_ADMIN_EMAIL !== undefined || process.env.SONDE_AUTH_DOMAIN !== undefined
  const account = hasAccount || !isLoopback(host) ? null : ACCOUNT
  const env = {
    ...account,
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port + 1),
    SONDE_URL: url,
    SONDE_DATA_DIR: join(dataDir, 'server'),
    DATABASE_URL: database,
    SONDE_BUILD_DIR: undefined,
    // From Node.js 22 on, packages are compiled once instead of at each start.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  }
  const writePage = () => writeFileSync(join(folder, 'web/index.html'), devPage())
  writePage()
  let front: ViteDevServer | undefined
  let server: ServerProcess | undefined
  const showFault = (message: string) => front?.ws.send(overlay(message))
  /** Why the sources do not build, while they do not. */
  let fault: string | null = null
  say('Building…')
  const programs = await watchPrograms({
    dataDir: options.databaseUrl === null ? dataDir : null,
    built: (changed) => {
      fault = null
      // The first server is started below.
      if (server?.restart()) say(`${changed.join(', ')} changed. Restarting the server…`)
    },
    failed: (messages) => {
      for (const message of messages) say(message)
      fault = stripVTControlCharacters(messages.join('\n'))
      showFault(fault)
      if (!server) say('Sonde starts when a change mends this.')
    },
  })
  closing.push(programs.close)
  const running = startServerProcess({
    program,
    env,
    print: (text) => process.stdout.write(text),
    isBuilt: programs.idle,
    onReady: () => front?.ws.send(ANSWERS),
    onEnd: (by) => {
      // Ctrl-C reaches the server, too.
      if (stopping) return
      say(`The server has ended (${by}). Save a change and it starts again.`)
      showFault(ENDED)
    },
  })
  server = running
  closing.push(running.stop)
  front = await openFront({
    host,
    port,
    publicHost: new URL(url).hostname,
    serverUrl: `http://127.0.0.1:${port + 1}`,
    answers: () => programs.idle().then(running.answers),
    // Later than the builds, which begin with a change of their own.
    onChange: () => void setTimeout(running.startIfEnded, BUILDS_BEGIN_MS),
    onPage: () => {
      writePage()
      running.restart()
    },
    fault: () => fault,
  })
  closing.push(front.close)
  const isUp = await running.answers().then(
    () => true,
    () => false,
  )
  if (opening.signal.aborted) return
  if (isUp && account)
    say(
      `Sign in as ${account.SONDE_ADMIN_EMAIL} with the password “${account.SONDE_ADMIN_PASSWORD}”, or call the API with the key ${account.SONDE_ADMIN_API_KEY} (unless you changed them).`,
    )
  if (isUp && options.databaseUrl === null) say(`Database: ${database}`)
  if (isUp && options.demo) await fillDemo(program, env, database)
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
