import type { Reached } from '../../machines/connection.ts'

/** Milliseconds that a probe waits for its answer. */
const PATIENCE_MS = 5_000

/** Asks the server for its health. Rejects if it does not answer in time, is not ready, or something else answers in its place. */
export const probe = async (signal: AbortSignal): Promise<Reached> => {
  const answer = await fetch('/api/health', {
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  })
  if (!answer.ok) throw new Error(`The server’s health is ${answer.status}.`)
  // The endpoint's own answer; a sign-in page of a network in between is no JSON, and rejects.
  const { version } = (await answer.json()) as Reached
  return { version }
}
