import { openPostgres } from '../../src/server/postgres/open.ts'
import { StartProblem } from '../../src/server/start-problem.ts'

/** A server reduced to its database, as a real process: tells what happens as JSON lines, stops in order at SIGINT. */
const tell = (fact: object): void => {
  process.stdout.write(`${JSON.stringify(fact)}\n`)
}

const [, , options = '{}'] = process.argv
try {
  const postgres = await openPostgres({
    ...JSON.parse(options),
    log: (log) => tell({ log }),
    onStep: (step) => tell({ step }),
  })
  postgres.onExit((exit) => tell({ exit }))
  process.on('SIGINT', async () => {
    await postgres.stop()
    process.exit(0)
  })
  setInterval(() => undefined, 60_000)
  tell({ url: postgres.url, pid: postgres.pid() })
} catch (error) {
  tell({ problem: error instanceof StartProblem ? error.message : String(error) })
  process.exit(1)
}
