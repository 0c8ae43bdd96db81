// @ts-check

/**
 * Loaded before the server: ends it when `npm run dev` has ended, also if that was killed, so that its ports are free. Plain JavaScript,
 * because Node.js runs it without a build.
 */

/** Time for the server to stop its agent. */
const END_MS = 2_000

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), END_MS).unref()
})
// A server that has nothing more to do ends.
process.channel?.unref()
