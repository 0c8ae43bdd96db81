import type { LiveEvent } from '../../src/contract/live/live.ts'
import type { Api } from './api.ts'

/** One event as it came over the wire. */
export type Told = { readonly id: string; readonly event: LiveEvent }

/** A reader of a project's live stream, by the bearer token of `api`. */
export type LiveStream = {
  readonly status: number
  /** Everything that came, as text. */
  readonly text: string
  /** The id that came last, with an event or without. */
  readonly lastId: string
  /** Waits for that many more events, and answers them. */
  take(count: number): Promise<Told[]>
  /** Waits until something has come that `isSeen` finds in the text. */
  until(isSeen: (text: string) => boolean): Promise<void>
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>
  close(): void
}

export const openLiveStream = async (
  api: Pick<Api, 'base' | 'key'>,
  lastId?: string,
  more: Record<string, string> = {},
): Promise<LiveStream> => {
  const ending = new AbortController()
  const answer = await fetch(`${api.base}/api/3/events`, {
    signal: ending.signal,
    headers: { authorization: `Bearer ${api.key}`, ...(lastId !== undefined && { 'last-event-id': lastId }), ...more },
  })
  const state = { text: '', lastId: lastId ?? '', over: false }
  const events: Told[] = []
  let read = 0
  let wake = () => {}

  const hear = (block: string) => {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    state.lastId = fields.get('id') ?? state.lastId
    const data = fields.get('data')
    if (data !== undefined) events.push({ id: state.lastId, event: JSON.parse(data) })
  }
  const pump = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const part of answer.body ?? []) {
      const text = decoder.decode(part, { stream: true })
      state.text += text
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(hear)
      wake()
    }
  }
  const done = pump()
    .catch(() => {})
    .then(() => {
      state.over = true
      wake()
    })
  const settle = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      if (state.over) throw new Error(`The stream ended before what was awaited; it said: ${state.text.slice(-500)}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    status: answer.status,
    get text() {
      return state.text
    },
    get lastId() {
      return state.lastId
    },
    async take(count) {
      await settle(() => events.length >= read + count)
      read += count
      return events.slice(read - count, read)
    },
    until: (isSeen) => settle(() => isSeen(state.text)),
    ended: () => done,
    close: () => ending.abort(),
  }
}
