import { doing, type KindOfWork } from '../store/core/kinds-of-work.ts'
import { openDatabaseOutage } from './database-outage.ts'
import { type Loop, loop } from './loop.ts'

/**
 * The order in which background loops stop: first nothing new reaches live streams, then all work that queues messages ends, then
 * the senders of these messages.
 */
const STOP_STAGES = ['live', 'work', 'delivery', 'digests', 'mail'] as const
export type StopStage = (typeof STOP_STAGES)[number]

/** A background loop, as its area declares it. */
export type LoopRow = {
  readonly name: string
  readonly everyMs: number
  readonly stops: StopStage
  /** The limits of its transactions. */
  readonly kind: KindOfWork
  /** One round; `true` asks for the next at once. */
  readonly work: () => Promise<unknown>
}

export type Loops = {
  start(rows: readonly LoopRow[]): void
  /** Runs a loop's next round soon; nothing before `start`, when every loop begins with a round. */
  wake(name: string): void
  /** Stops the loops of a stage, and waits for their rounds to end. */
  stop(stage: StopStage): Promise<void>
}

/** The server's background loops. */
export const openLoops = (log: (line: string) => void): Loops => {
  const outage = openDatabaseOutage(log)
  const running = new Map<string, { stops: StopStage; loop: Loop }>()
  return {
    start(rows) {
      for (const { name, everyMs, stops, kind, work } of rows) {
        const round = async () => (await doing(kind, work)) === true
        running.set(name, { stops, loop: loop(name, everyMs, round, log, outage) })
      }
    },
    wake(name) {
      const found = running.get(name)
      if (!found && running.size > 0) throw new Error(`There is no loop called ${name}.`)
      found?.loop.wake()
    },
    async stop(stage) {
      await Promise.all([...running.values()].filter(({ stops }) => stops === stage).map(({ loop }) => loop.stop()))
    },
  }
}
