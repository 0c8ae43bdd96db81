// First: some libraries print while they are loaded.
import './terminal.ts'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { served } from '../contract/aliases.ts'
import { faultSummary } from '../domain/core/fault-summary.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { runDemo } from './demo/demo.ts'
import { progressOn } from './demo/progress.ts'
import { openServer, type Server, type ServerOptions } from './server.ts'
import { type BackupIo, runBackup } from './start/backup.ts'
import { watchLoop } from './start/loop-watch.ts'
import { runRestore } from './start/restore.ts'
import { openStoreBeside } from './start/store-beside.ts'
import { verifyAudit } from './start/verify-audit.ts'
import { StartProblem } from './start-problem.ts'
import { complain, log, say } from './terminal.ts'

/** The server's entry point: arguments, environment variables, clock, terminal and signals come in here. */

// A rejected promise that nobody awaits leaves no half-finished work. After an exception in one of Node's own callbacks the state is
// unknown, so the process exits. Node's default handlers would print messages, which may quote what a caller sent.
process.on('unhandledRejection', (cause) => log(`error: unhandled rejection: ${faultSummary(cause)}`))
process.on('uncaughtException', (cause) => {
  log(`error: exiting after an uncaught exception: ${faultSummary(cause)}`)
  process.exit(1)
})

const fail = (cause: unknown): never => {
  complain(cause instanceof StartProblem ? cause.message : inspect(cause))
  process.exit(1)
}

const serve = async (): Promise<void> => {
  const watch = watchLoop(Object.keys(served), log)
  const opening = new AbortController()
  let server: Server | null = null
  let stopping = false
  const stop = async () => {
    // A second signal exits immediately.
    if (stopping) process.exit(1)
    stopping = true
    say('Stopping…')
    if (server === null) return opening.abort()
    await server.stop().catch(fail)
    process.exit(0)
  }
  // Before anything is opened: PostgreSQL would outlive a server that a signal ends while it starts.
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const agentFile = fileURLToPath(new URL('../agent/main.js', import.meta.url))
  const options: ServerOptions = {
    configuration: readConfiguration(process.env, log),
    log,
    onStep: (step) => say(`${step}…`),
    clock: Date.now,
    agent: [agentFile],
    agentFile,
    terminalFile: fileURLToPath(new URL('../cli/main.js', import.meta.url)),
    webDir: fileURLToPath(new URL('../web', import.meta.url)),
    onRequest: watch.begin,
    signal: opening.signal,
  }
  const opened = await openServer(options).catch((cause: unknown) => {
    if (opening.signal.aborted) process.exit(0)
    throw cause
  })
  if (opening.signal.aborted) {
    await opened.stop()
    process.exit(0)
  }
  server = opened
  await server.ready().catch(async (cause: unknown) => {
    await opened.stop()
    throw cause
  })
  if (stopping) return
  say(`Sonde is ready: ${server.url}`)
  say(`Sample API: ${server.sampleUrl}`)
  if (server.setupToken !== null) {
    say('This installation is empty. Open this one-time link to set it up:')
    say(`  ${server.url}/setup/${server.setupToken}`)
  }
}

/** `sonde audit verify`: exits with 0 if the log is intact, and with 1 if it is not or cannot be verified. */
const audit = async (words: readonly string[]): Promise<void> => {
  if (words.join(' ') !== 'verify') throw new StartProblem('sonde audit has a single subcommand: sonde audit verify.')
  const configuration = readConfiguration(process.env, log)
  process.exitCode = (await verifyAudit(configuration, { say, log, onStep: (step) => log(`${step}…`) })) ? 0 : 1
}

/** `sonde demo`: creates a project with a generated history. */
const demo = (words: readonly string[]): Promise<void> =>
  runDemo({
    words,
    configuration: () => readConfiguration(process.env, log),
    open: (configuration) => openStoreBeside(configuration, { log, onStep: () => {}, clock: Date.now }),
    screen: process.stdout,
    clock: Date.now,
  })

/** `sonde backup` and `sonde restore`: Ctrl-C stops them cleanly and removes partial output. */
const withBackups = async (
  run: (words: readonly string[], configuration: () => Configuration, io: BackupIo) => Promise<void>,
): Promise<void> => {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  await run(words, () => readConfiguration(process.env, log), {
    say,
    log,
    clock: Date.now,
    progress: (label) => progressOn(process.stdout, 'MB', Date.now, label),
    signal: interrupted.signal,
  })
}

const [subcommand = 'serve', ...words] = process.argv.slice(2)
const subcommands: Readonly<Record<string, () => Promise<void>>> = {
  audit: () => audit(words),
  backup: () => withBackups(runBackup),
  demo: () => demo(words),
  restore: () => withBackups(runRestore),
}
await (subcommands[subcommand] ?? serve)().catch(fail)
