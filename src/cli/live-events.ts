import { type } from 'arktype'
import { type LiveEvent, live } from '../contract/live/live.ts'
import { eventReader } from '../domain/core/event-stream.ts'
import { TerminalFailure } from './exit-codes.ts'
import { requestHeaders } from './request-headers.ts'
import type { Connection } from './settings.ts'
import { unreachableSentence } from './unreachable.ts'

/** A stream has a heartbeat every 15 s. */
const SILENT_MS = 45_000

const wholeEvent = type(live['live.events'].answer)

type Listener = {
  readonly onOpen: () => void
  /** The stream can be resumed from here: also without an event, at its start and while nothing happens. */
  readonly onPosition: (id: string) => void
  readonly onEvent: (event: LiveEvent, id: string | null) => void
}

/** Rejects where a stream says nothing for too long: a line that hangs is opened again. */
const notSilent = async <Part>(part: Promise<Part>): Promise<Part> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TerminalFailure('unreachable', 'The server says nothing any more.')), SILENT_MS)
  })
  return Promise.race([part, silence]).finally(() => clearTimeout(timer))
}

/** Reads the live events of a project, from now on or after the position `lastId`. Always rejects in the end. */
export const readLiveEvents = async (
  { url, facts, token }: Connection,
  { projectId, lastId }: { projectId: string; lastId: string | null },
  signal: AbortSignal,
  { onOpen, onPosition, onEvent }: Listener,
): Promise<void> => {
  const ask = async (renew: boolean): Promise<Response> => {
    const bearer = await token(renew)
    const query = new URLSearchParams(facts.default_query).toString()
    const answer = await fetch(`${url}/api/3/events${query === '' ? '' : `?${query}`}`, {
      signal,
      headers: {
        ...requestHeaders({ accept: 'text/event-stream', bearer }),
        [facts.project_header]: projectId,
        ...(lastId !== null && { 'last-event-id': lastId }),
      },
    })
    return answer.status === 401 && !renew ? ask(true) : answer
  }
  const answer = await ask(false).catch((cause: unknown) => {
    if (cause instanceof TerminalFailure) throw cause
    throw new TerminalFailure('unreachable', unreachableSentence(url, cause), { cause })
  })
  if (answer.status === 401) throw new TerminalFailure('signed-out', 'The sign-in or key has expired.')
  if (answer.status === 403 || answer.status === 404)
    throw new TerminalFailure('refused', 'You may not see this project any more.')
  if (!answer.ok || !answer.body)
    throw new TerminalFailure('unreachable', `The stream of results answered ${answer.status}.`)
  onOpen()
  const events = eventReader()
  const decoder = new TextDecoder()
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await notSilent(reader.read())
    if (done) break
    for (const { data, id } of events(decoder.decode(value, { stream: true }))) {
      const event = data === '' ? null : wholeEvent(JSON.parse(data))
      // An event of a newer server is left out.
      if (event !== null && !(event instanceof type.errors)) onEvent(event, id)
      if (id !== null) onPosition(id)
    }
  }
  throw new TerminalFailure('unreachable', 'The connection was interrupted.')
}
