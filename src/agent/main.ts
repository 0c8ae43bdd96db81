import { faultSummary } from '../domain/core/fault-summary.ts'
import { machineEffects, startAgent } from './agent.ts'
import { stderrLog } from './log.ts'
import { JoinRefused } from './server/membership.ts'
import { readSettings, type Settings } from './settings.ts'

const settingsOrExit = (): Settings => {
  try {
    return readSettings(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

// Nothing waits for what was rejected, and nothing was left half done: the calls go on. After an error that was thrown out of
// Node's own callbacks nobody knows that, so the agent ends; its results are on the disk. Node itself would print the message.
process.on('unhandledRejection', (error) => stderrLog(`a fault that nothing waited for: ${faultSummary(error)}`))
process.on('uncaughtException', (error) => {
  stderrLog(`stopped by ${faultSummary(error)}`)
  process.exit(1)
})

const settings = settingsOrExit()
const agent = startAgent(settings, machineEffects(stderrLog))

process.once('SIGTERM', agent.stop)
process.once('SIGINT', agent.stop)

// A parent that is gone cannot stop its child, but the operating system closes its end of the pipe.
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
