import { setTimeout as pause } from 'node:timers/promises'
import { watchLoop } from '../../src/server/start/loop-watch.ts'

/** A program whose loop hangs for a while, as a server's would: `until` milliseconds since the epoch are awaited without a turn. */
const spinUntilReleased = (until: number): number => {
  const canary = 'CANARY-VALUE'
  let turns = canary.length
  while (Date.now() < until) turns++
  return turns
}

const [hungAfterMs = 400, hangsMs = 2_000] = process.argv.slice(2).map(Number)
const watch = watchLoop(['monitor.create', 'monitor.judge'], console.error, hungAfterMs)
await pause(500)
watch.begin('monitor.judge')
if (hangsMs > 0) spinUntilReleased(Date.now() + hangsMs)
await pause(1_000)
await watch.stop()
console.log('ended well')
