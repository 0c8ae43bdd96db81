import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openReplay, type ReplayedDecision, type ReplayPicture, type ReplayRule } from './replay.ts'
import { resultOfLine } from './replayed-result.ts'

/** Message to a worker: lines of results, that there are no more, or that it stops at the last of them. */
export type ToReplay = { readonly lines: string } | 'end' | 'stop'
/** The answer to each message; with the messages that would have been sent after `end` and `stop`. */
export type FromReplay = { readonly picture: ReplayPicture; readonly messages: readonly ReplayedDecision[] }

const serve = (port: MessagePort, rule: ReplayRule): void => {
  const replay = openReplay(rule)
  port.on('message', (message: ToReplay) => {
    if (message === 'end') replay.end()
    else if (message !== 'stop') replay.take(message.lines.split('\n').map(resultOfLine))
    const messages = typeof message === 'string' ? replay.messages() : []
    port.postMessage({ picture: replay.picture(), messages } satisfies FromReplay)
  })
}

/** Serves the replay that started this thread. */
export const serveReplay = (): void => {
  // Only a replay starts threads of this program, with this data.
  if (parentPort) serve(parentPort, workerData as ReplayRule)
}
