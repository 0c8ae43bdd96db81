import { isMainThread } from 'node:worker_threads'
import { faultSummary } from '../domain/core/fault-summary.ts'
import { machineEffects, startAgent } from './agent.ts'
import { isBrowserThread, serveBrowserTests } from './browser/browser-worker.ts'
import { serveJudgements } from './judge/judge-worker.ts'
import { stderrLog } from './log.ts'
import { makeDirectory } from './make-directory.ts'
import { JoinRefused } from './server/membership.ts'
import { readSettings, type Settings } from './settings.ts'

const settingsOrExit = (): Settings => {
  try {
    const settings = readSettings(process.env)
    makeDirectory(settings.directory)
    return settings
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
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
  const agent = startAgent(settings, machineEffects(stderrLog))

  process.once('SIGTERM', agent.stop)
  process.once('SIGINT', agent.stop)

  // A dead parent cannot stop its child, but the operating system closes its end of the pipe.
  if (settings.supervised) {
    process.stdin.on('close', () => process.exit(0))
    process.stdin.on('error', () => process.exit(0))
    process.stdin.resume()
  }

  agent.ended.then(
    () => process.exit(0),
    (error: unknown) => {
      stderrLog(error instanceof JoinRefused ? error.message : `stopped by ${faultSummary(error)}`)
      process.exit(1)
    },
  )
}

// Threads of this program run browser tests or judge runs, and do nothing else.
if (isMainThread) runProgram()
else if (isBrowserThread()) serveBrowserTests()
else serveJudgements()
