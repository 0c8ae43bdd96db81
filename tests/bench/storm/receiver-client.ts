import { once } from 'node:events'
import { firstLineOf, startBundle } from '../programs.ts'

/** Messages that came to one path. */
export type Counted = {
  readonly messages: number
  readonly repeated: number
  readonly firstMs: number
  readonly lastMs: number
}
export type Message = { readonly path: string; readonly id: string; readonly times: number; readonly firstMs: number }

/** The receivers of a storm, in a process of their own. */
export type Receivers = {
  readonly address: string
  readonly url: string
  /** By path. */
  counts(): Promise<Readonly<Record<string, Counted>>>
  messages(): Promise<Message[]>
  forget(): Promise<void>
  close(): Promise<void>
}

export const openReceivers = async (): Promise<Receivers> => {
  const child = await startBundle(null, 'storm/receivers.ts')
  const address = `127.0.0.1:${await firstLineOf(child)}`
  const url = `http://${address}`
  const read = async <Answer>(path: string) => (await (await fetch(url + path)).json()) as Answer
  return {
    address,
    url,
    counts: () => read('/counts'),
    messages: () => read('/messages'),
    forget: async () => {
      await fetch(url, { method: 'DELETE' })
    },
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Counts of some paths together. */
export const sumOf = (counts: Readonly<Record<string, Counted>>, isCounted: (path: string) => boolean): Counted =>
  Object.entries(counts)
    .filter(([path]) => isCounted(path))
    .reduce<Counted>(
      (sum, [, one]) => ({
        messages: sum.messages + one.messages,
        repeated: sum.repeated + one.repeated,
        firstMs: Math.min(sum.firstMs, one.firstMs),
        lastMs: Math.max(sum.lastMs, one.lastMs),
      }),
      { messages: 0, repeated: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: 0 },
    )
