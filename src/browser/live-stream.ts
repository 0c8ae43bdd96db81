import { eventReader } from './event-stream.ts'

export type LiveOptions = {
  readonly projectHeader: string
  readonly token: () => Promise<string | null>
}
export type LiveListener = {
  readonly onOpen: () => void
  readonly onEvent: (event: string, data: string, id: string | null) => void
  readonly onLost: () => void
}
type Message =
  | { readonly kind: 'event'; readonly event: string; readonly data: string; readonly id: string | null }
  | { readonly kind: 'open' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'hello' }

/** The last event id per project. Ids also arrive without an event, while nothing happens. */
const comeAsFar = new Map<string, string>()

/**
 * The live events of a project. There is one connection per browser and project, held by the tab that has the lock; it shares the events
 * with other tabs over a channel. If that tab closes, another takes over from the last event it saw. Returns a function that ends it.
 */
export const openLiveStream = (
  options: LiveOptions,
  projectId: string,
  lastId: string | null,
  listener: LiveListener,
): (() => void) => {
  const ending = new AbortController()
  const name = `sonde-live-${projectId}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  let seen = comeAsFar.get(projectId) ?? lastId
  let holds = false
  let isOpen = false

  const hear = (message: Message): void => {
    if (message.kind === 'event') {
      seen = message.id ?? seen
      if (seen !== null) comeAsFar.set(projectId, seen)
      if (message.data !== '') listener.onEvent(message.event, message.data, message.id)
    } else if (message.kind === 'open') listener.onOpen()
    else if (message.kind === 'lost') listener.onLost()
    else if (holds && isOpen) channel?.postMessage({ kind: 'open' } satisfies Message)
  }
  const tell = (message: Message): void => {
    if (ending.signal.aborted) return
    channel?.postMessage(message)
    hear(message)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data))
  // The tab that holds the stream replies that it is open.
  channel?.postMessage({ kind: 'hello' } satisfies Message)

  const hold = async (): Promise<void> => {
    if (ending.signal.aborted) return
    holds = true
    try {
      await read(options, projectId, seen, ending.signal, {
        onOpen: () => {
          isOpen = true
          tell({ kind: 'open' })
        },
        onEvent: (event, data, id) => tell({ kind: 'event', event, data, id }),
      })
    } catch {
      // Refused, interrupted or unreachable: the caller retries with growing delays.
    }
    holds = false
    isOpen = false
    tell({ kind: 'lost' })
  }
  if (navigator.locks) navigator.locks.request(name, { signal: ending.signal }, hold).catch(() => {})
  else void hold()
  return () => {
    ending.abort()
    channel?.close()
  }
}

const read = async (
  { projectHeader, token }: LiveOptions,
  projectId: string,
  lastId: string | null,
  signal: AbortSignal,
  on: Pick<LiveListener, 'onOpen' | 'onEvent'>,
): Promise<void> => {
  const bearer = await token()
  const answer = await fetch('/api/3/events', {
    signal,
    headers: {
      accept: 'text/event-stream',
      [projectHeader]: projectId,
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(lastId !== null && { 'last-event-id': lastId }),
    },
  })
  if (!answer.ok || !answer.body) throw new Error(`The stream of events answered ${answer.status}.`)
  on.onOpen()
  const events = eventReader()
  const decoder = new TextDecoder()
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const { event, data, id } of events(decoder.decode(value, { stream: true }))) on.onEvent(event, data, id)
  }
}
