import type { Readable, Writable } from 'node:stream'

/** The driver's connection to Chromium: messages over a pipe, which no other process can open. */
export type Transport = {
  send(message: object): void
  close(): void
  onmessage?: (message: object) => void
  onclose?: (reason?: string) => void
}

const messageOf = (text: string): object | null => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' ? value : null
}

/**
 * Sends and receives messages: JSON texts, each ended by a zero byte. Each message is delivered in a turn of the event loop of its own. The
 * driver relies on that: it listens for events only once the promise of an earlier answer has resolved, and would miss those that came in
 * the same piece, such as the first navigation of a window.
 */
export const pipeTransport = (to: Writable, from: Readable): Transport => {
  const transport: Transport = {
    send: (message) => void to.write(`${JSON.stringify(message)}\0`),
    close: () => void to.end(),
  }
  let parts: Buffer[] = []
  from.on('data', (bytes: Buffer) => {
    let start = 0
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      const message = messageOf(Buffer.concat([...parts, bytes.subarray(start, end)]).toString())
      parts = []
      start = end + 1
      if (message) setImmediate(() => transport.onmessage?.(message))
    }
    if (start < bytes.length) parts.push(bytes.subarray(start))
  })
  from.on('close', () => setImmediate(() => transport.onclose?.('Chromium has ended')))
  to.on('error', () => {})
  from.on('error', () => {})
  return transport
}
