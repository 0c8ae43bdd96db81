import { createServer, type TLSSocket } from 'node:tls'
import type { Certificate } from './certificate.ts'
import { listen } from './world.ts'

/** Frame types of HTTP/2 (RFC 9113, 6). */
export const DATA = 0
export const HEADERS = 1
const RST_STREAM = 3
export const SETTINGS = 4
export const PING = 6
const GOAWAY = 7
export const CONTINUATION = 9

export const END_STREAM = 1
export const END_HEADERS = 4

/** One frame of HTTP/2. */
export const frame = (type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
export const reset = (code: number): Buffer => frame(RST_STREAM, 0, 1, number(code))
export const goaway = (code: number, last = 0): Buffer =>
  frame(GOAWAY, 0, 0, Buffer.concat([number(last), number(code)]))

/** `:status: 200` in HPACK, from its static table. */
export const OK = Buffer.from([0x88])

/** A header field in HPACK: literal, without indexing. */
export const field = (name: string, value: string): Buffer => {
  const lengthOf = (length: number) => {
    if (length < 127) return Buffer.from([length])
    const bytes = [127]
    let left = length - 127
    for (; left >= 128; left >>= 7) bytes.push((left & 127) | 128)
    return Buffer.from([...bytes, left])
  }
  const [key, text] = [Buffer.from(name), Buffer.from(value)]
  return Buffer.concat([Buffer.from([0]), lengthOf(key.length), key, lengthOf(text.length), text])
}

export const headers = (...fields: Buffer[]): Buffer => frame(HEADERS, END_HEADERS, 1, Buffer.concat([OK, ...fields]))

const PREFACE = 24

/** A server that speaks HTTP/2 by hand: it sends its settings, and `answer` what follows the request's first HEADERS frame. */
export const http2ByHand = (
  { cert, key }: Pick<Certificate, 'cert' | 'key'>,
  answer: (socket: TLSSocket) => void,
): Promise<number> =>
  listen(
    createServer({ cert, key, ALPNProtocols: ['h2'] }, (socket) => {
      socket.on('error', () => {})
      socket.write(frame(SETTINGS, 0, 0))
      let read = Buffer.alloc(0)
      let isAnswered = false
      socket.on('data', (bytes: Buffer) => {
        read = Buffer.concat([read, bytes])
        for (let at = PREFACE; !isAnswered && read.length >= at + 9; at += 9 + read.readUIntBE(at, 3))
          if (read[at + 3] === HEADERS) {
            isAnswered = true
            answer(socket)
          }
      })
    }),
  )
