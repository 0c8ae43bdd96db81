import { eventReader } from '../domain/core/event-stream.ts'

export type LiveOptions = {
  readonly projectHeader: string
  /** Query parameters of every request. */
  readonly defaultQuery: Readonly<Record<string, string>>
  readonly token: () => Promise<string | null>
  /** Called when the session is over. */
  readonly onExpired: () => void
}
export type LiveListener = {
  readonly onOpen: () => void
  readonly onEvent: (event: string, data: string, id: string | null) => void
  /** Anything came, such as a heartbeat. */
  readonly onBeat: () => void
  readonly onLost: () => void
}
type Message =
  | { readonly kind: 'event'; readonly event: string; readonly data: string; readonly id: string | null }
  | { readonly kind: 'open' }
  | { readonly kind: 'beat' }
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
    else if (message.kind === 'beat') listener.onBeat()
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
        onBeat: () => tell({ kind: 'beat' }),
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
  { projectHeader, defaultQuery, token, onExpired }: LiveOptions,
  projectId: string,
  lastId: string | null,
  signal: AbortSignal,
  on: Pick<LiveListener, 'onOpen' | 'onEvent' | 'onBeat'>,
): Promise<void> => {
  const bearer = await token()
  const query = new URLSearchParams(defaultQuery).toString()
  const answer = await fetch(`/api/3/events${query === '' ? '' : `?${query}`}`, {
    signal,
    headers: {
      accept: 'text/event-stream',
      [projectHeader]: projectId,
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(lastId !== null && { 'last-event-id': lastId }),
    },
  })
  if (answer.status === 401) onExpired()
  if (!answer.ok || !answer.body) throw new Error(`The stream of events answered ${answer.status}.`)
  on.onOpen()
  const events = eventReader()
  const decoder = new TextDecoder()
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    on.onBeat()
    for (const { event, data, id } of events(decoder.decode(value, { stream: true }))) on.onEvent(event, data, id)
  }
}
