import { Duplex } from 'node:stream'
import type { Connection } from './connection.ts'
import { type Frame, FrameReader } from './http2-frames.ts'

/** Length of the client's connection preface (RFC 9113, 3.4). */
const PREFACE_BYTES = 24

type TapOptions = {
  onReceived: (frame: Frame) => void
  onSent: (frame: Frame) => void
  /** Frames were written to the connection. */
  onWritten: () => void
  /** The operating system has accepted what was written. */
  onAccepted: () => void
}

/**
 * The connection below Node's HTTP/2 session, which shows every frame. The session hides how a response ended: it reports a closed
 * connection like a cancelled stream, completes a response without END_STREAM, and goes silent after a frame that it cannot read.
 */
export class Http2Tap extends Duplex {
  readonly #connection: Connection
  readonly #sent: FrameReader
  readonly #onWritten: () => void
  readonly #onAccepted: () => void

  constructor(connection: Connection, { onReceived, onSent, onWritten, onAccepted }: TapOptions) {
    super({ autoDestroy: true })
    this.#connection = connection
    this.#sent = new FrameReader(onSent, PREFACE_BYTES)
    this.#onWritten = onWritten
    this.#onAccepted = onAccepted
    const received = new FrameReader(onReceived)
    const { socket } = connection
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes)
      if (!this.destroyed && !this.push(bytes)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#connection.socket.resume()
  }

  override _write(bytes: Buffer, _encoding: unknown, done: (error?: Error | null) => void): void {
    this.#sent.push(bytes)
    this.#connection.socket.write(bytes, (error) => {
      if (!error) this.#onAccepted()
      done(error)
    })
    this.#onWritten()
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), null, done)
  }

  override _final(done: () => void): void {
    this.#connection.socket.end()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection.socket.destroy()
    done(error)
  }
}
