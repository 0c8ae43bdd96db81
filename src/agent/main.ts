// First: some libraries print while they are loaded.
import './terminal.ts'
import { isMainThread } from 'node:worker_threads'
import { VERSION } from '../contract/core/version.ts'
import { faultSummary } from '../domain/core/fault-summary.ts'
import { machineEffects, startAgent } from './agent.ts'
import { AGENT_HELP, readArguments, unknownVariables } from './arguments.ts'
import { isBrowserThread, serveBrowserTests } from './browser/browser-worker.ts'
import { serveJudgements } from './judge/judge-worker.ts'
import { isLaunched, isLauncher, launch } from './launch.ts'
import { makeDirectory } from './make-directory.ts'
import { JoinRefused } from './server/membership.ts'
import { readSettings, type Settings } from './settings.ts'
import { stderrLog } from './terminal.ts'

/** Exit status when the server refuses the agent or its settings are invalid: starting it again does not help (EX_CONFIG). */
const REFUSED = 78

/** Time that running calls get when the agent stops; a server that stops waits less for its own. */
const STOP_MS = 30_000
const SUPERVISED_STOP_MS = 5_000

/** The command line without the word of `sonde agent`. */
const words = (): string[] => process.argv.slice(process.argv[2] === 'agent' ? 3 : 2)

const printAndExit = (text: string): never => {
  process.stdout.write(`${text.trimEnd()}\n`)
  process.exit(0)
}

const settingsOrExit = (): Settings => {
  try {
    const read = readArguments(words(), process.env)
    if (read === 'help') return printAndExit(AGENT_HELP)
    if (read === 'version') return printAndExit(VERSION)
    const settings = readSettings(read)
    makeDirectory(settings.directory)
    return settings
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(REFUSED)
  }
}

/** Runs the agent until it is stopped. */
const runProgram = (): void => {
  // After an unhandled rejection the calls continue, because nothing was waiting for it and nothing is half done. After an uncaught
  // exception the state is unknown, so the agent exits; its results are on disk. Node itself would print the error's message.
  process.on('unhandledRejection', (error) => stderrLog(`unhandled rejection: ${faultSummary(error)}`))
  process.on('uncaughtException', (error) => {
    stderrLog(`stopped by ${faultSummary(error)}`)
    process.exit(1)
  })

  const settings = settingsOrExit()
  if (isLauncher(process.env)) {
    launch()
    return
  }
  for (const name of unknownVariables(process.env))
    stderrLog(`${name} is not a variable that this version knows, and is ignored. --help lists all variables.`)
  const stopMs = settings.supervised ? SUPERVISED_STOP_MS : STOP_MS
  const agent = startAgent(settings, { ...machineEffects(stderrLog), stopMs })

  let isStopping = false
  const stop = () => {
    // A second signal ends it at once.
    if (isStopping) process.exit(1)
    isStopping = true
    agent.stop()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  // A dead parent cannot stop its child, but the operating system closes its end of the pipe.
  if (settings.supervised || isLaunched(process.env)) {
    process.stdin.on('close', () => process.exit(0))
    process.stdin.on('error', () => process.exit(0))
    process.stdin.resume()
  }

  agent.ended.then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof JoinRefused) {
        stderrLog(error.message)
        process.exit(REFUSED)
      }
      stderrLog(`stopped by ${faultSummary(error)}`)
      process.exit(1)
    },
  )
}

// Threads of this program run browser tests or judge runs, and do nothing else.
if (isMainThread) runProgram()
else if (isBrowserThread()) serveBrowserTests()
else serveJudgements()
